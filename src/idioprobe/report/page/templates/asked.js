// Answers in words: what models were asked about an expression, what they said, and how it was understood.

let askedIndex = { group: -1, byExpression: new Map(), starts: [] };

// The questions about each expression, and where the answers to each begin.
function questionsOf(expression) {
  const { asked } = here().answers;
  if (askedIndex.group !== state.group) {
    const byExpression = new Map();
    const starts = [];
    let at = 0;
    asked.expression.forEach((owner, q) => {
      if (!byExpression.has(owner)) byExpression.set(owner, []);
      byExpression.get(owner).push(q);
      starts.push(at);
      at += asked.answers[q];
    });
    askedIndex = { group: state.group, byExpression, starts };
  }
  return askedIndex.byExpression.get(expression) ?? [];
}

const saidColumn = (name, i) => (Array.isArray(here().answers.said[name]) ? here().answers.said[name][i] : here().answers.said[name]);

// The answers to a question, each as what it says.
function answersTo(q) {
  const { answers } = here();
  const named = (list, number) => (number === null ? null : list[number]);
  return Array.from({ length: answers.asked.answers[q] }, (_, n) => {
    const i = askedIndex.starts[q] + n;
    const role = named(answers.choice, saidColumn("choice", i));
    const options = named(answers.options, saidColumn("options", i)) ?? [];
    return {
      role, position: saidColumn("position", i), value: saidColumn("value", i), text: named(answers.texts, saidColumn("text", i)),
      understood: named(answers.understood, saidColumn("understood", i)), options: options.map((text) => answers.texts[text]),
    };
  });
}

const TONE_OF = { syn: "meaning", idiomatic: "meaning", words: "words", literal: "words" };
const RIGHT = { pair: "syn", choice: "syn", idiom: "idiomatic" };
const PLACES = { nat: "sentence", neut: "neutral sentence", none: "without a sentence", question: "question" };
const EXCERPT = 60;

const shortened = (text) => (letters(text).length > EXCERPT ? `${letters(text).slice(0, EXCERPT).join("")}…` : text);

// What was understood of an answer, in words.
function understoodAs({ role, understood, value }) {
  const { answers } = here();
  if (role !== null) return make("span", { class: TONE_OF[role] ?? null }, answers.roles[role]);
  if (understood === "rating") return make("span", {}, digits(value, Number.isInteger(value) ? 0 : 1));
  if (understood === "paraphrases") return make("span", { class: value ? "meaning" : null }, value ? "people say so too" : "not what people say");
  if (understood === "text") return make("span", {}, "");
  return make("span", { class: "open" }, answers.unusable[understood] ?? understood);
}

// In short what a model answered to all questions of one kind about an expression.
function inShort(kind, said) {
  const { answers } = here();
  const usable = said.filter(({ role, value, understood }) => role !== null || value !== null || understood === "text");
  if (kind in RIGHT) {
    const right = usable.filter(({ role }) => role === RIGHT[kind]).length;
    const tone = !usable.length ? "open" : right > usable.length / 2 ? "meaning" : right < usable.length / 2 ? "words" : "open";
    const lost = said.length - usable.length;
    const share = usable.length ? `${answers.roles[RIGHT[kind]] ?? "its meaning"} ${right} of ${usable.length}` : "no usable answer";
    return [make("span", { class: tone }, share), lost && usable.length ? make("small", {}, `${lost} not usable`) : null];
  }
  if (kind === "rating") {
    const mean = usable.reduce((sum, { value }) => sum + value, 0) / usable.length;
    return [usable.length ? `${digits(mean, 1)} of 5` : make("span", { class: "open" }, "no usable answer")];
  }
  const texts = [...new Set(said.map(({ text }) => text).filter(Boolean))];
  return texts.length ? texts.slice(0, 2).flatMap((text, i) => [i ? make("br") : null, make("bdi", { class: "said", dir: "auto" }, shortened(text))]) : ["–"];
}

