// The expression explorer: search, sentences, variants, similarities, and where an expression lies among the others.

const MOST_MATCHES = 60;
let current = null;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function search() {
  const wanted = plain(byId("search").value.trim());
  const { expressions } = here();
  const found = expressions.expression.map((_, i) => i).filter((i) => state.language.has(expressions.language[i]) && state.class.has(classOf(i)) && plain(expressions.expression[i]).includes(wanted));
  byId("found").textContent = `${found.length} of ${expressions.expression.length} expressions` + (found.length > MOST_MATCHES ? `, the first ${MOST_MATCHES} shown` : "");
  byId("matches").replaceChildren(...found.slice(0, MOST_MATCHES).map((i) => make("li", {}, expressionButton(i))));
}

function expressionButton(i, value = null) {
  const { expressions } = here();
  const button = make("button", { type: "button", "aria-current": i === current ? "true" : null, on: { click: () => choose(i, true) } },
    make("bdi", {}, expressions.expression[i]), ` · ${expressions.language[i].toUpperCase()} ${expressions.class[i] ?? ""}`);
  if (value !== null) button.append(` · ${digits(value, 3)}`);
  return button;
}

function choose(i, scroll = false) {
  current = i;
  search();
  drawExpression();
  if (scroll && window.matchMedia("(max-width: 44rem)").matches) byId("expression").scrollIntoView();
}

// Offsets count characters, JavaScript's strings count UTF-16 units.
const letters = (text) => [...text];

function marked(text, start, end) {
  const all = letters(text);
  return make("p", { dir: "auto" }, all.slice(0, start).join(""), make("mark", {}, all.slice(start, end).join("")), all.slice(end).join(""));
}

function variantText(v) {
  const { items, variants } = here();
  const original = letters(items.text[variants.item[v]]);
  return original.slice(0, variants.before[v]).join("") + variants.new[v] + original.slice(original.length - variants.after[v]).join("");
}

function similarityCell(value) {
  if (value === null || !Number.isFinite(value)) return make("td", { class: "number" }, "–");
  const bar = make("i");
  bar.style.width = `${Math.max(0, Math.min(1, value)) * 100}%`;
  return make("td", { class: "number" }, digits(value), make("span", { class: "bar", "aria-hidden": "true" }, bar));
}

function variantTable(item) {
  const { models, variants } = here();
  const chosen = [...state.model];
  const body = make("tbody");
  variants.roles.forEach((role, r) => {
    const mine = variantsOf(item).filter((v) => variants.role[v] === r);
    if (!mine.length) return;
    const texts = make("td", {});
    for (const v of mine) {
      const all = letters(variantText(v));
      texts.append(make("div", { dir: "auto", title: all.join("") }, all.slice(variants.start[v], variants.end[v]).join("")));
    }
    const cells = chosen.map((model) => similarityCell(values(model, state.unit, role.measure)?.[item] ?? null));
    body.append(make("tr", {}, make("th", { scope: "row", title: role.words }, role.name), texts, ...cells));
  });
  if (!body.children.length) return null;
  const head = make("tr", {}, make("th", { scope: "col" }, "variant"), make("th", { scope: "col" }, "in its place"), ...chosen.map((model) => make("th", { scope: "col" }, make("bdi", {}, models[model].label))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Variants and similarities" }, make("table", {}, make("thead", {}, head), body));
}

let variantIndex = { group: -1, byItem: new Map() };

function variantsOf(item) {
  if (variantIndex.group !== state.group) {
    const byItem = new Map();
    here().variants.item.forEach((owner, v) => byItem.set(owner, [...(byItem.get(owner) ?? []), v]));
    variantIndex = { group: state.group, byItem };
  }
  return variantIndex.byItem.get(item) ?? [];
}

// One thin line per expression, this one thick: where it lies among the others.
function strip(model, measure, kept) {
  const all = perExpression(model, state.unit, measure, kept);
  const mine = all.get(current);
  if (mine === undefined) return null;
  const sorted = [...all.values()].sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const at = (value) => (high > low ? ((value - low) / (high - low)) * 96 + 2 : 50);
  const below = sorted.filter((value) => value < mine).length;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 26");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const line = (x, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [key, value] of Object.entries({ x1: x, x2: x, "vector-effect": "non-scaling-stroke", ...attributes })) element.setAttribute(key, value);
    svg.append(element);
  };
  for (const value of sorted) line(at(value), { y1: 6, y2: 20, stroke: colour("--quiet"), "stroke-opacity": 0.25 });
  line(at(mine), { y1: 0, y2: 26, stroke: colour("--fails"), "stroke-width": 3 });
  return make("div", { class: "strip" }, make("bdi", { title: here().models[model].label }, here().models[model].label), svg, make("span", {}, digits(mine, 3) + (sorted.length > 1 ? `, above ${below} of ${sorted.length - 1}` : "")));
}

function drawExpression() {
  const holder = byId("expression");
  if (current === null) { holder.replaceChildren(); return; }
  const { expressions, items } = here();
  const measure = byId("rank-measure").value;
  const kept = chosenItems();
  const own = items.expression.map((_, i) => i).filter((i) => items.expression[i] === current && state.condition.has(items.condition[i]));
  const rating = expressions.rating[current];
  const parts = [
    make("h3", { tabindex: "-1" }, make("bdi", {}, expressions.expression[current])),
    make("p", {}, make("span", { class: "chip" }, expressions.language[current].toUpperCase()),
      expressions.class[current] ? make("span", { class: "chip" }, expressions.class[current]) : null,
      rating === null ? make("span", { class: "chip" }, "no rating") : make("span", { class: "chip" }, `rating ${digits(rating)} (${expressions.kind[current]})`),
      expressions.synonym_overlap[current] ? make("span", { class: "chip" }, "shares a word with its synonym") : null),
  ];
  const strips = [...state.model].map((model) => strip(model, measure, kept)).filter(Boolean);
  if (strips.length) parts.push(make("p", { class: "quiet" }, `${titleOf(measure)} (${measure}) among the expressions that the filters leave:`), ...strips);
  for (const item of own) {
    const number = items.sentence[item] ? ` ${items.sentence[item]}` : "";
    parts.push(make("div", { class: "sentence" }, make("p", { class: "quiet" }, CONDITIONS[items.condition[item]] + number), marked(items.text[item], items.start[item], items.end[item]), variantTable(item)));
  }
  if (!own.length) parts.push(make("p", { class: "quiet" }, "No sentence of it in the chosen conditions."));
  holder.replaceChildren(...parts.filter(Boolean));
}

function buildRanks() {
  const group = here();
  const there = new Set(Object.keys(group.values).map((key) => key.split("/")[2]));
  const measures = group.measures.filter((measure) => there.has(measure.name));
  byId("ranks").hidden = !measures.length;
  byId("rank-measure").replaceChildren(...measures.map((measure) => make("option", { value: measure.name }, `${measure.name}: ${measure.title}`)));
  if (there.has("aff_syn_words")) byId("rank-measure").value = "aff_syn_words";
  byId("rank-model").replaceChildren(...group.models.map((model, i) => make("option", { value: i }, model.label)));
}

function drawRanks() {
  const all = [...perExpression(Number(byId("rank-model").value), state.unit, byId("rank-measure").value, chosenItems())];
  all.sort((a, b) => b[1] - a[1]);
  const list = (rows) => rows.map(([expression, value]) => make("li", {}, expressionButton(expression, value)));
  byId("highest").replaceChildren(...list(all.slice(0, 10)));
  byId("lowest").replaceChildren(...list(all.slice(-10).reverse()));
}
