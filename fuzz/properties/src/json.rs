//! Changes of a JSON value: another value in the place of one, a member or an element less, more or twice.

use crate::input::Input;
use serde_json::{Map, Value, json};

/// How many changes one input can make.
const MOST_EDITS: usize = 6;

/// Changes a value as the input says: a number of changes, then for each a way down, what to do, and with what. Nothing is
/// changed if the input is used up. Returns whether there was a change.
pub(crate) fn edit(value: &mut Value, input: &mut Input<'_>) -> bool {
    let before = value.clone();
    let count = usize::from(input.byte()) % (MOST_EDITS + 1);
    for _ in 0..count {
        let place = descend(value, input);
        change(place, input);
    }
    *value != before
}

/// A value inside: at each step the number of the member or element, 255 to stop.
fn descend<'a>(mut value: &'a mut Value, input: &mut Input<'_>) -> &'a mut Value {
    while value.as_object().is_some_and(|map| !map.is_empty())
        || value.as_array().is_some_and(|list| !list.is_empty())
    {
        let step = usize::from(input.byte());
        if step == 255 {
            break;
        }
        value = match value {
            Value::Object(map) => {
                let index = step % map.len();
                match map.values_mut().nth(index) {
                    Some(inner) => inner,
                    None => unreachable!("the index is below the length"),
                }
            }
            Value::Array(list) => {
                let index = step % list.len();
                &mut list[index]
            }
            _ => unreachable!("only lists and objects are gone into"),
        };
    }
    value
}

fn change(value: &mut Value, input: &mut Input<'_>) {
    let (what, with) = (input.byte() % 6, input.byte());
    match (what, value) {
        (0, value) => *value = awkward(with, input),
        (1, Value::Object(map)) => {
            let name = map
                .keys()
                .nth(usize::from(with) % map.len().max(1))
                .cloned();
            let _ = name.and_then(|name| map.remove(&name));
        }
        (1, Value::Array(list)) if !list.is_empty() => {
            list.remove(usize::from(with) % list.len());
        }
        (2, Value::Object(map)) => {
            map.insert("x".repeat(usize::from(with)), awkward(with, input));
        }
        (2, Value::Array(list)) => {
            let copy = list.get(usize::from(with) % list.len().max(1)).cloned();
            list.push(copy.unwrap_or(Value::Null));
        }
        (3, Value::Number(number)) => {
            let by = f64::from(with) - 128.0;
            let integer = number.as_u64().map(|n| n.wrapping_add_signed(by as i64));
            let other = number.as_f64().unwrap_or_default() * (1.0 + by / 64.0);
            *number = match integer {
                Some(integer) => integer.into(),
                None => serde_json::Number::from_f64(other).unwrap_or_else(|| 0.into()),
            };
        }
        (3, Value::String(text)) => *text = text.chars().skip(usize::from(with)).collect(),
        (4, Value::String(text)) => text.push(char::from(with)),
        (5, Value::String(text)) => *text = text.repeat(usize::from(with % 4)),
        (_, value) => *value = awkward(with, input),
    }
}

/// Values on which a reader may stumble.
fn awkward(which: u8, input: &mut Input<'_>) -> Value {
    match which % 24 {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(0),
        3 => json!(-1),
        4 => json!(u64::MAX),
        5 => json!(i64::MIN),
        6 => json!(f64::MAX),
        7 => json!(f64::MIN_POSITIVE),
        8 => json!(5e-324),
        9 => json!(-0.0),
        10 => json!(0.5),
        11 => json!(""),
        12 => json!("\u{0}\u{1b}[31m\n\u{7f}"),
        13 => json!("é\u{202e}\u{1F600}"),
        14 => json!("<script>&|`*_"),
        15 => json!([]),
        16 => Value::Object(Map::new()),
        17 => json!(u32::MAX),
        18 => json!(u64::from(u32::MAX) + 1),
        19 => json!(1u64 << 53),
        20 => json!(usize::from(input.byte())),
        21 => json!(String::from_utf8_lossy(input.short())),
        22 => json!(hex::encode(input.short())),
        _ => json!([[[]]]),
    }
}
