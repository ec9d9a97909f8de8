//! `arena doctor`: what the machine lacks, what it is, and how fit it is for measuring.

use super::output;
use crate::text::{Paint, WIDTH, wrapped};
use arena_core::environment::{Facts, Processor};
use arena_core::fitness::{self, ClockCost, Finding, Level};
use arena_core::inventory::Layout;
use arena_core::manifest::Adapter;
use arena_core::tools::{self, BASIC, Found, MissingTool, NAMES, ToolEnvironment};
use serde_json::{Value, json};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena doctor             what is there, what is missing, what disturbs measurements
  arena doctor --json      the same for machines
Exit codes: 0 the basic tools are there; 1 one is missing, so nothing can be built; 2 not done.";

/// Show what this machine lacks and the command that gets it, and how fit it is for measuring.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let environment = ToolEnvironment::read(&layout.root)?;
    let tools = look_for_tools(&environment);
    let (adapters, problems) = layout.adapters();
    let facts = Facts::gather(Some(&layout.root));
    let clock = ClockCost::measure();
    let findings = fitness::judge(&facts, &clock);
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if args.json {
        let entries: Vec<Value> = adapters
            .iter()
            .map(|adapter| adapter_entry(adapter, &environment))
            .collect();
        let all = json!({
            "tools": tools.iter().map(tool_entry).collect::<Vec<_>>(),
            "adapters": entries,
            "problems": problems,
            "facts": facts,
            "clock": clock,
            "fitness": findings,
        });
        output::json(&all)?;
    } else {
        let paint = Paint::for_stdout();
        let mut page = Page::default();
        show_tools(&mut page, &tools, &paint);
        show_adapters(&mut page, &adapters, &problems, &environment, &paint);
        show_facts(&mut page, &facts, &paint);
        show_findings(&mut page, &findings, &paint);
        output::text(&page.0)?;
    }
    Ok(ExitCode::from(u8::from(lacks_basic_tool(&tools))))
}

type Looked = Result<Found, MissingTool>;

/// The basic tools, then those that only some adapters need.
fn look_for_tools(environment: &ToolEnvironment) -> Vec<Looked> {
    let others = NAMES.into_iter().filter(|name| !BASIC.contains(name));
    BASIC
        .into_iter()
        .chain(others)
        .map(|name| tools::detect(name, environment))
        .collect()
}

fn lacks_basic_tool(tools: &[Looked]) -> bool {
    tools
        .iter()
        .filter_map(|tool| tool.as_ref().err())
        .any(|missing| BASIC.contains(&missing.name.as_str()))
}

fn tool_entry(tool: &Looked) -> Value {
    match tool {
        Ok(found) => json!({ "name": found.name, "found": found, "missing": null }),
        Err(missing) => json!({ "name": missing.name, "found": null, "missing": missing }),
    }
}

fn adapter_entry(adapter: &Adapter, environment: &ToolEnvironment) -> Value {
    json!({
        "name": adapter.name,
        "needs": adapter.needs,
        "missing": tools::missing(&adapter.needs, environment),
    })
}

fn show_tools(page: &mut Page, tools: &[Looked], paint: &Paint) {
    page.add(&paint.bold("Tools"));
    for tool in tools {
        match tool {
            Ok(found) => {
                let path = found.path.display().to_string();
                let text = found.version.as_ref().unwrap_or(&path);
                page.line(&paint.good("there  "), &found.name, text);
            }
            Err(missing) => {
                page.line(&paint.bad("missing"), &missing.name, &missing.reason);
                page.below(&format!("get it by: {}", missing.way_out));
            }
        }
    }
    page.add("");
}

fn show_adapters(
    page: &mut Page,
    adapters: &[Adapter],
    problems: &[String],
    environment: &ToolEnvironment,
    paint: &Paint,
) {
    page.add(&paint.bold("Adapters"));
    for adapter in adapters {
        let missing = tools::missing(&adapter.needs, environment);
        if missing.is_empty() {
            page.line(&paint.good("ok     "), &adapter.name, "can be built");
        }
        for tool in missing {
            let text = format!("needs {}; get it by: {}", tool.name, tool.way_out);
            page.line(&paint.warn("lacks  "), &adapter.name, &text);
        }
    }
    for problem in problems {
        page.line(&paint.bad("faulty "), "", problem);
    }
    if adapters.is_empty() && problems.is_empty() {
        page.add("  there are none in this checkout");
    }
    page.add("");
}

