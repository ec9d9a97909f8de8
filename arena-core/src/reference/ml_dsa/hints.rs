//! The encoding of hints: FIPS 204 Alg. 20 and 21.

use super::ring::N;
use super::{Parameters, Rule, Rules};

/// A polynomial of the hint h: for each coefficient whether the high bits are to be moved.
pub type Hint = [bool; N];

/// The number of ones in a vector of hints.
pub fn count(hints: &[Hint]) -> usize {
    hints.iter().flatten().filter(|&&hint| hint).count()
}

/// Alg. 20, HintBitPack. Hints beyond ω, which the standard excludes, are dropped.
pub fn hint_bit_pack(p: &Parameters, hints: &[Hint]) -> Vec<u8> {
    let mut indices = Vec::with_capacity(p.hint_length());
    let mut cuts = Vec::with_capacity(p.k);
    for hint in hints {
        let row = (0..=u8::MAX).filter(|&j| hint[usize::from(j)]);
        indices.extend(row);
        indices.truncate(p.omega);
        cuts.push(indices.len() as u8);
    }
    indices.resize(p.omega, 0);
    indices.extend(cuts);
    indices
}

/// Alg. 21, HintBitUnpack. Bytes that are not there count as zero.
///
/// # Errors
/// The first rule that is broken.
pub fn hint_bit_unpack(p: &Parameters, rules: Rules, y: &[u8]) -> Result<Vec<Hint>, Rule> {
    let at = |place: usize| usize::from(y.get(place).copied().unwrap_or(0));
    let mut hints = vec![[false; N]; p.k];
    let mut index = 0;
    for (i, hint) in hints.iter_mut().enumerate() {
        let cut = at(p.omega + i);
        rules.check(Rule::CutOrder, cut >= index)?;
        rules.check(Rule::HintCount, cut <= p.omega)?;
        let first = index;
        while index < cut {
            if index > first {
                rules.check(Rule::HintOrder, at(index - 1) <= at(index))?;
                rules.check(Rule::HintRepetition, at(index - 1) != at(index))?;
            }
            hint[at(index)] = true;
            index += 1;
        }
    }
    for place in index..p.omega {
        rules.check(Rule::ZeroPadding, at(place) == 0)?;
    }
    Ok(hints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexusq_contract::ParameterSet;

    /// By hand from Alg. 20: the places of the ones row by row, zeros, then where each row ends.
    #[test]
    fn hints_are_packed_by_place() {
        let p = Parameters::of(ParameterSet::MlDsa44).unwrap();
        let mut hints = vec![[false; N]; 4];
        (hints[0][7], hints[0][255], hints[2][0]) = (true, true, true);
        let packed = hint_bit_pack(&p, &hints);
        let mut expected = vec![0; 84];
        (expected[0], expected[1], expected[2]) = (7, 255, 0);
        expected[80..].copy_from_slice(&[2, 2, 3, 3]);
        assert_eq!(packed, expected);
        assert_eq!(hint_bit_unpack(&p, Rules::all(), &packed), Ok(hints));
    }

    #[test]
    fn unpacking_is_total() {
        let p = Parameters::of(ParameterSet::MlDsa87).unwrap();
        for rule in Rule::ALL {
            for byte in [0, 1, 76, 255] {
                for length in [0, 1, 75, 83, 84, 300] {
                    let _ = hint_bit_unpack(&p, Rules::without(rule), &vec![byte; length]);
                }
            }
        }
    }

    /// A cut of 255 leads far past the end of the encoding.
    #[test]
    fn without_the_count_the_cuts_are_read_as_hints() {
        let p = Parameters::of(ParameterSet::MlDsa87).unwrap();
        let mut y: Vec<u8> = (0..75).collect();
        y.extend([76; 8]);
        let mut row = [false; N];
        row[..75].fill(true);
        row[76] = true;
        let hints = hint_bit_unpack(&p, Rules::without(Rule::HintCount), &y);
        assert_eq!(hints.map(|hints| hints[0]), Ok(row));
        assert_eq!(hint_bit_unpack(&p, Rules::all(), &y), Err(Rule::HintCount));
        y[82] = 255;
        let refused = hint_bit_unpack(&p, Rules::without(Rule::HintCount), &y);
        assert_eq!(refused, Err(Rule::HintRepetition), "76 is read twice");
    }
}
