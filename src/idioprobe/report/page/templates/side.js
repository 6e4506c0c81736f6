// Every measure of every model: a table that sorts, what papers report beside it, and the predictions.

const MAIN = ["choice_net", "choice", "choice_words", "choice_random", "choice_net_tokens", "sim_syn", "sim_words", "sim_rand", "aff_syn_words", "simr_syn", "simr_words", "qa_pref_words", "qa_choice", "qa_idiom", "qa_refused"];
const UNIT_NAMES = { target: "phrases", sentence: "sentences", answer: "answers in words" };
const sorting = { column: null, descending: true };

const SHORT = { level_one: "≈1", level_zero: "≈0", level_low: "low", rho_zero: "≈0", rho_positive: ">0", rho_negative: "<0" };

const keyOf = (measure, statistic, part) => `${measure}/${statistic}/${part}`;

// Which sentences the table is of: those of the score at first.
function buildSide() {
  const { summary } = here();
  const board = lead();
  const slices = new Map(summary.map(([, language, condition]) => [`${language}/${condition}`, `${language.toUpperCase()}, ${CONDITIONS[condition]}`]));
  const units = Object.keys(UNIT_NAMES).filter((unit) => summary.some((row) => row[3] === unit));
  byId("side-slice").replaceChildren(...[...slices].map(([key, label]) => option(key, label, key === `${board.language}/${board.condition}`)), ...(slices.size > 1 ? [option("all", "all")] : []));
  byId("side-unit").replaceChildren(...units.map((unit) => option(unit, UNIT_NAMES[unit], unit === board.unit)));
}

function sideData() {
  const group = here();
  const rows = new Map();
  const { value: wanted } = byId("side-slice");
  const { value: chosen } = byId("side-unit");
  const shown = (language, condition, unit, measure) =>
    (wanted === "all" || wanted === `${language}/${condition}`) && (unit === chosen || unitsOf(measure).size === 1);
  const rowOf = (label, language, condition, reported) => {
    const key = `${label}/${language}/${condition}`;
    if (!rows.has(key)) rows.set(key, { label, reported, slice: slice(language, condition), cells: {} });
    return rows.get(key);
  };
  const others = group.summary.filter((row) => row.at(-1) !== group.models[row[0]].view);
  const several = new Set(others.map((row) => `${row[0]}/${row[4]}`));
  const spoken = new Set(others.filter((row) => row[3] === "answer").map(([model]) => model));
  const labelled = (model, measure, view) => group.models[model].label + (several.has(`${model}/${measure}`) || spoken.has(model) ? ` (${view})` : "");
  for (const [model, language, condition, unit, measure, statistic, part, value, low, high, n, p, rating, tied, view] of group.summary) {
    if (!shown(language, condition, unit, measure)) continue;
    const row = rowOf(labelled(model, measure, view), language, condition, false);
    row.cells[keyOf(measure, statistic, part)] = { value, low, high, n, p, rating, tied, marks: [] };
  }
  for (const [model, language, condition, unit, measure, part, prediction, verdict, words, rule] of group.predictions) {
    const row = rows.get(`${labelled(model, measure, group.models[model].view)}/${language}/${condition}`);
    const cell = row?.cells[keyOf(measure, prediction.startsWith("rho") ? "rho_type" : "mean", "all")];
    if (cell && (unit === chosen || unit === "answer")) cell.marks.push({ verdict, short: (part === "all" ? "" : `${part} `) + (SHORT[prediction] ?? prediction.replace("above ", ">").replace("sim_", "").replace("condition ", "")), words: `${words}${part === "all" ? "" : ` (${part})`}: ${verdict} (${rule})` });
  }
  const run = new Set([...rows.values()].flatMap((row) => Object.keys(row.cells)));
  for (const [label, language, condition, unit, measure, statistic, part, value, text, doubt] of group.reported) {
    const key = keyOf(measure, statistic, part);
    if (!shown(language, condition, unit, measure) || !run.has(key)) continue;
    rowOf(label, language, condition, true).cells[key] = { value, text, title: doubt ?? "reported" };
  }
  const places = new Set([...rows.values()].map((row) => row.slice));
  for (const [label, language, condition, unit, measure, statistic, part, value] of group.references) {
    const key = keyOf(measure, statistic, part);
    if (!shown(language, condition, unit, measure) || !run.has(key) || !places.has(slice(language, condition))) continue;
    const row = rowOf(`${label} (reference)`, language, condition, false);
    row.reference = true;
    row.cells[key] = { value, text: digits(value, 2), title: "a reference, not a model" };
  }
  return [...rows.values()];
}