fn show_facts(page: &mut Page, facts: &Facts, paint: &Paint) {
    page.add(&paint.bold("Machine"));
    let (processor, system) = (&facts.processor, &facts.system);
    let virtualisation = &system.virtualisation;
    let toolchain = &facts.toolchain;
    let lines = [
        ("processor", processor.name.clone()),
        ("signature", signature(processor)),
        ("CPUs", cpus(processor)),
        ("caches", caches(processor)),
        (
            "features",
            processor.features.as_ref().map(|names| names.join(" ")),
        ),
        ("frequency", frequency(processor)),
        (
            "memory",
            system
                .memory_bytes
                .map(|bytes| format!("{:.1} GiB", gib(bytes))),
        ),
        ("system", system.os.clone()),
        ("kernel", system.kernel.clone()),
        ("architecture", Some(system.architecture.clone())),
        (
            "hypervisor",
            virtualisation
                .hypervisor_name
                .clone()
                .or_else(|| virtualisation.hypervisor.map(yes_or_no)),
        ),
        (
            "container",
            virtualisation
                .container
                .clone()
                .or(Some("no hint of one".to_owned())),
        ),
        ("rustc", toolchain.rustc.clone()),
        ("cc", toolchain.cc.clone()),
        ("c++", toolchain.cxx.clone()),
        ("commit", commit(facts)),
        ("machine id", Some(facts.machine())),
    ];
    for (name, value) in lines {
        page.fact(name, value.as_deref().unwrap_or("not known"));
    }
    page.add("");
}

fn signature(processor: &Processor) -> Option<String> {
    let parts = [
        ("vendor", &processor.vendor),
        ("family", &processor.family),
        ("model", &processor.model),
        ("stepping", &processor.stepping),
        ("microcode", &processor.microcode),
    ];
    let known: Vec<String> = parts
        .iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)))
        .collect();
    (!known.is_empty()).then(|| known.join(", "))
}

fn cpus(processor: &Processor) -> Option<String> {
    let mut text = format!("{} online", processor.cpus_online?);
    if let Some(sockets) = processor.sockets {
        text += &format!(", sockets: {sockets}");
    }
    if let Some(threads) = processor.threads_per_core {
        text += &format!(", threads per core: {threads}");
    }
    Some(text)
}

fn caches(processor: &Processor) -> Option<String> {
    let describe = |cache: &arena_core::environment::Cache| {
        let size = cache.bytes.map_or("size not known".to_owned(), |bytes| {
            format!("{} KiB", bytes / 1024)
        });
        format!("L{} {} {size}", cache.level, cache.kind.to_lowercase())
    };
    let all: Vec<String> = processor.caches.as_ref()?.iter().map(describe).collect();
    Some(all.join(", "))
}

fn frequency(processor: &Processor) -> Option<String> {
    let now = processor.current_mhz.map(|mhz| format!("{mhz:.0} MHz now"));
    let most = processor.max_mhz.map(|mhz| format!("{mhz:.0} MHz at most"));
    let known: Vec<String> = now.into_iter().chain(most).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

fn commit(facts: &Facts) -> Option<String> {
    let commit = facts.source.commit.clone()?;
    Some(match facts.source.dirty {
        Some(true) => format!("{commit}, with changes"),
        _ => commit,
    })
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1u32 << 30)
}

fn yes_or_no(value: bool) -> String {
    if value {
        "yes, its name is not known"
    } else {
        "none"
    }
    .to_owned()
}

fn show_findings(page: &mut Page, findings: &[Finding], paint: &Paint) {
    page.add(&paint.bold("Fitness for measuring"));
    for finding in findings {
        let label = format!("{:<7}", finding.level.id());
        let label = match finding.level {
            Level::Good => paint.good(&label),
            Level::Warning => paint.warn(&label),
            Level::Note | Level::Unknown => label,
        };
        page.line(&label, &finding.id, &finding.what);
        if finding.level != Level::Good {
            page.below(&format!("why: {}", finding.why));
        }
        if let Some(way_out) = &finding.way_out {
            page.below(&format!("way out: {way_out}"));
        }
    }
    let count = |level| {
        findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    };
    let (warnings, unknown) = (count(Level::Warning), count(Level::Unknown));
    let all = findings.len();
    page.add(&format!(
        "\n{warnings} of {all} things disturb measurements here, {unknown} can't be told."
    ));
}

/// Where the text of a line starts: after a label of 7 columns and a name of 15.
const INDENT: usize = 2 + 7 + 2 + 15 + 2;

/// What is shown, line by line.
#[derive(Default)]
struct Page(String);

impl Page {
    fn add(&mut self, line: &str) {
        self.0 += line;
        self.0.push('\n');
    }

    /// A line with a label of 7 columns, which may hold colour codes, a name and a text.
    fn line(&mut self, label: &str, name: &str, text: &str) {
        let mut lines = wrapped(text, WIDTH - INDENT).into_iter();
        let first = lines.next().unwrap_or_default();
        self.add(&format!("  {label}  {name:<15}  {first}"));
        lines.for_each(|line| self.add(&format!("{:INDENT$}{line}", "")));
    }

    fn below(&mut self, text: &str) {
        for line in wrapped(text, WIDTH - INDENT) {
            self.add(&format!("{:INDENT$}{line}", ""));
        }
    }

    fn fact(&mut self, name: &str, value: &str) {
        const START: usize = 2 + 12 + 2;
        let mut lines = wrapped(value, WIDTH - START).into_iter();
        let first = lines.next().unwrap_or_default();
        self.add(&format!("  {name:<12}  {first}"));
        lines.for_each(|line| self.add(&format!("{:START$}{line}", "")));
    }
}
