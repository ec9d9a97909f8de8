module runner-@NAME@

go 1.21
