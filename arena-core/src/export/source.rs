//! Where rows come from: a finished folder by its normalized rows, any other by its raw rows, and raw rows without a plan.

use super::{Entry, ExportError, Run};
use crate::evidence::stored::{NotStored, Stored};
use crate::evidence::{self, PLAN};
use crate::loose::Loose;
use std::path::Path;
use std::rc::Rc;

/// What a reader should know of how the rows of a folder were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// From `normalized.jsonl`, which `SHA256SUMS` vouches for.
    Stored,
    /// Computed from the raw rows.
    Computed(NotStored),
    /// Raw rows without a plan.
    WithoutPlan,
}

/// Gives every row of a folder to `take`.
///
/// # Errors
/// The folder holds no rows or can't be read, or `take` fails.
pub fn each(
    dir: &Path,
    take: &mut dyn FnMut(Entry) -> Result<(), ExportError>,
) -> Result<Notice, ExportError> {
    if !dir.join(PLAN).exists() {
        let run = Rc::new(Run {
            run_id: None,
            protocol: None,
            created_unix_ns: None,
        });
        for row in Loose::read(dir)?.rows {
            let run = run.clone();
            take(Entry { run, row })?;
        }
        return Ok(Notice::WithoutPlan);
    }
    match Stored::open(dir)? {
        Ok(stored) => {
            let plan = &stored.plan;
            let run = run(&plan.run_id, &plan.protocol, plan.created_unix_ns);
            for row in stored.rows()? {
                let (run, row) = (run.clone(), row?);
                take(Entry { run, row })?;
            }
            Ok(Notice::Stored)
        }
        Err(why) => {
            let (plan, normalized) = evidence::rows(dir)?;
            let run = run(&plan.run_id, &plan.protocol, plan.created_unix_ns);
            for row in normalized.rows {
                let run = run.clone();
                take(Entry { run, row })?;
            }
            Ok(Notice::Computed(why))
        }
    }
}

fn run(run_id: &str, protocol: &str, created_unix_ns: u64) -> Rc<Run> {
    Rc::new(Run {
        run_id: Some(run_id.to_owned()),
        protocol: Some(protocol.to_owned()),
        created_unix_ns: Some(created_unix_ns),
    })
}
