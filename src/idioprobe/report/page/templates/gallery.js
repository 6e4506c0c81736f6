// The papers' figures: small pictures that open, fed with the rows that the filters leave.

const ONLY_ERRORS = 1;
const THUMBNAIL = 400;
const views = new Map();
const visible = new Set();
const library = new Promise((done) => { if (window.vegaEmbed) done(); else window.addEventListener("charts", done, { once: true }); });
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) { visible.add(entry.target); drawFigure(entry.target, THUMBNAIL); } else visible.delete(entry.target);
  }
}, { rootMargin: "200px 0px" });

const themed = () => DATA.configs[document.documentElement.dataset.theme === "dark" ? "dark" : "light"];

function rowsOf(figure) {
  const rows = figure.data === "scores" ? scoreRows(figure) : tableRows(figure.name in here().tables ? unfolded(here().tables[figure.name]) : []);
  return figure.byClass ? rows.filter((row) => row.class !== null) : rows;
}

const longest = (rows) => Math.max(0, ...[...new Set(rows.map((row) => row.model))].map((label) => widthOf(label, 12)));

// Panels stand side by side as far as the width allows beside the labels. Square panels, of models against models, grow with the models.
// A panel of ideal values below them is as wide as one of them.
function fit(whole, width, rows, small) {
  const [spec, ...below] = whole.vconcat ?? [whole];
  const inner = spec.spec;
  const room = width - (small ? 0 : Math.min(longest(rows), width / 2)) - 40;
  const panels = new Set(rows.map((row) => [row.slice, row.measure, row.unit].join())).size;
  if (inner.height === inner.width) {
    const models = new Set(rows.map((row) => row.model)).size;
    inner.height = inner.width = Math.max(90, Math.min(room - 25, 46 * models, 420));
    spec.columns = Math.max(1, Math.floor(room / (inner.width + 45)));
    return;
  }
  spec.columns = Math.max(1, Math.min(spec.columns ?? 1, panels, Math.floor(width / 420)));
  if (typeof inner.width === "number") inner.width = Math.max(130, Math.min(700, Math.floor(room / spec.columns) - 35));
  for (const panel of below) panel.width = inner.width;
}

// Long labels of models in several lines, and legends of what is drawn and nothing else.
function trim(spec, width, rows, small) {
  const labels = [...new Set(rows.map((row) => row.model))];
  const lines = Object.fromEntries(labels.map((label) => [label, wrapped(label, Math.max(90, width / 3), 12)]));
  const byRows = typeof (spec.vconcat?.[0] ?? spec).spec.height !== "number";
  const seen = (field) => new Set(rows.map((row) => row[field]));
  const visit = (node) => {
    if (Array.isArray(node)) { node.forEach(visit); return; }
    if (!node || typeof node !== "object") return;
    for (const [name, channel] of Object.entries(node)) {
      const { field, scale: own } = channel ?? {};
      if (name === "y" && field === "model") channel.axis = { ...channel.axis, labelLimit: 0, ...(small ? { labels: false } : byRows ? { labelExpr: `(${JSON.stringify(lines)})[datum.label] || datum.label` } : {}) };
      if (name === "x" && small && field in (rows[0] ?? {}) && ["model", "other"].includes(field)) channel.axis = { ...channel.axis, labels: false };
      if (["color", "opacity", "fill"].includes(name) && Array.isArray(own?.domain) && typeof own.domain[0] === "string" && field in (rows[0] ?? {})) {
        const there = seen(field);
        const kept = own.domain.map((value, i) => [value, own.range?.[i]]).filter(([value]) => there.has(value));
        own.domain = kept.map(([value]) => value);
        if (Array.isArray(own.range)) own.range = kept.map(([, value]) => value);
      }
      visit(channel);
    }
  };
  visit(spec);
}

let drawing = 0;

