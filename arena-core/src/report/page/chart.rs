//! The charts, each one line high, so that a column of them in a table is one figure with one axis.
//!
//! Colours are classes of `style.css`; every chart says in words what it shows.

use super::markup::escape;
use super::scale::Scale;
use super::sketch::Sketch;

/// The height of a line.
const HEIGHT: f64 = 28.0;
/// The height of an axis.
const AXIS_HEIGHT: f64 = 20.0;
/// The width that a character of an axis takes.
const CHARACTER: f64 = 6.6;
/// Columns of a histogram are as wide as this.
const BIN: f64 = 3.0;

/// A coordinate, as short as a tenth of a pixel allows.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn svg(width: f64, height: f64, title: &str, body: &str) -> String {
    let (width, height) = (n(width), n(height));
    let title = escape(title);
    format!(
        "<svg role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"><title>{title}</title>{body}</svg>"
    )
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    let (x1, y1, x2, y2) = (n(from.0), n(from.1), n(to.0), n(to.1));
    format!("<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>")
}

fn rect(class: &str, left: f64, top: f64, width: f64, height: f64) -> String {
    let (x, y, w, h) = (n(left), n(top), n(width.max(0.0)), n(height));
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>")
}

/// A vertical line through a chart and its class.
pub(super) type Guide = (f64, &'static str);

/// The axis over a column of charts. `named` are values that are named whatever else is.
pub(super) fn axis(
    scale: &Scale,
    title: &str,
    guides: &[Guide],
    named: &[f64],
    show: impl Fn(f64) -> String,
) -> String {
    let mut body = String::new();
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let wanted = named.iter().filter(|value| scale.holds(**value)).copied();
    for value in wanted.chain(scale.ticks()) {
        let text = show(value);
        let half = CHARACTER * text.chars().count() as f64 / 2.0;
        let place = scale.at(value);
        let middle = place.clamp(half.min(scale.width / 2.0), (scale.width - half).max(half));
        let (left, right) = (middle - half - 4.0, middle + half + 4.0);
        if taken.iter().any(|(from, to)| left < *to && right > *from) {
            continue;
        }
        taken.push((left, right));
        let (x, text) = (n(middle), escape(&text));
        body += &format!("<text class=\"tick\" x=\"{x}\" y=\"11\">{text}</text>");
        body += &line("tickmark", (place, 15.0), (place, AXIS_HEIGHT));
    }
    for (value, class) in guides.iter().filter(|(value, _)| scale.holds(*value)) {
        let place = scale.at(*value);
        body += &line(class, (place, 15.0), (place, AXIS_HEIGHT));
    }
    svg(scale.width, AXIS_HEIGHT, title, &body)
}

/// A ratio with its interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) value: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// The noise floor, a ratio above 1.
    pub(super) floor: Option<f64>,
    /// Whether it sums others up.
    pub(super) sum: bool,
}

/// The mark of a ratio between the guides; `None` draws the guides alone.
pub(super) fn ratio(scale: &Scale, guides: &[Guide], mark: Option<Mark>, title: &str) -> String {
    let mut body = String::new();
    let middle = HEIGHT / 2.0;
    if let Some(floor) = mark.and_then(|mark| mark.floor) {
        let (from, to) = (scale.at(1.0 / floor), scale.at(floor));
        body += &rect("noise", from, 0.0, to - from, HEIGHT);
    }
    for (value, class) in guides.iter().filter(|(value, _)| scale.holds(*value)) {
        let place = scale.at(*value);
        // One pixel more: over the line between two rows of the table.
        body += &line(class, (place, 0.0), (place, HEIGHT + 1.0));
    }
    if let Some(mark) = mark {
        if let (Some(low), Some(high)) = (mark.low, mark.high) {
            body += &interval(scale, low, high, middle);
        }
        body += &point(scale, mark, middle);
    }
    svg(scale.width, HEIGHT, title, &body)
}

/// A line from end to end; an end beyond the axis is an arrow.
fn interval(scale: &Scale, low: f64, high: f64, middle: f64) -> String {
    let (from, to) = (scale.at(low), scale.at(high));
    let mut path = format!("M{} {}H{}", n(from), n(middle), n(to));
    for (place, end, direction) in [(from, low, -1.0), (to, high, 1.0)] {
        if scale.holds(end) {
            path += &format!("M{} {}v8", n(place), n(middle - 4.0));
        } else {
            let (tip, back) = (n(place + 4.0 * direction), n(place - direction));
            path += &format!(
                "M{back} {}L{tip} {}L{back} {}",
                n(middle - 4.0),
                n(middle),
                n(middle + 4.0)
            );
        }
    }
    format!("<path class=\"span\" d=\"{path}\"/>")
}

fn point(scale: &Scale, mark: Mark, middle: f64) -> String {
    let place = scale.at(mark.value);
    if !scale.holds(mark.value) {
        // Its place is known to be beyond the end: an arrow, not a point.
        let direction = if place < scale.width / 2.0 { -1.0 } else { 1.0 };
        let (tip, back) = (n(place + 5.0 * direction), n(place - 4.0 * direction));
        return format!(
            "<path class=\"point\" d=\"M{back} {}L{tip} {}L{back} {}z\"/>",
            n(middle - 5.0),
            n(middle),
            n(middle + 5.0)
        );
    }
    if mark.sum {
        return format!(
            "<path class=\"point\" d=\"M{} {}l6 6l-6 6l-6 -6z\"/>",
            n(place),
            n(middle - 6.0)
        );
    }
    format!(
        "<circle class=\"point\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
        n(place),
        n(middle)
    )
}