// Measures that exist in one unit only are shown whichever is chosen.
function unitsOf(measure) {
  const group = here();
  if (!group.units) {
    group.units = new Map();
    for (const [, , , unit, name] of group.summary) group.units.set(name, (group.units.get(name) ?? new Set()).add(unit));
  }
  return group.units.get(measure) ?? new Set();
}

// The main measures, and those that stand on their own: without a level over all expressions.
function sideColumns(rows) {
  const all = byId("all-measures").checked;
  return here().columns.filter((column) => all || MAIN.includes(column.measure) || column.statistic !== "mean" && column.statistic !== "rho_type")
    .map((column) => ({ key: keyOf(column.measure, column.statistic, column.group), name: column.measure, label: column.label, title: titleOf(column.measure), places: column.statistic.endsWith("_percent") ? 1 : 2 }))
    .filter(({ key }) => rows.some((row) => row.cells[key]));
}

const titleOf = (name) => here().measures.find((measure) => measure.name === name)?.title ?? name;

function sideValue(row, column) {
  if (column === "model") return row.label;
  if (column === "slice") return row.slice;
  return row.cells[column]?.value ?? null;
}

function sortRows(rows) {
  const { column, descending } = sorting;
  if (column === null) return rows;
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (Boolean(a.reference) !== Boolean(b.reference)) return a.reference ? 1 : -1;
    const [x, y] = [sideValue(a, column), sideValue(b, column)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  });
}

function sideHeader(label, column, title) {
  const sorted = sorting.column === column ? (sorting.descending ? "descending" : "ascending") : "none";
  const arrow = { descending: " ▼", ascending: " ▲", none: "" }[sorted];
  const button = make("button", { type: "button", "data-column": column, title }, label + arrow);
  button.addEventListener("click", () => {
    sorting.descending = sorting.column === column ? !sorting.descending : true;
    sorting.column = column;
    drawSide();
    byId("side").querySelector(`[data-column="${column}"]`).focus();
  });
  return make("th", { scope: "col", "aria-sort": sorted }, button);
}

function sideCell(cell, places) {
  if (!cell) return make("td", {}, "");
  if (cell.text) return make("td", { title: cell.title }, cell.text);
  const weak = cell.p !== null && cell.p > 0.05;
  const about = [`n = ${cell.n}`, cell.p === null ? null : (cell.p < 0.001 ? "p < .001" : `p = ${cell.p.toFixed(3)}`), cell.rating && `rating: ${cell.rating}`];
  const td = make("td", { class: weak ? "weak" : null, title: about.filter(Boolean).join(", ") }, digits(cell.value, places));
  if (cell.tied) td.append(make("span", { class: "tied", title: "models that share a letter are tied" }, cell.tied));
  if (cell.low !== null) td.append(make("small", {}, `[${digits(cell.low, places)}, ${digits(cell.high, places)}]`));
  if (cell.marks.length) td.append(make("small", { class: "marks" }, ...cell.marks.flatMap((mark) => [make("span", { class: mark.verdict, title: mark.words }, `${MARKS[mark.verdict]} ${mark.short}`), " "])));
  return td;
}

function drawSide() {
  const rows = sideData();
  const columns = sideColumns(rows);
  const spans = new Map();
  for (const column of columns) spans.set(column.name, (spans.get(column.name) ?? 0) + 1);
  const several = new Set(rows.map((row) => row.slice)).size > 1;
  const top = make("tr", {}, make("td", { colspan: several ? 2 : 1 }));
  for (const [name, span] of spans) top.append(make("th", { colspan: span, scope: "colgroup" }, make("code", {}, name), make("small", {}, titleOf(name))));
  const head = make("tr", {}, sideHeader("model", "model"), several ? sideHeader("slice", "slice") : null);
  for (const column of columns) head.append(sideHeader(column.label, column.key, column.title));
  const body = make("tbody");
  for (const row of sortRows(rows)) {
    const tr = make("tr", { class: row.reference ? "reference" : row.reported ? "reported" : null }, make("th", { scope: "row", title: row.label }, named(row.label)), several ? make("td", {}, row.slice) : null);
    for (const column of columns) tr.append(sideCell(row.cells[column.key], column.places));
    body.append(tr);
  }
  byId("side").replaceChildren(make("thead", {}, top, head), body);
  byId("side-save").replaceChildren(saving("measures", { rows: () => tableRowsOf(byId("side")) }));
  drawBeside(rows, columns);
}

