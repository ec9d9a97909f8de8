//! Shares, spreads, the page and the plots from made-up runs.
//!
//! Values come from Python 3.11: `statistics.variance`, `covariance`, `stdev` and `median` of the logarithms below.

use super::*;
use crate::analysis::Call;
use crate::stats::Interval;
use std::collections::BTreeSet;

/// Thousandths of a logarithm, of signing and of the sum over the other eight operations.
const HISTORICAL: [(i32, i32); 5] = [(300, 80), (-250, -120), (120, 200), (-400, 40), (60, -160)];
const COMMON: [(i32, i32); 4] = [(10, 60), (-5, -60), (0, 100), (5, -100)];
const TURNS: [(i32, i32); 4] = [(2, 20), (-1, -10), (0, -30), (1, 20)];

fn run(signing: i32, rest: i32) -> RunResult {
    let (signing, rest) = (f64::from(signing) / 1000.0, f64::from(rest) / 1000.0);
    let mut ratios = vec![("ml-dsa-65 sign".to_owned(), signing.exp())];
    for number in 0..8 {
        ratios.push((format!("operation {number}"), (rest / 8.0).exp()));
    }
    RunResult {
        folder: "runs/x".to_owned(),
        ratios,
        geometric_mean: ((signing + rest) / 9.0).exp(),
        without_signing: (rest / 8.0).exp(),
        signing: signing.exp(),
        call: None,
    }
}

fn spread(id: &str, runs: &[(i32, i32)]) -> SpreadResult {
    SpreadResult {
        id: id.to_owned(),
        what: format!("what {id} does"),
        runs: runs.iter().map(|(s, r)| run(*s, *r)).collect(),
    }
}

fn all_spreads() -> Vec<SpreadResult> {
    vec![
        spread("historical", &HISTORICAL),
        spread("common-corpora", &COMMON),
        spread("turns", &TURNS),
    ]
}

fn explanation(spreads: Vec<SpreadResult>) -> Explanation {
    let mut explanation = Explanation {
        implementation: "fake".to_owned(),
        machine: "a processor; a system".to_owned(),
        seed: "2a".to_owned(),
        clock: ClockCost {
            read_ns: 25.0,
            step_ns: None,
        },
        spreads,
        prediction: None,
        sources: Vec::new(),
        factors: Vec::new(),
        signing: Vec::new(),
        left_out: Vec::new(),
    };
    explanation.conclude();
    explanation
}

#[test]
fn shares_agree_with_an_independent_implementation() {
    let sources = shares::of(&all_spreads());
    let shares: Vec<f64> = sources.iter().map(|source| source.share).collect();
    let expected = [
        0.727_958_147_407_292_7,
        0.098_887_008_257_680_65,
        0.065_138_226_393_804_18,
        0.004_616_094_783_812_893,
    ];
    assert_eq!(shares.len(), expected.len());
    for (own, other) in shares.iter().zip(expected) {
        assert!((own - other).abs() < 1e-12, "{own} {other}");
    }
    for source in &sources {
        let interval = source.interval.unwrap();
        assert!(interval.low < interval.high && interval.low < source.share);
    }
}

/// If nothing but signing varies, it has all of the variance in every resample; if signing doesn't vary, it has none.
#[test]
fn a_source_that_varies_alone_has_the_whole_share() {
    for (runs, share) in [
        ([(100, 0), (-50, 0), (30, 0), (80, 0)], 1.0),
        ([(0, 100), (0, -50), (0, 30), (0, 80)], 0.0),
    ] {
        let sources = shares::of(&[spread("historical", &runs)]);
        let [signing] = sources.as_slice() else {
            panic!("{sources:?}");
        };
        assert!((signing.share - share).abs() < 1e-12);
        let Interval { low, high } = signing.interval.unwrap();
        assert!((low - share).abs() < 1e-12 && (high - share).abs() < 1e-12);
    }
}

#[test]
fn shares_need_the_historical_experiment_and_three_runs() {
    let all = all_spreads();
    assert_eq!(shares::of(&[]), Vec::new());
    assert_eq!(shares::of(&all[1..]), Vec::new());
    assert_eq!(
        shares::of(&[spread("historical", &HISTORICAL[..2])]),
        Vec::new()
    );
    let count = |spreads: &[SpreadResult]| shares::of(spreads).len();
    assert_eq!(count(&all[..1]), 1);
    assert_eq!(count(&all[..2]), 2);
    assert_eq!(count(&[all[0].clone(), all[2].clone()]), 1);
    let few = spread("turns", &TURNS[..2]);
    assert_eq!(count(&[all[0].clone(), all[1].clone(), few]), 2);
}

#[test]
fn spreads_agree_with_an_independent_implementation() {
    let close = |own: f64, other: f64| assert!((own - other).abs() < 1e-12, "{own} {other}");
    let historical = spread("historical", &HISTORICAL);
    let signing = shares::spread(&historical.runs, |run| run.signing).unwrap();
    close(signing.sd, 0.284_921_041_694_010_4);
    close(signing.min, 0.670_320_046_035_639_3);
    close(signing.median, 1.061_836_546_545_359_6);
    close(signing.max, 1.349_858_807_576_003_2);
    let mean = shares::spread(&historical.runs, |run| run.geometric_mean).unwrap();
    close(mean.sd, 0.040_058_599_052_197_164);
    close(mean.median, 0.988_950_389_293_922_3);
    // An even number of runs.
    let common = spread("common-corpora", &COMMON);
    let signing = shares::spread(&common.runs, |run| run.signing).unwrap();
    close(signing.median, 1.002_506_260_429_700_4);
    assert_eq!(shares::spread(&common.runs[..1], |run| run.signing), None);
    assert_eq!(shares::spread(&[], |run| run.signing), None);
}

