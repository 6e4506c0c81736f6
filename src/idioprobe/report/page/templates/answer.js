// The first screen: the score as a picture, and one example drawn as distances.

const LOWEST_ROW = 23;

const ON_A_PHONE = 4;
const MOST_OTHERS = 7;

// As many models as the first screen has room for, but five at least.
function mostRows() {
  if (narrow()) return ON_A_PHONE;
  const used = byId("headline").getBoundingClientRect().top + window.scrollY + 210;
  return Math.max(5, Math.floor((window.innerHeight - used) / LOWEST_ROW));
}
const MOST_EXAMPLES = 16;
const example = { at: 0, model: 0, list: [] };

// A score as its board shows it: of 100, or in per cent.
const scoreOf = (board) => (board.of100 ? hundred : perCent);
const scoreWith = (board, numbers) => interval(numbers, scoreOf(board));

// What the axis of a board is drawn from and to: below 0 as far as some score, interval or floor goes.
function domainOf(board) {
  if (!board.of100) return [0, 1];
  const ends = board.entries.flatMap((entry) => [entry.score, entry.second, entry.tokens].filter(Boolean).flat()).filter(Number.isFinite);
  return [Math.min(-0.1, ...ends), 1];
}

// On how many expressions the scores are: not every model knows the same ones.
function counted(entries) {
  const every = entries.filter((entry) => entry.score).map((entry) => entry.n);
  const [least, most] = [Math.min(...every), Math.max(...every)];
  return least === most ? `${most}` : `${least} to ${most}`;
}

// Of a single model the score of sentences has a row of its own; its tokens, added up, are a mark on the row.
function headlineRows() {
  const board = lead();
  const { models } = here();
  const single = board.entries.length === 1;
  const said = (numbers) => scoreWith(board, numbers);
  const rows = board.entries.filter((entry) => entry.score).slice(0, mostRows()).map((entry) => {
    const label = models[entry.model].label;
    const marks = [{ value: entry.score[0], low: entry.score[1], high: entry.score[2], tone: entry.way, shape: "dot", words: `${label}: ${said(entry.score)}, ${entry.verdict}` }];
    if (entry.second && !single) marks.unshift({ value: entry.second[0], tone: entry.way, shape: "ring", words: `${label}, ${board.second}: ${said(entry.second)}` });
    if (entry.tokens) marks.unshift({ value: entry.tokens[0], tone: "quiet", shape: "cross", words: `${label}, its tokens added up: ${said(entry.tokens)}` });
    return { label, marks, together: true, text: said(entry.score), short: scoreOf(board)(entry.score[0]) };
  });
  const { second, way } = board.entries[0];
  if (single && second) rows.push({ label: board.second, quiet: true, text: said(second), short: scoreOf(board)(second[0]), marks: [{ value: second[0], low: second[1], high: second[2], tone: way, shape: "ring", words: `${board.second}: ${said(second)}` }] });
  for (const own of (board.words ?? []).slice(0, 1)) {
    const room = Math.max(narrow() ? 2 : 3, mostRows() - board.entries.length);
    own.entries.slice(0, room).forEach((entry, i) => rows.push({
      label: models[entry.model].label + (own.view === "likelihood" ? ", by likelihood" : ""), apart: i === 0, together: true, text: interval(entry.score), short: perCent(entry.score[0]),
      marks: [{ value: entry.score[0], low: entry.score[1], high: entry.score[2], tone: entry.way, shape: "square", words: `${models[entry.model].label}, asked in words (${own.asked}): ${interval(entry.score)}, ${entry.verdict}` }],
    }));
  }
  board.references.forEach((one, i) => rows.push({
    label: one.label, quiet: true, apart: i === 0, together: true, text: scoreOf(board)(one.score[0]),
    marks: [{ value: one.score[0], tone: "quiet", shape: "diamond", words: `${one.label} (reference): ${scoreOf(board)(one.score[0])}` }],
  }));
  return rows;
}

