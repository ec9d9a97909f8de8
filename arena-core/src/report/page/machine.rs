//! Where it was measured, as `environment.json` has it.

use super::View;
use super::markup::escape;
use crate::environment::Facts;

pub(super) fn render(view: &View<'_>) -> String {
    let mut facts: Vec<(&str, String)> = Vec::new();
    for machine in &view.report.machines {
        facts.push(("measured on", machine.clone()));
    }
    match &view.material.facts {
        Some(of) => facts.extend(recorded(of)),
        None => facts.push((
            "machine facts",
            "environment.json is not there or can't be read".to_owned(),
        )),
    }
    let mut out =
        "<div class=\"machine\" id=\"machine\"><h3>Machine</h3>\n<dl class=\"facts\">\n".to_owned();
    for (name, value) in facts {
        out += &format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(&value));
    }
    out + "</dl></div>\n"
}

fn recorded(facts: &Facts) -> Vec<(&'static str, String)> {
    let or = |value: &Option<String>| value.clone().unwrap_or_else(|| "not known".to_owned());
    let yes = |value: Option<bool>| value.map(|on| if on { "on" } else { "off" }.to_owned());
    let number = |value: Option<u32>| value.map(|value| value.to_string());
    let cpu = &facts.processor;
    let system = &facts.system;
    let gib = system
        .memory_bytes
        .map(|bytes| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)));
    let beneath = &system.virtualisation;
    let virtual_machine = match (beneath.hypervisor, &beneath.hypervisor_name) {
        (Some(true), name) => format!("virtual machine ({})", or(name)),
        (Some(false), _) => "no hypervisor seen".to_owned(),
        (None, _) => "not known".to_owned(),
    };
    let container = beneath.container.as_ref();
    let container = container.map_or(String::new(), |name| format!(", container ({name})"));
    let tools = &facts.toolchain;
    let compilers = [&tools.rustc, &tools.cc, &tools.cxx, &tools.cmake, &tools.go];
    let compilers: Vec<String> = compilers.into_iter().flatten().cloned().collect();
    vec![
        (
            "processor",
            format!(
                "{}, family {}, model {}, stepping {}, microcode {}",
                or(&cpu.name),
                or(&cpu.family),
                or(&cpu.model),
                or(&cpu.stepping),
                or(&cpu.microcode)
            ),
        ),
        (
            "processors",
            format!(
                "{} online, SMT {}, governor {}, turbo {}",
                or(&number(cpu.cpus_online)),
                or(&yes(cpu.smt)),
                or(&cpu.governor),
                or(&yes(cpu.turbo))
            ),
        ),
        ("memory", or(&gib)),
        (
            "system",
            format!("{}, {}", or(&system.os), or(&system.kernel)),
        ),
        (
            "beneath",
            format!(
                "{virtual_machine}{container}; clock {}",
                or(&system.clock_source)
            ),
        ),
        ("tools", compilers.join("; ")),
    ]
}
