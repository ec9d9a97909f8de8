//! A child with a process group of its own: what a terminal sends to the command doesn't reach it, and it can be ended
//! together with the children that it has.

use std::process::{Child, Command};

/// Has the command start in a group of its own.
#[cfg(unix)]
pub fn own(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt;
    command.process_group(0)
}

/// There are no such groups here; the child stays in that of its parent.
#[cfg(not(unix))]
pub fn own(command: &mut Command) -> &mut Command {
    command
}

/// Kills a child that was started by [`own`], with all of its group, and waits for its end.
pub fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // A child that was waited for has given its number back; it may be another's by now.
        let group = matches!(child.try_wait(), Ok(None)).then(|| i32::try_from(child.id()).ok());
        if let Some(group) = group.flatten().and_then(Pid::from_raw) {
            // Where this is refused the child itself is ended below.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}
