// Figures: the same chart specifications as the paper figures, fed with the rows that the filters leave.

const ONLY_ERRORS = 1;
const views = new Map();
const visible = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) { visible.add(entry.target); draw(entry.target); } else visible.delete(entry.target);
  }
}, { rootMargin: "300px 0px" });

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const themed = () => DATA.configs[document.documentElement.dataset.theme === "dark" ? "dark" : "light"];

function rowsOf(figure) {
  const rows = figure.data === "scores" ? scoreRows(figure) : tableRows(here().tables[figure.name] ?? []);
  return figure.byClass ? rows.filter((row) => row.class !== null) : rows;
}

// Panels stand side by side as far as the width allows; labels of models and the menu need about 230 pixels. Square panels, of
// models against models, grow with the models.
function fit(whole, width, rows) {
  const [spec, ...below] = whole.vconcat ?? [whole];
  const inner = spec.spec;
  const room = width - 230;
  if (inner.height === inner.width) {
    const models = new Set(rows.map((row) => row.model)).size;
    inner.height = inner.width = Math.max(90, Math.min(room - 25, 46 * models, 420));
    spec.columns = Math.max(1, Math.floor(room / (inner.width + 45)));
    return;
  }
  spec.columns = Math.max(1, Math.min(spec.columns ?? 1, Math.floor(width / 460)));
  if (typeof inner.width === "number") inner.width = Math.max(130, Math.min(700, Math.floor(room / spec.columns) - 25));
  for (const panel of below) panel.width = inner.width;
}

async function draw(holder) {
  const stamp = `${drawing}`;
  if (holder.dataset.stamp === stamp) return;
  holder.dataset.stamp = stamp;
  const figure = DATA.figures[Number(holder.dataset.figure)];
  const rows = rowsOf(figure);
  views.get(holder)?.finalize();
  views.delete(holder);
  if (!rows.length) {
    holder.replaceChildren(make("p", { class: "quiet" }, "Nothing to draw with these filters."));
    return;
  }
  const spec = structuredClone(figure.spec);
  fit(spec, holder.clientWidth, rows);
  spec.datasets = { rows };
  holder.style.minHeight = `${holder.offsetHeight}px`;
  const place = make("div");
  holder.replaceChildren(place);
  const classless = figure.data !== "scores" && !("class" in rows[0]) && state.class.size < options("class").length;
  if (classless) holder.append(make("p", { class: "quiet" }, "This figure is about all classes, whatever the filter says."));
  const narrow = ["language", "condition"].filter((name) => state[name].size < options(name).length);
  const pooled = narrow.some((name) => rows[0][name] === null);
  if (pooled) holder.append(make("p", { class: "quiet" }, "This figure takes all sentences and languages together, whatever the filter says."));
  const made = await vegaEmbed(place, spec, { actions: { export: true, source: false, compiled: false, editor: false }, config: themed(), renderer: "canvas", logLevel: ONLY_ERRORS, downloadFileName: `idioprobe-${figure.name}` });
  if (holder.dataset.stamp !== stamp || !holder.isConnected) { made.finalize(); return; } // drawn anew meanwhile, or gone
  views.set(holder, made);
  holder.style.minHeight = "";
}

let drawing = 0;

function redrawFigures() {
  drawing += 1;
  for (const holder of visible) draw(holder);
}

function buildFigures() {
  watcher.disconnect();
  visible.clear();
  for (const view of views.values()) view.finalize();
  views.clear();
  const list = byId("figure-list");
  const index = byId("figure-index");
  list.replaceChildren();
  index.replaceChildren();
  DATA.figures.forEach((figure, i) => {
    if (!here().figures.includes(figure.name)) return;
    const id = `figure-${figure.name.replace(/[^\w-]/g, "-")}`;
    const holder = make("div", { class: "chart", "data-figure": i });
    index.append(make("a", { href: `#${id}`, title: figure.title }, figure.name));
    list.append(make("figure", { id }, make("figcaption", {},
      make("h3", {}, figure.title), make("p", { class: "quiet" }, figure.source),
      make("p", {}, make("b", {}, "How to read it: "), figure.reading), make("p", {}, make("b", {}, "Ideally: "), figure.ideal)), holder));
    watcher.observe(holder);
  });
  const missing = DATA.figures.filter((figure) => !here().figures.includes(figure.name)).map((figure) => figure.name + (figure.needs ? ` (${figure.needs})` : ""));
  if (missing.length) list.append(make("p", { class: "quiet" }, `Not drawn, since the results do not hold what they need: ${missing.join(", ")}.`));
}
