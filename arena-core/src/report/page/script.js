// Sorting, filters, the lane switch and the colours of the report. The page is whole without it.
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const byId = (id) => document.getElementById(id);

  // Colours: what the system asks for, until the button is pressed.
  const theme = byId("theme");
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches);
  const showTheme = () => theme.setAttribute("aria-pressed", String(isDark()));
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    showTheme();
  });
  systemDark.addEventListener("change", showTheme);
  showTheme();

  // Sorting: by the value in full where there is one, else by the text.
  const key = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    const text = cell.textContent.trim();
    return text === "-" || text === "" ? null : text;
  };
  const compare = (left, right) => {
    if (typeof left === "number" && typeof right === "number") return left - right;
    return String(left).localeCompare(String(right), "en", { numeric: true });
  };
  const sort = (table, column, descending) => {
    const body = table.tBodies[0];
    const sums = all("tr.sum", body);
    const rows = all("tr:not(.sum)", body).map((row, place) => ({ row, place, value: key(row, column) }));
    rows.sort((a, b) => {
      // What has no value comes last, whichever way.
      if (a.value === null || b.value === null) return (a.value === null) - (b.value === null) || a.place - b.place;
      return (descending ? -1 : 1) * compare(a.value, b.value) || a.place - b.place;
    });
    body.append(...rows.map((entry) => entry.row), ...sums);
    all("th[aria-sort]", table.tHead).forEach((head) => {
      const own = head.cellIndex === column;
      head.setAttribute("aria-sort", own ? (descending ? "descending" : "ascending") : "none");
    });
  };
  for (const table of all("table[data-sort]")) {
    for (const head of table.tHead.rows[0].cells) {
      if (head.classList.contains("g")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        sort(table, head.cellIndex, head.getAttribute("aria-sort") === "ascending");
      });
    }
  }

  // Filters. A line fits if each attribute that it has is what was asked for.
  const lanes = all("#bar [data-lane]");
  const [set, operation, system, count] = ["set", "operation", "system", "count"].map(byId);
  let lane = lanes.length > 0 ? lanes[0].dataset.lane : "both";
  const lines = all("tbody tr[data-y], tbody tr[data-s], tbody tr[data-l], article[data-y]");
  const groups = all(".group");
  const sets = all("section.set");
  const fits = (element, names) => {
    const { s, o, l, y } = element.dataset;
    return (
      (s === undefined || set.value === "" || s === set.value) &&
      (o === undefined || operation.value === "" || o === operation.value) &&
      (l === undefined || lane === "both" || l === lane) &&
      (y === undefined || names.length === 0 || names.some((name) => y.toLowerCase().includes(name)))
    );
  };
  const apply = () => {
    const names = system.value.toLowerCase().split(/[\s,]+/).filter((name) => name !== "");
    let shown = 0;
    for (const line of lines) {
      line.hidden = !fits(line, names);
      shown += line.hidden ? 0 : 1;
    }
    for (const group of groups) {
      const own = all("tbody tr:not(.sum)", group);
      const empty = own.length > 0 && own.every((row) => row.hidden);
      group.hidden = !fits(group, names) || empty;
    }
    for (const section of sets) {
      section.hidden = !fits(section, names) || all(".group", section).every((group) => group.hidden);
    }
    count.textContent = shown + " of " + lines.length + " lines shown";
    lanes.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.lane === lane)));
  };
  lanes.forEach((button) =>
    button.addEventListener("click", () => {
      lane = button.dataset.lane;
      apply();
    }),
  );
  for (const choice of [set, operation, system]) choice.addEventListener("input", apply);
  byId("reset").addEventListener("click", () => {
    set.value = operation.value = system.value = "";
    lane = lanes.some((button) => button.dataset.lane === "both") ? "both" : lane;
    apply();
  });
  byId("bar").hidden = false;
  apply();

  // On paper everything is open; afterwards as before.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open])").filter((details) => details.closest("#rows") === null);
    closed.forEach((details) => (details.open = true));
  });
  addEventListener("afterprint", () => closed.forEach((details) => (details.open = false)));
})();