async function drawFigure(holder, width) {
  const stamp = `${drawing} ${holder.dataset.figure}`;
  if (holder.dataset.stamp === stamp) return;
  holder.dataset.stamp = stamp;
  await library;
  const figure = DATA.figures[Number(holder.dataset.figure)];
  const rows = rowsOf(figure);
  views.get(holder)?.finalize();
  views.delete(holder);
  if (!rows.length) {
    holder.replaceChildren(make("p", { class: "quiet" }, "Nothing to draw with these filters."));
    return;
  }
  const spec = structuredClone(figure.spec);
  fit(spec, width, rows, holder.classList.contains("thumbnail"));
  trim(spec, width, rows, holder.classList.contains("thumbnail"));
  spec.datasets = { rows };
  const place = make("div");
  const made = await vegaEmbed(place, spec, { actions: false, config: themed(), renderer: "canvas", logLevel: ONLY_ERRORS });
  if (holder.dataset.stamp !== stamp || !holder.isConnected) { made.finalize(); return; } // drawn anew meanwhile, or gone
  holder.replaceChildren(place);
  holder.classList.toggle("cut", holder.classList.contains("thumbnail") && holder.scrollHeight > holder.clientHeight + 4);
  const classless = figure.data !== "scores" && !("class" in rows[0]) && state.class.size < options("class").length;
  if (classless) holder.append(make("p", { class: "quiet" }, "This figure is about all classes, whatever the filter says."));
  const typeless = figure.data !== "scores" && state.type.size < types().length;
  if (typeless) holder.append(make("p", { class: "quiet" }, "This figure is about all types, whatever the filter says."));
  const narrow = ["language", "condition"].filter((name) => state[name].size < options(name).length);
  const pooled = narrow.some((name) => rows[0][name] === null);
  if (pooled) holder.append(make("p", { class: "quiet" }, "This figure takes all sentences and languages together, whatever the filter says."));
  views.set(holder, made);
}

function redrawFigures() {
  drawing += 1;
  for (const holder of visible) drawFigure(holder, THUMBNAIL);
  if (byId("figure").open) drawFigure(byId("figure-chart"), byId("figure-chart").clientWidth);
}

function openFigure(i) {
  const figure = DATA.figures[i];
  const chart = byId("figure-chart");
  byId("figure-title").textContent = figure.title;
  byId("figure-about").replaceChildren(make("p", { class: "quiet" }, figure.source),
    make("p", {}, make("b", {}, "How to read it: "), figure.reading), make("p", {}, make("b", {}, "Ideally: "), figure.ideal));
  chart.dataset.figure = i;
  delete chart.dataset.stamp;
  chart.replaceChildren();
  byId("figure").insertBefore(byId("filtering"), chart);
  byId("figure").showModal();
  drawFigure(chart, chart.clientWidth);
  const picture = async (kind) => (await fetchPicture(views.get(chart).view, kind));
  const table = () => { const rows = rowsOf(figure); const names = Object.keys(rows[0] ?? {}); return [names, ...rows.map((row) => names.map((name) => row[name]))]; };
  byId("figure-save").replaceChildren(saving(figure.name, { png: () => picture("png"), svg: () => picture("svg"), rows: table }));
}

async function fetchPicture(view, kind) {
  if (kind === "svg") return new Blob([await view.toSVG()], { type: "image/svg+xml" });
  const canvas = await view.toCanvas(SCALE);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function buildFigures() {
  watcher.disconnect();
  visible.clear();
  for (const made of views.values()) made.finalize();
  views.clear();
  const list = byId("figure-list");
  list.replaceChildren();
  const papers = new Map();
  DATA.figures.forEach((figure, i) => {
    if (here().figures.includes(figure.name)) papers.set(figure.paper, [...(papers.get(figure.paper) ?? []), [figure, i]]);
  });
  for (const [paper, figures] of papers) {
    const cards = figures.map(([figure, i]) => {
      const holder = make("div", { class: "thumbnail", "data-figure": i, "aria-hidden": "true" });
      watcher.observe(holder);
      return make("button", { type: "button", class: "card", id: `figure-${figure.name.replace(/[^\w-]/g, "-")}`, on: { click: () => openFigure(i) } },
        make("span", {}, make("b", {}, figure.name), ` ${figure.title}`), holder);
    });
    list.append(make("h3", {}, paper === "idioprobe" ? "Beyond the papers" : paper), make("div", { class: "cards" }, ...cards));
  }
  byId("figures").hidden = !DATA.figures.length;
  const missing = DATA.figures.filter((figure) => !here().figures.includes(figure.name)).map((figure) => figure.name + (figure.needs ? ` (${figure.needs})` : ""));
  if (missing.length) list.append(make("p", { class: "quiet" }, `Not drawn, since the results do not hold what they need: ${missing.join(", ")}.`));
}