// Where these models lie among those of the papers, by one number.
function drawBeside(rows, columns) {
  const holder = byId("beside");
  const shared = columns.filter(({ key }) => rows.some((row) => row.reported && Number.isFinite(row.cells[key]?.value)) && rows.some((row) => !row.reported && row.cells[key]));
  if (!shared.length) { holder.replaceChildren(); return; }
  const wanted = holder.querySelector("select")?.value;
  const column = shared.find(({ key }) => key === wanted) ?? shared[0];
  const found = rows.filter((row) => Number.isFinite(row.cells[column.key]?.value)).sort((a, b) => b.cells[column.key].value - a.cells[column.key].value);
  const most = found.map((row) => row.cells[column.key]).flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const step = column.places === 1 ? 10 : 0.1;
  const domain = [Math.floor(Math.min(...most) / step) * step, Math.ceil(Math.max(...most) / step) * step];
  const several = new Set(found.map((row) => row.slice)).size > 1;
  const picture = make("div", { class: "picture" });
  const choice = make("select", { on: { change: () => { drawBeside(rows, columns); holder.querySelector("select").focus(); } } }, ...shared.map(({ key, name, label, title }) => option(key, `${title}: ${label} (${name})`, key === column.key)));
  const title = "Beside the papers’ models";
  holder.replaceChildren(make("figure", { class: "panel" }, make("figcaption", {}, make("h3", {}, title), make("p", { class: "quiet" }, "What was run here, filled; what papers report, grey. They differ in how they were made, see above.")), make("p", {}, make("label", {}, "Measure ", choice)), picture,
    make("p", { class: "foot" }, savingPicture("beside-papers", picture, () => [["model", "slice", "reported", column.name], ...found.map((row) => [row.label, row.slice, row.reported, row.cells[column.key].value])]))));
  picture.replaceChildren(...plot(picture, {
    domain, label: `${title}: ${column.title}`, ticks: () => [domain[0], (domain[0] + domain[1]) / 2, domain[1]].map((value) => ({ value, label: digits(value, column.places) })),
    rows: found.map((row) => {
      const { value, low, high } = row.cells[column.key];
      return { label: row.label + (several ? `, ${row.slice}` : ""), quiet: row.reported || row.reference, text: digits(value, column.places), marks: [{ value, low, high, tone: row.reported || row.reference ? "quiet" : "one", shape: row.reference ? "tick" : row.reported ? "diamond" : "dot", words: `${row.label}: ${digits(value, column.places)}` }] };
    }),
    legend: [{ tone: "one", shape: "dot", words: "run here" }, { tone: "quiet", shape: "diamond", words: "reported" }, { tone: "quiet", shape: "tick", words: "references" }],
  }));
}

function buildPredictions() {
  const judged = new Set(here().predictions.map(([model]) => model));
  byId("predictions").hidden = !judged.size;
  byId("prediction-model").replaceChildren(...[...judged].map((model) => option(model, here().models[model].label)));
  byId("choose-prediction").hidden = judged.size < 2;
}

function drawPredictions() {
  const model = Number(byId("prediction-model").value);
  byId("held").textContent = here().models[model].held;
  const rows = here().predictions.filter(([own]) => own === model);
  const body = make("tbody");
  for (const [, language, condition, unit, measure, part, , verdict, words, rule, value, low, high] of rows) {
    body.append(make("tr", {},
      make("td", { class: verdict }, `${MARKS[verdict]} ${verdict}`), make("td", {}, words + (part === "all" ? "" : ` (${part})`)),
      make("td", { class: "number", title: rule }, `${digits(value)} [${digits(low)}, ${digits(high)}]`),
      make("td", {}, measure), make("td", {}, `${slice(language, condition)}, ${unit}`)));
  }
  const head = ["verdict", "prediction", "estimate", "measure", "where"].map((name) => make("th", { scope: "col" }, name));
  byId("prediction-list").replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ...head)), body));
}
