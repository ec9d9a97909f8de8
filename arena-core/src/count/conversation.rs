//! The conversation that a runner is given as a whole, and what must come back.

use arena_runner::Fields;
use arena_runner::message::{
    Lane, Operation, PROTOCOL, Prepare, Randomness, Reply, Request, Time, Timed, WireDescriptor,
};
use nexusq_contract::ParameterSet;

/// One operation on some items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) set: ParameterSet,
    pub(super) operation: Operation,
    pub(super) lane: Lane,
    pub(super) randomness: Randomness,
    pub(super) items: &'a [Fields],
}

impl Task<'_> {
    /// The request to hold the items.
    pub(super) fn prepare(&self) -> Request {
        Request::Prepare(Prepare {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            items: self.items.to_vec(),
        })
    }

    /// The request to make calls. Calls before the samples leave no trace in the reply.
    pub(super) fn time(&self, warmups: usize, iterations: usize) -> Request {
        Request::Time(Time {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            operation: self.operation,
            lane: self.lane,
            randomness: self.randomness,
            first_item: 0,
            warmups,
            iterations,
        })
    }

    /// A whole conversation: one sample, so that the reply is the same whatever the number of calls.
    pub(super) fn conversation(&self, calls: usize) -> [Request; 4] {
        [
            Request::Hello { protocol: PROTOCOL },
            self.prepare(),
            self.time(calls, 1),
            Request::Bye,
        ]
    }
}

/// What a runner said under the tool.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) descriptor: WireDescriptor,
    pub(super) timed: Timed,
}

/// Picks the answers out of the replies to [`Task::conversation`].
pub(super) fn read(replies: Vec<Reply>) -> Result<Said, String> {
    if let Some(Reply::Error(error)) = replies
        .iter()
        .find(|reply| matches!(reply, Reply::Error(_)))
    {
        return Err(format!("the runner refused under the tool: {error}"));
    }
    match <[Reply; 4]>::try_from(replies) {
        Ok(
            [
                Reply::Hello(hello),
                Reply::Prepared { .. },
                Reply::Timed(timed),
                Reply::Bye,
            ],
        ) => Ok(Said {
            descriptor: hello.descriptor,
            timed,
        }),
        Ok(_) => Err("the runner's replies under the tool are of the wrong kinds".to_owned()),
        Err(replies) => Err(format!(
            "the runner gave {} of 4 replies under the tool",
            replies.len()
        )),
    }
}