function drawHeadline() {
  const holder = byId("headline");
  const board = lead();
  holder.hidden = !board.entries.some((entry) => entry.score);
  if (holder.hidden) return;
  const { models } = here();
  const left = board.entries.length - mostRows();
  const place = board.unit === "answer" ? `asked in words: ${board.asked}` : board.name;
  const picture = make("div", { class: "picture" });
  const words = board.entries.filter((entry) => entry.score).map((entry) => `${models[entry.model].label} ${scoreWith(board, entry.score)}`).join("; ");
  holder.replaceChildren(
    make("figcaption", {}, make("b", {}, board.name[0].toUpperCase() + board.name.slice(1)), make("span", { class: "quiet" }, `${counted(board.entries)} expressions${narrow() ? "" : ", 95 % intervals"}`), savingPicture("idiom-score", picture, headlineTable)),
    picture,
    left > 0 ? make("p", { class: "quiet foot" }, `The ${board.entries.length - left} highest of ${board.entries.length}; `, make("a", { href: "#models" }, "all of them")) : "",
  );
  picture.replaceChildren(...plot(picture, {
    rows: headlineRows(), ticks: ticksOf(board), domain: domainOf(board), gradient: "headline-scale",
    label: `${board.name}, from 0, by the words${board.of100 ? " or by guessing" : ""}, to 100, by the meaning: ${words}`,
    legend: [
      ...["words", "open", "meaning", "noise"].map((tone) => ({ tone, shape: "dot", words: place })).filter((key) => board.entries.some((entry) => entry.way === key.tone)).slice(0, 1),
      ...["words", "open", "meaning"].map((tone) => ({ tone, shape: "ring", words: board.second })).filter((key) => board.entries.some((entry) => entry.second && entry.way === key.tone)).slice(0, 1),
      ...(board.entries.some((entry) => entry.tokens) ? [{ tone: "quiet", shape: "cross", words: narrow() ? "its tokens" : "its tokens, added up" }] : []),
      ...(board.words ?? []).slice(0, 1).map((own) => ({ tone: own.entries[0].way, shape: "square", words: own.view === "likelihood" ? "by likelihood" : narrow() ? "asked in words" : "asked in words, another measure" })),
      ...(board.references.length ? [{ tone: "quiet", shape: "diamond", words: "references" }] : []),
    ],
  }));
}

function headlineTable() {
  const board = lead();
  const head = ["model", board.name, "low", "high", board.second ?? "", "low", "high", "its tokens", "low", "high"];
  const none = [null, null, null];
  const models = board.entries.map((entry) => [here().models[entry.model].label, ...(entry.score ?? none), ...(entry.second ?? none), ...(entry.tokens ?? none)]);
  const spoken = (board.words ?? []).flatMap((own) => own.entries.map((entry) => [`${here().models[entry.model].label} (asked in words: ${own.asked})`, ...entry.score]));
  return [head, ...models, ...spoken, ...board.references.map((one) => [one.label, ...one.score, ...(one.second ?? none)])];
}

// One sentence of each expression, that with the clearest difference; clear failures and successes in turn.
function tellingExamples(model) {
  const board = lead();
  const rival = DATA.rivals[board.measure];
  const [own, other] = [values(model, board.unit, "sim_syn"), rival && values(model, board.unit, rival.measure)];
  if (!own || !other) return [];
  const best = new Map();
  for (const item of boardItems()) {
    const gap = own[item] - other[item];
    const expression = here().items.expression[item];
    if (Number.isFinite(gap) && !(Math.abs(gap) <= Math.abs(best.get(expression)?.gap ?? 0))) best.set(expression, { item, gap });
  }
  const sorted = [...best.values()].sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap));
  const sides = [sorted.filter((one) => one.gap < 0), sorted.filter((one) => one.gap >= 0)];
  const way = board.entries.find((entry) => entry.model === model)?.way;
  if (way === "meaning" || !sides[0].length) sides.reverse();
  const mixed = [];
  for (let i = 0; i < sorted.length; i++) mixed.push(...sides.map((side) => side[i]).filter(Boolean));
  return mixed.slice(0, MOST_EXAMPLES).map(({ item }) => item);
}

// What stands in the place of the expression: of several variants the nearest.
function inPlace(item, roles, model, unit) {
  const { variants } = here();
  const found = variantsOf(item).filter((v) => roles.includes(variants.roles[variants.role[v]].name));
  const nearness = (v) => values(model, unit, variants.roles[variants.role[v]].measure)?.[item] ?? -Infinity;
  const [v] = found.sort((a, b) => nearness(b) - nearness(a));
  return v === undefined ? "" : targetOf(variantText(v), variants.spans[v]);
}