/// Standard deviations as above, in per cent.
#[test]
fn the_page_holds_shares_and_spreads() {
    let mut spreads = all_spreads();
    for (run, call) in spreads[2].runs.iter_mut().zip([
        Call::Faster,
        Call::Slower,
        Call::Disturbed,
        Call::NoDifference,
    ]) {
        run.call = Some(call);
    }
    let mut explanation = explanation(spreads);
    explanation.left_out.push("lto-off: no compiler".to_owned());
    let page = render::markdown(&explanation, &["a.svg"]);
    for words in [
        "# Why two runs disagreed: fake against itself\n\nMachine: a processor; a system. Seed: 2a. One reading of the clock: 25 ns.",
        "| attempts of the few signatures | 72.8 % |",
        "| historical | 5 | 28.49 % | 0.6703 to 1.3499 | 4.01 % | 0.9597 to 1.0431 | 1.85 % | has no intervals |",
        "| common-corpora | 4 | 0.65 % | 0.9950 to 1.0101 | 1.08 % | 0.9895 to 1.0112 | 1.19 % | has no intervals |",
        "| turns | 4 | 0.13 % | 0.9990 to 1.0020 | 0.28 % | 0.9967 to 1.0024 | 0.31 % | 2 of 4; 1 disturbed |",
        "- turns: what turns does.",
        "![a.svg](a.svg)",
        "## Left out\n\n- lto-off: no compiler\n",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
}

#[test]
fn without_any_run_the_page_and_the_plots_are_whole() {
    for explanation in [
        explanation(Vec::new()),
        explanation(vec![spread("historical", &[])]),
    ] {
        assert_eq!(
            (explanation.prediction, explanation.sources.len()),
            (None, 0)
        );
        let page = render::markdown(&explanation, &[]);
        assert!(page.contains("| experiment | runs |"), "{page}");
        for absent in [
            "NaN",
            "inf",
            "## Sources",
            "## Factors",
            "## Left out",
            "![",
        ] {
            assert!(!page.contains(absent), "{absent}\n{page}");
        }
        for (name, svg) in plot::plots(&explanation) {
            assert_whole(name, &svg);
            assert_eq!(svg.matches("<circle").count(), 0, "{name}");
        }
    }
    let one = explanation(vec![spread("historical", &[(10, 0)])]);
    let page = render::markdown(&one, &[]);
    assert!(
        page.contains("| historical | 1 | - | - | - | - | - |"),
        "{page}"
    );
}

/// The largest logarithm, 0.4, lies at 1/1.1 of the half-width of 290 left or right of the middle at 540.
#[test]
fn plots_have_a_dot_for_each_run_at_its_ratio() {
    let explanation = explanation(all_spreads());
    let plots = plot::plots(&explanation);
    let names: BTreeSet<&str> = plots.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), plots.len());
    for (name, svg) in &plots {
        assert_whole(name, svg);
        let runs = HISTORICAL.len() + COMMON.len() + TURNS.len();
        assert_eq!(svg.matches("<circle").count(), runs, "{name}");
        assert!(svg.contains(">historical (5)<"), "{svg}");
    }
    let (_, signing) = plots
        .iter()
        .find(|(name, _)| *name == "signing.svg")
        .unwrap();
    // -0.4 and 0.3 of the historical runs, on the first line; 0 of the third line.
    for place in [
        "cx=\"276.4\" cy=\"57.0\"",
        "cx=\"737.7\" cy=\"57.0\"",
        "cx=\"540.0\" cy=\"109.0\"",
    ] {
        assert!(signing.contains(place), "{place}\n{signing}");
    }
}

#[track_caller]
fn assert_whole(name: &str, svg: &str) {
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{name}"
    );
    assert!(
        !svg.contains("NaN") && !svg.contains("inf"),
        "{name}\n{svg}"
    );
    let opened = svg.matches("<text").count() + svg.matches("<title").count();
    let closed = svg.matches("</text>").count() + svg.matches("</title>").count();
    assert_eq!(opened, closed, "{name}");
}

/// Ids name folders, and `--only` finds an experiment by them.
#[test]
fn ids_are_unique_and_fit_for_folders() {
    let ids: Vec<&str> = spreads()
        .iter()
        .map(|experiment| experiment.id)
        .chain(factors().iter().map(|factor| factor.id))
        .collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
    for id in ids {
        let fit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(!id.is_empty() && id.bytes().all(fit), "{id}");
    }
    // Those that the shares are computed from.
    for id in ["historical", "common-corpora", "turns"] {
        assert!(distinct.contains(id), "{id}");
    }
}

#[test]
fn an_explanation_is_read_back_as_it_was_written() {
    let written = explanation(all_spreads());
    assert_eq!(written.sources.len(), 4);
    assert_eq!(written.spread("turns").unwrap().runs.len(), TURNS.len());
    let text = serde_json::to_string(&written).unwrap();
    assert_eq!(serde_json::from_str::<Explanation>(&text).unwrap(), written);
}
