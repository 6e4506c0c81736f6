// The score by class, type, language, layer and context: rows are models, or, of a single model, what it is broken down by.

const CLASS_NAMES = { NC: "idiomatic (NC)", PC: "partly compositional (PC)", C: "compositional (C)", no_overlap: "no word shared with the synonym", all: "all expressions" };
const TONES = ["C", "PC", "NC"];
const SERIES = ["one", "two", "three", "four", "five"];

// The mean of the score's measure over a group of expressions, with its interval.
function shareOf(model, { language = lead().language, condition = lead().condition, unit = lead().unit, group = lead().group } = {}) {
  const row = here().summary.find(([own, ...key]) => own === model && [language, condition, unit, lead().measure, "mean", group].every((part, i) => part === key[i]));
  return row && row[7] !== null ? { value: row[7], low: row[8], high: row[9] } : null;
}

const REFERENCE_SHAPES = ["cross", "tick", "diamond"];
const referenceNames = () => [...new Set(here().references.map(([label]) => label))];

// The same of a reference, which has no interval.
function referenceShare(label, { language = lead().language, condition = lead().condition, unit = lead().unit, group = lead().group } = {}) {
  const row = here().references.find(([own, ...key]) => own === label && [language, condition, unit, lead().measure, "mean", group].every((part, i) => part === key[i]));
  return row ? row[7] : null;
}

// References as quiet rows below models; the tones are those of the kinds.
function referenceRowsBelow(kinds, where) {
  return referenceNames().map((label) => ({
    label, quiet: true, together: true, marks: kinds.flatMap(([key, name, tone]) => {
      const value = referenceShare(label, where(key));
      return value === null ? [] : [{ value, tone, shape: "diamond", key, words: `${label} (reference), ${name}: ${scoreOf(lead())(value)}` }];
    }),
  })).filter((row) => row.marks.length).map((row, i) => ({ ...row, apart: i === 0 }));
}

// `kinds` are [key, name, tone]; `where` says which numbers belong to a key.
function brokenDown(kinds, where) {
  const find = (model, key) => shareOf(model, where(key));
  const { models } = here();
  const chosen = lead().entries.map((entry) => entry.model);
  const mark = (model, [key, name, tone]) => {
    const found = find(model, key);
    return found && { ...found, tone, shape: "dot", key, words: `${models[model].label}, ${name}: ${scoreWith(lead(), [found.value, found.low, found.high])}` };
  };
  if (chosen.length === 1) {
    const beside = ([key, name]) => referenceNames().flatMap((label, i) => {
      const value = referenceShare(label, where(key));
      return value === null ? [] : [{ value, tone: "quiet", shape: REFERENCE_SHAPES[i], key: label, words: `${label} (reference), ${name}: ${scoreOf(lead())(value)}` }];
    });
    return kinds.map((kind) => [kind, mark(chosen[0], kind)]).filter(([, found]) => found)
      .map(([kind, found]) => ({ label: kind[1], together: true, marks: [...beside(kind), found], text: scoreWith(lead(), [found.value, found.low, found.high]), short: scoreOf(lead())(found.value) }));
  }
  const rows = chosen.map((model) => ({ label: models[model].label, marks: kinds.map((kind) => mark(model, kind)).filter(Boolean) })).filter((row) => row.marks.length);
  return rows.length ? [...rows, ...referenceRowsBelow(kinds, where)] : rows;
}

// From 0, or from below it where a score is.
const partDomain = (rows) => (lead().of100 ? [Math.min(-0.1, ...rows.flatMap((row) => row.marks.flatMap((one) => [one.value, one.low ?? one.value]))), 1] : [0, 1]);

function part(name, title, about, rows, legend, extra = null) {
  if (!rows.length || !rows.some((row) => row.marks.length)) return null;
  const picture = make("div", { class: "picture" });
  const holder = make("figure", { class: "panel", id: `part-${name}` }, make("figcaption", {}, make("h3", {}, title), make("p", { class: "quiet" }, about)), extra, picture,
    make("p", { class: "foot" }, savingPicture(`score-by-${name}`, { querySelector: () => picture.querySelector("svg") }, () => [["row", "what", "score", "low", "high"], ...rows.flatMap((row) => row.marks.map((one) => [row.label, one.key ?? "", one.value, one.low, one.high]))])));
  return { holder, draw: () => picture.replaceChildren(...plot(picture, { rows, legend: lead().entries.length > 1 || name === "layer" ? legend : legend.filter(({ tone }) => tone === "quiet"), ticks: ticksOf(lead()), domain: partDomain(rows), gradient: `scale-${name}`, label: `${title}. ${rows.flatMap((row) => row.marks.map((one) => one.words)).join("; ")}` })) };
}

