//! The client requests: their numbers and the instruction sequences, as valgrind's manual (section "The
//! client request mechanism") and its public header describe them.

/// Core request: not 0 under valgrind.
pub(crate) const RUNNING_ON_VALGRIND: usize = 0x1001;
/// Requests of memcheck are numbered from its two letters on.
const MEMCHECK: usize = ((b'M' as usize) << 24) | ((b'C' as usize) << 16);
/// Memcheck's request with an address and a length: the bytes are addressable and undefined.
pub(crate) const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
/// Memcheck's request with an address and a length: the bytes are addressable and defined.
pub(crate) const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;

/// Makes a request with two arguments. The answer is `default` where nobody listens.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(crate) fn request(default: usize, number: usize, first: usize, second: usize) -> usize {
    let arguments = [number, first, second, 0, 0, 0];
    let answer;
    // SAFETY: the rotations of rdi add up to 128 bits, two full turns, and rbx is exchanged with itself, so
    // on a processor all registers but the flags, which count as clobbered, keep their values. Under valgrind
    // the request reads `arguments`, which lives until after it, and writes its answer to rdx. The requests
    // used here change what memcheck knows of memory, never memory itself.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") default => answer,
            options(nostack),
        );
    }
    answer
}

/// Makes a request with two arguments. The answer is `default` where nobody listens.
#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
pub(crate) fn request(default: usize, number: usize, first: usize, second: usize) -> usize {
    let arguments = [number, first, second, 0, 0, 0];
    let answer;
    // SAFETY: the rotations of x12 add up to 128 bits, two full turns, and x10 is or-ed with itself, so on a
    // processor no register changes. Under valgrind the request reads `arguments`, which lives until after
    // it, and writes its answer to x3. The requests used here change what memcheck knows of memory, never
    // memory itself.
    unsafe {
        core::arch::asm!(
            "ror x12, x12, #3",
            "ror x12, x12, #13",
            "ror x12, x12, #51",
            "ror x12, x12, #61",
            "orr x10, x10, x10",
            in("x4") arguments.as_ptr(),
            inout("x3") default => answer,
            options(nostack),
        );
    }
    answer
}

/// Nobody listens on other platforms.
#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
)))]
pub(crate) fn request(default: usize, _: usize, _: usize, _: usize) -> usize {
    default
}