// The expression in the middle, what its words say on the left, its meaning on the right; the nearer has the heavier line.
function distances(width, { name, words, meaning, toWords, toMeaning, rival }) {
  const middle = width / 2;
  const reach = middle - 64;
  const far = Math.max(1 - toWords, 1 - toMeaning, 1e-9);
  const lines = (text) => wrapped(text, Math.min(150, middle - 16), LETTER, 600).slice(0, 3);
  const sides = [
    { at: middle - (reach * (1 - toWords)) / far, said: lines(words), value: toWords, tone: "words", near: toWords > toMeaning },
    { at: middle + (reach * (1 - toMeaning)) / far, said: lines(meaning), value: toMeaning, tone: "meaning", near: toMeaning > toWords },
  ];
  const above = wrapped(name, width - 20, 16, 700).slice(0, 3);
  const line = 46 + (above.length - 1) * 18;
  const height = line + 32 + 16 * Math.max(...sides.map(({ said }) => said.length));
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${name}: similarity ${digits(toWords)} to ${words}, ${digits(toMeaning)} to ${meaning}` });
  svg.append(textLines(above, { x: middle, y: 22 + (above.length - 1) * 9, "text-anchor": "middle", class: "name large" }, 18));
  for (const { at, said, value, tone, near } of sides) {
    svg.append(draw("line", { x1: middle, x2: at, y1: line, y2: line, class: `span ${tone}${near ? " heavy" : " faint"}` }), SHAPES[near ? "dot" : "ring"](at, line, tone));
    const half = Math.max(...said.map((one) => widthOf(one, LETTER, 600)), 90) / 2 + 2;
    const x = tone === "words" ? Math.max(half, Math.min(middle - half, at)) : Math.min(width - half, Math.max(middle + half, at));
    svg.append(textLines(said, { x, y: line + 24 + (said.length - 1) * 7.5, "text-anchor": "middle", class: `name ${tone}` }));
    svg.append(draw("text", { x, y: line + 24 + said.length * 16, "text-anchor": "middle", class: "value quiet" }, `${tone === "words" ? rival : tone} ${digits(value)}`));
  }
  svg.append(draw("circle", { cx: middle, cy: line, r: 6.5, class: "mark ink" }));
  return svg;
}

// How the models see one sentence: left of the middle nearer to the words, right of it nearer to the meaning.
function everyModel(item) {
  const board = lead();
  const rival = DATA.rivals[board.measure];
  const gaps = board.entries.map(({ model }) => [model, values(model, board.unit, "sim_syn")?.[item] - values(model, board.unit, rival.measure)?.[item]]).filter(([, gap]) => Number.isFinite(gap));
  const most = Math.max(...gaps.map(([, gap]) => Math.abs(gap)), 1e-9);
  const shown = gaps.slice(0, MOST_OTHERS);
  const meaning = gaps.filter(([, gap]) => gap > 0).length;
  return make("div", { class: "every" }, make("p", { class: "quiet" }, `${meaning} of ${gaps.length} models put it nearer to its meaning${shown.length < gaps.length ? `; the first ${shown.length}` : ""}:`),
    ...shown.map(([model, gap]) => make("div", { class: "row" }, named(here().models[model].label), diverging(gap, [-most, most]), make("span", { class: "number" }, digits(gap)))));
}

function drawExample() {
  const holder = byId("example");
  const board = lead();
  const model = example.model;
  example.list = tellingExamples(model);
  holder.hidden = !example.list.length;
  byId("answer").querySelector(".first").classList.toggle("single", holder.hidden || byId("headline").hidden);
  if (holder.hidden) return;
  const { expressions, items, models } = here();
  const item = example.list[example.at % example.list.length];
  const expression = items.expression[item];
  const rival = DATA.rivals[board.measure];
  const toWords = values(model, board.unit, rival.measure)[item];
  const toMeaning = values(model, board.unit, "sim_syn")[item];
  const name = targetOf(items.text[item], items.spans[item]);
  const picture = make("div", { class: "picture" });
  const able = measuredModels();
  const chooser = make("select", { "aria-label": "Model of the example", on: { change: (event) => { example.model = Number(event.target.value); example.at = 0; drawExample(); } } },
    ...able.map((i) => option(i, models[i].label, i === model)));
  const others = board.entries.length > 2 && !narrow() ? everyModel(item) : null;
  const nearer = toWords === toMeaning ? "equally near to both" : toWords > toMeaning ? `nearer to ${rival.words}` : "nearer to its meaning";
  holder.replaceChildren(
    make("figcaption", {}, make("b", {}, "For example"), make("span", { class: "quiet" }, `${example.at % example.list.length + 1} of ${example.list.length}`), savingPicture("example", picture, null)),
    marked(items.text[item], items.spans[item], "quote"),
    picture,
    make("p", { class: "told" }, make("span", { class: toWords > toMeaning ? "words" : "meaning" }, `${nearer[0].toUpperCase()}${nearer.slice(1)}`), " for ", able.length > 1 ? chooser : make("bdi", {}, models[model].label), ". ", make("span", { class: "quiet" }, "Lines are distances, numbers similarities.")),
    make("p", { class: "foot" }, make("button", { type: "button", id: "another", class: "primary", on: { click: () => { example.at += 1; drawExample(); byId("another").focus(); } } }, "Another example"),
      make("button", { type: "button", on: { click: () => openExpression(expression, true) } }, "All of its sentences")),
    others ?? "",
  );
  const meaning = inPlace(item, ["syn"], model, board.unit);
  picture.replaceChildren(distances(Math.max(picture.clientWidth, 260), { name: name || expressions.expression[expression], words: inPlace(item, rival.roles, model, board.unit), meaning, toWords, toMeaning, rival: rival.words.replace("its ", "") }));
}
