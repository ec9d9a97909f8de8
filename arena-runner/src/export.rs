//! Encoded keys in rooms that were allocated beforehand, so that an export can be timed.

use crate::erase::erase;
use nexusq_contract::ContractError;

/// A buffer of the largest size an export may need, and how much of it was written.
pub(crate) struct Encoded {
    bytes: Vec<u8>,
    length: usize,
}

impl Encoded {
    /// Room for `capacity` bytes, written once so that no page of it is touched first under the clock.
    pub(crate) fn with_room(capacity: usize) -> Encoded {
        let mut bytes = Vec::with_capacity(capacity);
        bytes.resize(capacity, 0xa5);
        Encoded { bytes, length: 0 }
    }

    /// Lets `write` fill the room and keeps the length that it returns.
    pub(crate) fn fill(
        &mut self,
        write: impl FnOnce(&mut [u8]) -> Result<usize, ContractError>,
    ) -> Result<(), ContractError> {
        self.length = write(&mut self.bytes)?;
        Ok(())
    }

    /// What was written.
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&self.bytes)
    }

    /// Runs an export in fresh room and returns what it wrote.
    pub(crate) fn of(
        capacity: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, ContractError>,
    ) -> Result<Vec<u8>, ContractError> {
        let mut room = Encoded::with_room(capacity);
        room.fill(write)?;
        Ok(room.as_slice().to_vec())
    }
}

/// An encoded key may be a private one.
impl Drop for Encoded {
    fn drop(&mut self) {
        erase(&mut self.bytes);
    }
}