/// A bar from zero, in parts of which each has a class, and an interval at its end.
pub(super) fn bar(
    scale: &Scale,
    parts: &[(f64, &'static str)],
    interval: Option<(f64, f64)>,
    title: &str,
) -> String {
    let mut body = String::new();
    let mut from = 0.0;
    for (length, class) in parts {
        let (left, right) = (scale.at(from), scale.at(from + length));
        body += &rect(class, left, 7.0, right - left, HEIGHT - 14.0);
        from += length;
    }
    if let Some((low, high)) = interval {
        body += &self::interval(scale, low, high, HEIGHT / 2.0);
    }
    svg(scale.width, HEIGHT, title, &body)
}

/// How times are distributed: a histogram, its percentiles 5 to 95 and its median.
pub(super) fn times(scale: &Scale, sketch: &Sketch, title: &str) -> String {
    let bins = (scale.width / BIN).ceil() as usize;
    let mut counts = vec![0u64; bins];
    for (value, count) in sketch.counts() {
        let bin = (scale.at(value) / BIN) as usize;
        counts[bin.min(bins - 1)] += count;
    }
    let ground = HEIGHT - 5.0;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let height = |count: u64| (count as f64 / most * (ground - 3.0)).round();
    let mut path = format!("M0 {}", n(ground));
    let mut current = 0.0;
    let mut run = 0.0;
    for count in counts {
        let next = height(count);
        if next != current {
            path += &format!("h{}v{}", n(run), n(current - next));
            (current, run) = (next, 0.0);
        }
        run += BIN;
    }
    path += &format!("h{}V{}z", n(run), n(ground));
    let mut body = format!("<path class=\"hist\" d=\"{path}\"/>");
    let part = |part| sketch.quantile(part).map(|value| scale.at(value));
    if let (Some(low), Some(middle), Some(high)) = (part(0.05), part(0.5), part(0.95)) {
        body += &line("range", (low, ground + 2.0), (high, ground + 2.0));
        body += &line("median", (middle, 2.0), (middle, HEIGHT - 1.0));
    }
    svg(scale.width, HEIGHT, title, &body)
}

/// A dot for each number of attempts, as large as there are messages.
pub(super) fn steps(scale: &Scale, steps: &[(u32, f64, u64)], title: &str) -> String {
    let mut body = String::new();
    let most = steps.iter().map(|(.., count)| *count).max().unwrap_or(1) as f64;
    let mut free = 0.0;
    for (attempts, time, count) in steps {
        let (place, radius) = (
            scale.at(*time),
            1.5 + 3.0 * (*count as f64 / most.max(1.0)).sqrt(),
        );
        let (x, y, r) = (n(place), n(HEIGHT - 8.0), n(radius));
        body += &format!("<circle class=\"step\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        let half = 3.2 * attempts.to_string().len() as f64;
        if place - half >= free {
            body += &format!("<text class=\"count\" x=\"{x}\" y=\"10\">{attempts}</text>");
            free = place + half + 3.0;
        }
    }
    svg(scale.width, HEIGHT, title, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale() -> Scale {
        Scale::logarithmic([0.5, 2.0].into_iter(), 212.0)
    }

    #[test]
    fn a_ratio_stands_where_its_logarithm_does() {
        let mark = Mark {
            value: 1.0,
            low: Some(0.5),
            high: Some(4.0),
            floor: Some(2.0),
            sum: false,
        };
        let chart = ratio(&scale(), &[(1.0, "one"), (9.0, "far")], Some(mark), "<1>");
        assert!(chart.contains("<title>&lt;1&gt;</title>"), "{chart}");
        assert!(
            chart.contains("<circle class=\"point\" cx=\"106\""),
            "{chart}"
        );
        assert!(chart.contains("M6 14H206"), "{chart}");
        assert!(
            chart.contains("M6 10v8"),
            "the low end is a stroke: {chart}"
        );
        assert!(
            chart.contains("L210 14"),
            "the high end is an arrow: {chart}"
        );
        assert!(chart.contains("class=\"one\"") && !chart.contains("far"));
        assert!(chart.contains("<rect class=\"noise\" x=\"6\" y=\"0\" width=\"200\""));
    }

    #[test]
    fn a_ratio_beyond_the_axis_is_an_arrow() {
        let mark = Mark {
            value: 0.1,
            low: None,
            high: None,
            floor: None,
            sum: true,
        };
        let chart = ratio(&scale(), &[], Some(mark), "");
        assert!(chart.contains("M10 9L1 14L10 19z"), "{chart}");
    }

    #[test]
    fn a_histogram_is_as_high_as_its_fullest_column_and_of_bounded_length() {
        let mut sketch = Sketch::default();
        for value in 0..100_000u64 {
            sketch.add(value % 977 + 1);
        }
        let scale = Scale::logarithmic([1.0, 1000.0].into_iter(), 320.0);
        let chart = times(&scale, &sketch, "");
        assert!(chart.len() < 2500, "{}", chart.len());
        let empty = times(&scale, &Sketch::default(), "");
        assert!(
            !empty.contains("NaN") && !empty.contains("median"),
            "{empty}"
        );
    }

    #[test]
    fn axes_name_what_must_be_named_and_never_write_one_name_over_another() {
        let scale = Scale::logarithmic([0.9, 1.1].into_iter(), 120.0);
        let axis = axis(&scale, "ratio", &[(1.0, "one")], &[1.0], |value| {
            format!("{value:.2}")
        });
        assert!(axis.contains(">1.00</text>"), "{axis}");
        assert!(axis.matches("<text").count() <= 4, "{axis}");
    }
}
