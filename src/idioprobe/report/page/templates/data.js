// The page's one copy of the data, and what the filters leave of it.

const DATA = JSON.parse(document.getElementById("data").textContent);
const CONDITIONS = DATA.conditions;
const decoded = new Map();

const state = { group: 0, board: 0, language: new Set(), condition: new Set(), class: new Set(), type: new Set(), model: new Set(), unit: "target" };

// Tables come in columns; a word that repeats in one is there once.
function unfolded({ names, rows, columns }) {
  const cell = (column, i) => (column.of ? column.of[column.at ? column.at[i] : 0] : column[i]);
  const row = names ? (i) => Object.fromEntries(names.map((name, c) => [name, cell(columns[c], i)])) : (i) => columns.map((column) => cell(column, i));
  return Array.from({ length: rows }, (_, i) => row(i));
}

for (const group of DATA.groups) for (const name of ["summary", "predictions"]) group[name] = unfolded(group[name]);

const here = () => DATA.groups[state.group];

// The class of idiomatic expressions: classes stand in their order, the compositional one first.
const idiomatic = () => here().classes.at(-1);
const types = () => [...new Set(here().expressions.type)];

// The board that is read: the answer in one language, or, for results without a score, where one would be taken.
const lead = () => here().boards[state.board] ?? unscored();

function unscored() {
  const { expressions, items } = here();
  const unit = ["target", "sentence"].find((name) => values(0, name, "sim_syn")) ?? "sentence";
  const measure = Object.keys(DATA.rivals).find((name) => here().models.some((_, model) => values(model, unit, DATA.rivals[name].measure)));
  const group = expressions.class.includes(idiomatic()) ? idiomatic() : "all";
  const condition = Object.keys(CONDITIONS).find((name) => items.condition.includes(name));
  return { language: expressions.language[0], unit, condition, group, idiomatic: idiomatic(), measure, entries: [], references: [], further: [], layers: [] };
}

// Scores of one model in one unit, in the order of the items; NaN where there is none.
function values(model, unit, measure) {
  const key = `${model}/${unit}/${measure}`;
  const text = here().values[key];
  if (text === undefined) return null;
  const name = `${state.group}/${key}`;
  if (!decoded.has(name)) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    decoded.set(name, new Float32Array(bytes.buffer));
  }
  return decoded.get(name);
}

// Answers in words are measured in a unit of their own, which is never mixed with those of vectors.
const sameKind = (unit) => (unit === "answer") === (lead().unit === "answer");

// The models with scores of sentences, which not every suite has, of the kind that the board is about.
function measuredModels() {
  const there = new Set(Object.keys(here().values).map((key) => key.split("/")).filter(([, unit]) => sameKind(unit)).map(([model]) => Number(model)));
  return here().models.map((_, model) => model).filter((model) => there.has(model));
}

const classOf = (expression) => here().expressions.class[expression] ?? "none";
const slice = (language, condition) => `${language.toUpperCase()}-${DATA.short[condition] ?? condition}`;

// The items that pass the filters; a figure about certain conditions keeps to them.
function chosenItems(only = null) {
  const { expressions, items } = here();
  const both = only?.filter((condition) => state.condition.has(condition)) ?? [];
  const conditions = new Set(both.length ? both : only ?? state.condition);
  const several = types().length > 1;
  const kept = [];
  for (let i = 0; i < items.expression.length; i++) {
    const expression = items.expression[i];
    const condition = items.condition[i];
    if (!state.language.has(expressions.language[expression]) || !state.class.has(classOf(expression))) continue;
    if (several && !state.type.has(expressions.type[expression])) continue;
    if (conditions.has(condition)) kept.push(i);
  }
  return kept;
}

// The items that a score is taken from, and those of other classes or conditions in the same language.
function boardItems({ classes = null, condition = lead().condition } = {}) {
  const { expressions, items } = here();
  const board = lead();
  const wanted = classes ?? (board.group === board.idiomatic ? [board.idiomatic] : null);
  return items.expression.map((_, i) => i).filter((i) => items.condition[i] === condition
    && expressions.language[items.expression[i]] === board.language && (!wanted || wanted.includes(classOf(items.expression[i]))));
}

