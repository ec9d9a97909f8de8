"""What ci/setup is made of: versions, finding, wheels, state. Standard library only."""