// Every answer to one question, with the options as they were shown.
function answerRows(q, first) {
  const { answers } = here();
  const { asked } = answers;
  const place = `${PLACES[answers.asked.condition[q]] ?? asked.condition[q]}${asked.sentence[q] ? ` ${asked.sentence[q]}` : ""}`;
  const prompt = asked.prompt[q] === null ? null : make("small", { dir: "auto" }, answers.texts[asked.prompt[q]]);
  const said = answersTo(q);
  return said.map((one, i) => {
    const options = one.options.map((text, n) => make("bdi", { class: n + 1 === one.position ? "taken" : null, dir: "auto" }, text));
    return make("tr", { class: i === 0 && !first ? "next" : null },
      i === 0 ? make("th", { scope: "row", rowspan: said.length }, place, prompt) : null,
      make("td", {}, ...options.flatMap((option, n) => [n ? " / " : null, option])),
      make("td", {}, one.text === null ? make("span", { class: "quiet" }, "by likelihood") : make("bdi", { class: "said", dir: "auto" }, one.text || "(nothing)")),
      make("td", {}, understoodAs(one)));
  });
}

function kindTable(kind, questions) {
  const head = make("tr", {}, ...["asked", "options as shown", "answered", "understood"].map((name) => make("th", { scope: "col" }, name)));
  const body = make("tbody", {}, ...questions.flatMap((q, i) => answerRows(q, i === 0)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": here().answers.kinds[kind] ?? kind }, make("table", { class: "answers" }, make("thead", {}, head), body));
}

// One row for each model and way to answer, a column for each kind of question; below it every answer.
function askedBlock(expression) {
  const { answers, models } = here();
  if (!answers.asked) return null;
  const questions = questionsOf(expression);
  if (!questions.length) return null;
  const { asked } = answers;
  const kindOf = (q) => answers.kind[asked.kind[q]];
  const wayOf = (q) => answers.view[asked.view[q]];
  const kinds = Object.keys(answers.kinds).filter((kind) => questions.some((q) => kindOf(q) === kind));
  const rows = new Map();
  for (const q of questions) {
    const key = `${asked.model[q]}/${wayOf(q)}`;
    if (!rows.has(key)) rows.set(key, { label: models[asked.model[q]].label, way: wayOf(q), questions: [] });
    rows.get(key).questions.push(q);
  }
  const ways = { generated: "what it writes", likelihood: "the likeliest option" };
  const name = ({ label, way }) => [named(label), make("small", {}, ways[way] ?? way)];
  const head = make("tr", {}, make("th", { scope: "col" }, "asked in words"), ...kinds.map((kind) => make("th", { scope: "col" }, kind, make("small", {}, answers.kinds[kind]))));
  const body = make("tbody", {}, ...[...rows.values()].map((row) => make("tr", {}, make("th", { scope: "row" }, ...name(row)), ...kinds.map((kind) => {
    const own = row.questions.filter((q) => kindOf(q) === kind);
    return make("td", {}, ...(own.length ? inShort(kind, own.flatMap(answersTo)) : ["–"]));
  }))));
  const details = [...rows.values()].flatMap((row) => kinds.map((kind) => [kind, row.questions.filter((q) => kindOf(q) === kind)]).filter(([, own]) => own.length).map(([kind, own]) => lazily(`${row.label}, ${ways[row.way] ?? row.way}: ${kind} (${own.reduce((sum, q) => sum + asked.answers[q], 0)})`, () => kindTable(kind, own))));
  const notes = [answers.cut === null ? null : `Answers are cut after ${answers.cut} characters here; answers.parquet has them whole.`, answers.shown < answers.total ? `${answers.shown} of ${answers.total} answers are on this page: the first orders and samples of each question.` : null].filter(Boolean);
  return make("div", { class: "asked" }, make("h4", {}, "When models are asked about it"),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answers in short" }, make("table", { class: "in-short" }, make("thead", {}, head), body)),
    make("details", {}, make("summary", {}, "Every answer"), ...details), notes.length ? make("p", { class: "quiet" }, notes.join(" ")) : null);
}

// What is behind a line is made when it is opened: a model may have said a lot.
function lazily(summary, build) {
  const holder = make("details", { class: "every-answer" }, make("summary", {}, summary));
  holder.addEventListener("toggle", () => { if (holder.open && holder.children.length === 1) holder.append(build()); });
  return holder;
}