const legendOf = (kinds) => [
  ...kinds.map(([, words, tone]) => ({ tone, shape: "dot", words })),
  ...referenceNames().map((words, i) => ({ tone: "quiet", shape: REFERENCE_SHAPES[i], words })),
];

// The classes that the summary knows, the idiomatic first.
function byClass() {
  const known = new Set(here().summary.filter(([, , , , measure]) => measure === lead().measure).map((row) => row[6]));
  const kinds = here().classes.filter((key) => known.has(key)).reverse().map((key, i) => [key, CLASS_NAMES[key] ?? key, TONES.includes(key) ? key : SERIES[i % SERIES.length]]);
  const rows = brokenDown(kinds, (group) => ({ group }));
  const keys = new Set(rows.flatMap((row) => row.marks.filter((one) => one.shape === "dot").map((one) => one.key)));
  return keys.size > 1 ? part("class", "By class", "The words of a compositional expression are its meaning, so both are near; idiomatic expressions tell models apart.", rows, legendOf(kinds)) : null;
}

// All expressions of a type, whatever their class.
function byType() {
  const kinds = types().map((name, i) => [`type:${name}`, name, SERIES[i % SERIES.length]]);
  if (kinds.length < 2) return null;
  return part("type", "By type", "The same for all expressions of each type, whatever their class.", brokenDown(kinds, (group) => ({ group })), legendOf(kinds));
}

function byLanguage() {
  const kinds = here().boards.map((board, i) => [board.language, board.title, SERIES[i % SERIES.length]]);
  if (kinds.length < 2) return null;
  return part("language", "By language", "The same score in each language of the dataset.", brokenDown(kinds, (language) => ({ language })), legendOf(kinds));
}

let layerModel = null;

function byLayer() {
  const board = lead();
  const able = [...new Set(board.layers.map(([model]) => model))];
  if (!able.length) return null;
  if (!able.includes(layerModel)) [layerModel] = able;
  const units = [["target", "phrase", "one"], ["sentence", "sentence", "two"]];
  const mine = board.layers.filter(([model]) => model === layerModel);
  const rows = [...new Set(mine.map(([, layer]) => layer))].map((layer) => ({
    label: layer === 0 ? "0, words alone" : String(layer),
    marks: units.flatMap(([unit, words, tone]) => mine.filter(([, own, there]) => own === layer && there === unit).map(([, , , value, low, high]) => ({ value, low, high, tone, shape: "dot", key: unit, words: `layer ${layer}, ${words}: ${scoreWith(lead(), [value, low, high])}` }))),
  }));
  rows.push(...referenceRowsBelow(units, (unit) => ({ unit })));
  const choice = able.length > 1 ? make("p", {}, make("label", {}, "Model ", make("select", { id: "layer-model", on: { change: (event) => { layerModel = Number(event.target.value); drawParts(); byId("layer-model").focus(); } } }, ...able.map((model) => option(model, here().models[model].label, model === layerModel))))) : null;
  const about = able.length > 1 ? "The score in each layer." : `The score in each layer of ${here().models[layerModel].label}.`;
  return part("layer", "By layer", about, rows, units.map(([, words, tone]) => ({ tone, shape: "dot", words })), choice);
}

function byContext() {
  const board = lead();
  const unit = board.entries.some((entry) => shareOf(entry.model, { unit: "target" })) ? "target" : board.unit;
  const kinds = Object.keys(CONDITIONS).map((key, i) => [key, CONDITIONS[key], SERIES[i % SERIES.length]]);
  const rows = brokenDown(kinds, (condition) => ({ condition, unit }));
  const keys = new Set(rows.flatMap((row) => row.marks.filter((one) => one.shape === "dot").map((one) => one.key)));
  const what = { target: "Vectors of phrases", sentence: "Vectors of sentences", answer: "Asked in words" }[unit];
  return keys.size > 1 ? part("context", "Does the sentence help?", `${what}, in natural sentences and in sentences that say nothing about it. If the sentence helped, natural ones would lie further right.`, rows, legendOf(kinds)) : null;
}

let drawnParts = [];

function drawParts() {
  const board = lead();
  const beyond = board.entries.length ? [byClass(), byType(), byContext(), byLanguage(), byLayer()].filter(Boolean) : [];
  drawnParts = beyond;
  byId("parts").hidden = !beyond.length;
  byId("parts-grid").replaceChildren(...beyond.map((one) => one.holder));
  for (const one of beyond) one.draw();
}
