// The expression explorer: search, sentences, variants, similarities, and where an expression lies among the others.

const MOST_MATCHES = 60;
let current = null;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function search() {
  const wanted = plain(byId("search").value.trim());
  const { expressions } = here();
  const found = expressions.expression.map((_, i) => i).filter((i) => plain(expressions.expression[i]).includes(wanted));
  byId("found").textContent = `${found.length} of ${expressions.expression.length} expressions` + (found.length > MOST_MATCHES ? `, the first ${MOST_MATCHES} shown` : "");
  byId("matches").replaceChildren(...found.slice(0, MOST_MATCHES).map((i) => make("li", {}, expressionButton(i))));
}

function expressionButton(i) {
  const { expressions } = here();
  return make("button", { type: "button", "aria-current": i === current ? "true" : null, on: { click: () => openExpression(i, narrow()) } },
    make("bdi", {}, expressions.expression[i]), make("span", { class: "quiet" }, ` ${expressions.language[i].toUpperCase()} ${expressions.class[i] ?? ""}`));
}

function openExpression(i, scroll = false) {
  current = i;
  search();
  drawExpression();
  if (!scroll) return;
  byId("expression").scrollIntoView({ block: "start" });
  byId("expression").querySelector("h3").focus({ preventScroll: true });
}

// Offsets count characters, JavaScript's strings count UTF-16 units.
const letters = (text) => [...text];

const placesOf = (spans) => spans.split(" ").map((span) => span.split(":").map(Number));

// A target in several parts is named as dictionaries do: gave … up.
function targetOf(text, spans) {
  const all = letters(text);
  return placesOf(spans).map(([start, end]) => all.slice(start, end).join("")).join(" … ");
}

function marked(text, spans, kind = null) {
  const all = letters(text);
  const pieces = [];
  let at = 0;
  for (const [start, end] of placesOf(spans)) {
    pieces.push(all.slice(at, start).join(""), make("mark", {}, all.slice(start, end).join("")));
    at = end;
  }
  return make("p", { dir: "auto", class: kind }, ...pieces, all.slice(at).join(""));
}

function variantText(v) {
  const { items, variants } = here();
  const original = letters(items.text[variants.item[v]]);
  return original.slice(0, variants.before[v]).join("") + variants.new[v] + original.slice(original.length - variants.after[v]).join("");
}

// A number, and where it lies between the farthest and the nearest variant.
function similarityCell(value, [low, high], meaning) {
  if (value === null || !Number.isFinite(value)) return make("td", { class: "number" }, "–");
  const spot = make("i", { class: meaning ? "meaning" : null });
  spot.style.left = `${high > low ? (100 * (value - low)) / (high - low) : 50}%`;
  return make("td", { class: value === high ? "number nearest" : "number" }, digits(value), make("span", { class: "spot", "aria-hidden": "true" }, spot));
}

const ROLE_NAMES = { syn: "its meaning", words: "its words, by synonyms", words_alt: "its words, other synonyms", rand: "random words" };

