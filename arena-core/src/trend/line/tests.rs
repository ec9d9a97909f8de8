use super::*;
use crate::stats::{SplitMix64, normal_quantile};
use arena_runner::message::{Lane, Operation};

const DAY: u64 = 86_400_000_000_000;

fn cell() -> Cell {
    Cell {
        set: "ml-kem-768".into(),
        operation: Operation::Decaps,
        lane: Lane::Prepared,
        system: "a".into(),
    }
}

fn runs(count: usize) -> Vec<RunFacts> {
    let run = |number: usize| RunFacts {
        run_id: format!("r{number}"),
        created_unix_ns: number as u64 * DAY,
        commit: None,
        statement: String::new(),
    };
    (0..count).map(run).collect()
}

fn point(run: usize, logs: &[f64]) -> Point {
    Point {
        run,
        logs: logs.to_vec(),
        time_ns: 1.0,
        calibration: None,
        floor: Some(1.002),
        version: "a 1".into(),
        executable: Some("e".into()),
    }
}

/// Rounds that differ by sd `round_sd`, in runs that differ by `run_sd` besides.
fn series(count: usize, drift: f64, run_sd: f64, round_sd: f64, seed: u64) -> Vec<Point> {
    let mut random = SplitMix64::new(seed);
    let mut normal = || {
        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        normal_quantile(uniform.clamp(1e-12, 1.0 - 1e-12)).unwrap()
    };
    let mut points = Vec::new();
    for run in 0..count {
        let level = drift * run as f64 + run_sd * normal();
        let logs: Vec<f64> = (0..8).map(|_| level + round_sd * normal()).collect();
        points.push(point(run, &logs));
    }
    points
}

fn calls(measure: Measure, points: &[Point], family: usize) -> Vec<TrendCall> {
    let line = trend(cell(), measure, points, &runs(points.len()), family);
    let whole = line.whole.iter().map(|whole| whole.call);
    line.steps
        .iter()
        .map(|step| step.call)
        .chain(whole)
        .collect()
}

/// Values from scipy 1.17: `ttest_ind(b, a, equal_var=False).confidence_interval(0.95)`, as in `folders`.
#[test]
fn a_step_has_welchs_interval() {
    let points = [
        point(0, &[0.10, 0.12, 0.09, 0.13, 0.11]),
        point(1, &[0.15, 0.14, 0.19, 0.12]),
    ];
    let line = trend(cell(), Measure::ToBaseline, &points, &runs(2), 1);
    let step = &line.steps[0];
    let interval = step.interval.unwrap();
    assert!((step.ratio.ln() - 0.04).abs() < 1e-12);
    assert!((interval.low.ln() + 0.003_865_170_629_962_882).abs() < 1e-9);
    assert!((interval.high.ln() - 0.083_865_170_629_962_9).abs() < 1e-9);
    assert_eq!(step.call, TrendCall::NoDifference);
    assert_eq!((step.from.as_str(), step.to.as_str()), ("r0", "r1"));
    assert_eq!(line.whole, None, "two runs are no period");
    // Of many lines the interval is wider: scipy gives t(1 - 0.025/10, 4.14) / t(0.975, 4.14) = 1.82.
    let wide = trend(cell(), Measure::ToBaseline, &points, &runs(2), 10);
    assert!(wide.steps[0].interval.unwrap().high > interval.high);
}

/// By hand: y = 0, 1, 2, 3, 5 at x = 0 to 4. Sxx = 10, Sxy = 12, slope 1.2, SSE = 14.8 - 14.4 = 0.4, error of the slope
/// √(0.4 / 3 / 10) = 0.115470; t(0.975, 3) = 3.182446 (tables): ± 4 · 0.115470 · 3.182446 = 1.469910.
#[test]
fn the_course_is_that_of_the_line_of_least_squares() {
    let points = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (4.0, 5.0)];
    let (total, half) = course(&points, 0.975).unwrap();
    assert!((total - 4.8).abs() < 1e-12, "{total}");
    assert!((half - 1.469_910).abs() < 2e-6, "{half}");
    assert_eq!(course(&[(1.0, 1.0); 5], 0.975), None);
}

#[test]
fn a_step_of_five_per_cent_is_a_regression_and_back_an_improvement() {
    let mut points = series(4, 0.0, 0.0, 0.002, 1);
    for point in &mut points[2..3] {
        for log in &mut point.logs {
            *log += 0.05;
        }
    }
    let calls = calls(Measure::ToBaseline, &points, 36);
    assert_eq!(
        calls,
        [
            TrendCall::NoDifference,
            TrendCall::Regression,
            TrendCall::Improvement
        ]
    );
}

#[test]
fn drift_that_no_step_shows_is_found_over_the_period() {
    let points = series(20, 0.003, 0.002, 0.004, 3);
    let line = trend(cell(), Measure::Time, &points, &runs(20), 36);
    assert!(
        line.steps
            .iter()
            .all(|step| step.call != TrendCall::Regression)
    );
    let whole = line.whole.unwrap();
    assert_eq!(whole.call, TrendCall::Regression);
    // 19 steps of 0.003.
    let interval = whole.interval.unwrap();
    assert!(interval.low < 0.057_f64.exp() && 0.057_f64.exp() < interval.high);
}

/// Nothing changes: runs that differ by chance, in 6 sets of 36 lines each.
#[test]
fn a_series_without_change_is_not_called() {
    for (measure, run_sd) in [(Measure::ToBaseline, 0.0), (Measure::Time, 0.02)] {
        let mut wrong = 0;
        for seed in 0..216 {
            let points = series(12, 0.0, run_sd, 0.003, 1000 + seed);
            let called = calls(measure, &points, 36);
            let bad = [TrendCall::Regression, TrendCall::Improvement];
            wrong += called.iter().filter(|call| bad.contains(call)).count();
        }
        // 216 lines × 12 judgements, each wrong once in 36 / 0.05 = 720: 3.6 of them, and 3.6 + 3√3.6 = 9.3.
        assert!(wrong <= 9, "{measure:?}: {wrong}");
    }
}

#[test]
fn what_may_not_be_called_says_why() {
    let base = series(2, 0.0, 0.0, 0.002, 5);
    let later = |change: &dyn Fn(&mut Point)| {
        let mut points = base.clone();
        for log in &mut points[1].logs {
            *log += 0.5;
        }
        change(&mut points[1]);
        points
    };
    let of = |measure, points: &[Point]| calls(measure, points, 1)[0];
    let ratio = Measure::ToBaseline;
    assert_eq!(of(ratio, &later(&|_| {})), TrendCall::Regression);
    assert_eq!(of(Measure::Time, &later(&|_| {})), TrendCall::NoiseUnknown);
    let other = later(&|point| point.version = "a 2".into());
    assert_eq!(of(ratio, &other), TrendCall::OtherVersion);
    let single = later(&|point| point.logs.truncate(1));
    assert_eq!(of(ratio, &single), TrendCall::TooFewRounds);
    let mut slow = later(&|point| point.calibration = Some(102.0));
    slow[0].calibration = Some(100.0);
    assert_eq!(of(Measure::Time, &slow), TrendCall::Disturbed);
    let mut no_control = later(&|point| point.floor = None);
    no_control[0].floor = None;
    assert_eq!(of(ratio, &no_control), TrendCall::NoiseUnknown);
    // 0.5 inside a floor of exp(0.6).
    let floor = later(&|point| point.floor = Some(0.6_f64.exp()));
    assert_eq!(of(ratio, &floor), TrendCall::NoDifference);
}