// One row for every model, item and measure of a figure: the columns that all charts of scores rely on.
function scoreRows(figure) {
  const { expressions, items, models } = here();
  const units = figure.fixed.unit ?? [state.unit];
  const kept = chosenItems(figure.fixed.condition);
  const rows = [];
  for (const model of state.model) {
    for (const unit of units) {
      for (const [measure, label] of figure.measures) {
        const own = values(model, unit, measure);
        if (!own) continue;
        for (const i of kept) {
          if (!Number.isFinite(own[i])) continue;
          const expression = items.expression[i];
          const language = expressions.language[expression];
          const condition = items.condition[i];
          rows.push({
            model: models[model].label, language, condition, slice: slice(language, condition), unit,
            class: expressions.class[expression], expression: expressions.expression[expression], sentence: items.item[i],
            measure: label, value: own[i], rating: expressions.rating[expression], length: items.length[i], beyond: null,
          });
        }
      }
    }
  }
  return rows.length && figure.references ? [...rows, ...referenceRows(figure, rows)] : rows;
}

const wholly = (name) => state[name].size === options(name).length;

const ROUNDED = 0.005; // What rounding to two digits hides.
const ROOM = 0.25; // How far beyond the models a reference may stretch an axis, as a part of what they span.

// A row for the mean of each reference, wherever there are rows of models; those of some classes only have no such mean.
// One that would stretch the axis far is put at its end, and `beyond` says where it is.
function referenceRows(figure, rows) {
  if (!figure.byClass && !wholly("class")) return [];
  const place = (row) => [row.slice, row.unit, row.measure, figure.byClass ? row.class : "all"].join();
  const drawn = new Set(rows.map(place));
  const labels = new Map(figure.measures);
  const [low, high] = rows.reduce(([least, most], { value }) => [Math.min(least, value), Math.max(most, value)], [0, 0]);
  const room = ROOM * (high - low);
  const ends = [Math.min(low - room, figure.references[0] - ROUNDED), Math.max(high + room, figure.references[1] + ROUNDED)];
  const found = here().references.filter(([, , , , measure, statistic]) => statistic === "mean" && labels.has(measure))
    .map(([model, language, condition, unit, measure, , group, value]) => ({
      model, language, condition, slice: slice(language, condition), unit, class: figure.byClass ? group : null, group,
      expression: null, sentence: null, measure: labels.get(measure), value, rating: null, length: null,
    })).filter((row) => (figure.byClass || row.group === "all") && drawn.has(place(row)));
  const complete = (model) => found.filter((row) => row.model === model).length === drawn.size;
  return found.filter((row) => complete(row.model)).map((row) => ({
    ...row, value: Math.max(ends[0], Math.min(ends[1], row.value)),
    beyond: row.value < ends[0] ? `← ${digits(row.value)}` : row.value > ends[1] ? `${digits(row.value)} →` : null,
  }));
}

// Rows of a small table that the page carries as it is, filtered by the columns it has.
function tableRows(table) {
  const labels = new Set([...[...state.model].map((model) => here().models[model].label), ...here().references.map(([label]) => label)]);
  const whose = table.length && "owner" in table[0] ? "owner" : "model";
  const tests = { language: state.language, condition: state.condition, class: state.class, [whose]: labels, other: labels };
  const checks = Object.entries(tests).filter(([name]) => table.length && name in table[0]);
  const byUnit = table.length && "unit" in table[0] && new Set(table.map((row) => row.unit)).size > 1;
  return table.filter((row) =>
    checks.every(([name, allowed]) => row[name] === null || allowed.has(row[name])) && (!byUnit || row.unit === state.unit));
}

// The mean over an expression's chosen sentences.
function perExpression(model, unit, measure, kept) {
  const own = values(model, unit, measure);
  const sums = new Map();
  if (!own) return sums;
  for (const i of kept) {
    if (!Number.isFinite(own[i])) continue;
    const expression = here().items.expression[i];
    const [sum, count] = sums.get(expression) ?? [0, 0];
    sums.set(expression, [sum + own[i], count + 1]);
  }
  return new Map([...sums].map(([expression, [sum, count]]) => [expression, sum / count]));
}
