// Where models fail and succeed: expressions ranked by how much nearer they are to their meaning.

const AT_EACH_END = 12;

function buildRanks() {
  const group = here();
  const board = lead();
  const there = new Set(Object.keys(group.values).map((key) => key.split("/")).filter(([, unit]) => sameKind(unit)).map(([, , measure]) => measure));
  const measures = group.measures.filter((measure) => there.has(measure.name));
  const gap = DATA.rivals[board.measure]?.gap;
  for (const id of ["ranks", "ranks-choice", "ranks-about", "explorer-title"]) byId(id).hidden = !measures.length;
  byId("expressions-title").textContent = measures.length ? "Where it fails, and where it succeeds" : "Expressions";
  byId("rank-measure").replaceChildren(...measures.map((measure) => option(measure.name, `${measure.title} (${measure.name})`)));
  byId("rank-measure").value = there.has(gap) ? gap : measures[0]?.name ?? "";
  const models = measuredModels().map((model) => option(model, group.models[model].label));
  byId("rank-model").replaceChildren(...models);
  const classes = options("class");
  const idiomatic = board.group === board.idiomatic;
  byId("rank-class").replaceChildren(option("", "all"), ...(classes.length > 1 ? classes.map(([value, label]) => option(value, CLASS_NAMES[value] ?? label, idiomatic && value === board.idiomatic)) : []));
}

// The mean over sentences of one model: margins of different models have different scales.
function rankValues() {
  const which = byId("rank-class").value;
  const kept = boardItems({ classes: which ? [which] : [...here().classes, "none"] });
  const found = perExpression(Number(byId("rank-model").value), lead().unit, byId("rank-measure").value, kept);
  return [...found].sort((a, b) => a[1] - b[1]);
}

// A bar from 0 to the left or to the right.
function diverging(value, [low, high]) {
  const at = (x) => (high > low ? (100 * (x - low)) / (high - low) : 50);
  const zero = at(Math.max(low, Math.min(high, 0)));
  const line = make("i", { class: value < 0 ? "words" : "meaning" });
  line.style.left = `${Math.min(zero, at(value))}%`;
  line.style.width = `${Math.abs(at(value) - zero)}%`;
  return make("span", { class: "diverging", "aria-hidden": "true" }, line);
}

function rankRow([expression, value], ends) {
  const { expressions } = here();
  return make("li", {}, make("button", { type: "button", on: { click: () => openExpression(expression, true) } },
    make("bdi", {}, expressions.expression[expression]), diverging(value, ends), make("span", { class: "number" }, digits(value, 3))));
}

function drawRanks() {
  const measure = byId("rank-measure").value;
  const rows = measure ? rankValues() : [];
  const board = lead();
  const rival = DATA.rivals[board.measure];
  const isGap = rival?.gap === measure;
  const ends = [Math.min(0, rows[0]?.[1] ?? 0), Math.max(0, rows.at(-1)?.[1] ?? 0)];
  const unit = { sentence: "sentences", target: "phrases", answer: "asked in words" }[board.unit];
  byId("ranks-about").textContent = isGap && board.unit === "answer"
    ? "How often it is understood when asked: the share of answers that take its synonym rather than synonyms of its words. Choose one to see its answers."
    : isGap
    ? `By how much an expression is nearer to its meaning than to ${rival.words} (similarity, ${unit}): left of the line ${rival.words} are nearer. Choose one to see its sentences.`
    : `${titleOf(measure)}: the lowest and the highest (${unit}).`;
  const few = rows.length <= 2 * AT_EACH_END;
  const half = few ? Math.ceil(rows.length / 2) : AT_EACH_END;
  const list = (title, part) => make("div", {}, make("h3", {}, title), make("ol", { class: "ranked" }, ...part.map((row) => rankRow(row, ends))));
  const lists = [list(isGap && board.unit !== "answer" ? "Nearest to the words" : "Lowest", rows.slice(0, half)), list(isGap && board.unit !== "answer" ? "Nearest to the meaning" : "Highest", rows.slice(half - rows.length).slice(few ? 0 : -half).reverse())];
  byId("ranks").replaceChildren(...(rows.length ? lists : []));
  byId("ranks").classList.toggle("diverge", ends[0] < 0 && ends[1] > 0);
  byId("ranks-save").replaceChildren(...(rows.length ? [saving("expressions", { rows: () => [["expression", "language", "class", measure], ...rows.map(([i, value]) => [here().expressions.expression[i], here().expressions.language[i], here().expressions.class[i], value])] })] : []));
}