// One row for each kind of variant, the nearest of each model in bold.
function variantTable(item) {
  const { models, variants } = here();
  const chosen = models.map((_, model) => model).filter((model) => variants.roles.some((role) => Number.isFinite(values(model, unit(), role.measure)?.[item])));
  const there = variants.roles.map((role, r) => [role, variantsOf(item).filter((v) => variants.role[v] === r)]).filter(([, mine]) => mine.length);
  if (!there.length || !chosen.length) return null;
  const at = (model, role) => values(model, unit(), role.measure)?.[item] ?? null;
  const ends = chosen.map((model) => there.map(([role]) => at(model, role)).filter(Number.isFinite)).map((all) => [Math.min(...all), Math.max(...all)]);
  const body = make("tbody");
  for (const [role, mine] of there) {
    const texts = make("small", {});
    mine.forEach((v, i) => {
      const text = variantText(v);
      texts.append(i ? ", " : "", make("bdi", { title: text }, targetOf(text, variants.spans[v])));
    });
    body.append(make("tr", { class: role.name === "syn" ? "of-meaning" : null, "data-role": role.name },
      make("th", { scope: "row", title: role.words }, ROLE_NAMES[role.name] ?? role.name, texts),
      ...chosen.map((model, i) => similarityCell(at(model, role), ends[i], role.name === "syn"))));
  }
  const head = make("tr", {}, make("th", { scope: "col" }, "in its place"), ...chosen.map((model) => make("th", { scope: "col" }, named(models[model].label))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Variants and similarities" }, make("table", { class: "variants" }, make("thead", {}, head), body));
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

// The unit of the explorer: that of the score, unless the reader chose the other.
let ownUnit = null;
const unit = () => ownUnit ?? lead().unit;

function unitChoice() {
  const there = options("unit").filter(([value]) => value !== "answer");
  if (there.length < 2 || lead().unit === "answer") return null;
  return make("fieldset", { class: "choice" }, make("legend", {}, "Compared"), ...there.map(([value]) => {
    const input = make("input", { type: "radio", name: "own-unit", value, on: { change: () => { ownUnit = value; drawExpression(); byId("expression").querySelector("input:checked").focus(); } } });
    input.checked = unit() === value;
    return make("label", {}, input, value === "sentence" ? " sentences" : " phrases");
  }));
}

// One thin line per expression, this one thick: where it lies among the others.
function strip(model, measure, kept) {
  const all = perExpression(model, unit(), measure, kept);
  const mine = all.get(current);
  if (mine === undefined) return null;
  const sorted = [...all.values()].sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const at = (value) => (high > low ? ((value - low) / (high - low)) * 96 + 2 : 50);
  const below = sorted.filter((value) => value < mine).length;
  const line = (x, attributes) => draw("line", { x1: x, x2: x, "vector-effect": "non-scaling-stroke", ...attributes });
  const svg = draw("svg", { viewBox: "0 0 100 26", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...sorted.map((value) => line(at(value), { y1: 6, y2: 20, class: "other" })), line(at(mine), { y1: 0, y2: 26, class: "this" }));
  return make("div", { class: "strip" }, named(here().models[model].label), svg, make("span", {}, digits(mine, 3) + (sorted.length > 1 ? `, above ${below} of ${sorted.length - 1}` : "")));
}

function sentenceBlock(item) {
  const { items } = here();
  const number = items.sentence[item] ? ` ${items.sentence[item]}` : "";
  return make("div", { class: "sentence" }, make("p", { class: "quiet" }, CONDITIONS[items.condition[item]] + number), marked(items.text[item], items.spans[item]), variantTable(item));
}

function drawExpression() {
  const holder = byId("expression");
  if (current === null) { holder.replaceChildren(); return; }
  const { expressions, items } = here();
  const measure = byId("rank-measure").value;
  const own = items.expression.map((_, i) => i).filter((i) => items.expression[i] === current);
  const first = own.filter((i) => items.condition[i] === lead().condition);
  const others = own.filter((i) => !first.includes(i));
  const language = expressions.language[current];
  const kept = items.expression.map((_, i) => i).filter((i) => items.condition[i] === lead().condition && expressions.language[items.expression[i]] === language);
  const rating = expressions.rating[current];
  const chip = (text) => make("span", { class: "chip" }, text);
  const parts = [
    make("h3", { tabindex: "-1" }, make("bdi", {}, expressions.expression[current])),
    make("p", {}, chip(language.toUpperCase()), types().length > 1 ? chip(expressions.type[current]) : null, expressions.class[current] ? chip(CLASS_NAMES[expressions.class[current]] ?? expressions.class[current]) : null,
      rating === null ? chip("no rating") : chip(`rating ${digits(rating)} (${expressions.kind[current]})`),
      expressions.synonym_overlap[current] ? chip("shares a word with its synonym") : null),
    unitChoice(),
  ];
  const strips = here().models.map((_, model) => strip(model, measure, kept)).filter(Boolean);
  if (strips.length) parts.push(make("p", { class: "quiet" }, `${titleOf(measure)} (${measure}), among all expressions in ${language.toUpperCase()}, ${CONDITIONS[lead().condition]}:`), ...strips);
  if (own.some((item) => variantTable(item))) parts.push(make("p", { class: "quiet" }, "Similarity to what stands in its place; the nearest is bold, and the farther right a dot, the nearer."));
  parts.push(...(first.length ? first : others).map(sentenceBlock));
  if (first.length && others.length) parts.push(make("details", {}, make("summary", {}, `In other sentences (${others.length})`), ...others.map(sentenceBlock)));
  parts.push(askedBlock(current));
  holder.replaceChildren(...parts.filter(Boolean));
}
