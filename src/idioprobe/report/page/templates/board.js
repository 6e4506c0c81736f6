// The leaderboard: the best first, sorted and filtered as the reader likes, the references below.

const ranking = { column: "rank", descending: false };

const size = (parameters) => (parameters >= 1e9 ? `${digits(parameters / 1e9, 1)} billion` : `${digits(parameters / 1e6, 0)} M`);

function bar(value, way) {
  const line = make("i", { class: way });
  line.style.width = `${100 * value}%`;
  return make("span", { class: "bar", "aria-hidden": "true" }, line);
}

function behind(entry) {
  if (entry === lead().entries[0]) return make("td", {}, make("span", { class: "meaning" }, "highest"));
  if (!entry.behind) return make("td", {}, "–");
  const [points, certain] = entry.behind;
  return make("td", {}, make("span", { class: certain ? "words" : "open" }, certain ? "worse" : "tied"), make("small", {}, certain ? `by ${points}` : "cannot be told apart"));
}

// A column: its head, what it says below that, how it sorts, its cell, and its cell of a reference.
function boardColumns() {
  const board = lead();
  const { entries } = board;
  const label = (entry) => here().models[entry.model].label;
  const score = (numbers, way) => (numbers ? make("td", {}, perCent(numbers[0]), way ? bar(numbers[0], way) : null, numbers[1] === null ? null : make("small", {}, `[${digits(100 * numbers[1], 0)}, ${digits(100 * numbers[2], 0)}]`)) : make("td", {}, "–"));
  const columns = [
    entries.length > 1 && { key: "rank", head: "rank", by: (entry) => entry.rank, cell: (entry) => make("td", { class: "rank" }, `${entry.rank}${entry.tied ? "=" : ""}`) },
    { key: "score", head: board.name, under: board.unit === "sentence" ? `nearer to its meaning than to ${DATA.rivals[board.measure].words}; whole sentence` : "in place", by: (entry) => entry.score[0], cell: (entry) => score(entry.score, entry.way), reference: (one) => score([one.score[0], null]) },
  ].filter(Boolean);
  if (entries.length > 1) columns.push({ key: "behind", head: "against the highest", under: "on the same sentences", by: (entry) => -entry.score[0], cell: behind });
  if (entries.some((entry) => entry.place)) columns.push({ key: "place", head: "in place", under: "the expression itself", by: (entry) => entry.place?.[0] ?? null, cell: (entry) => score(entry.place), reference: (one) => score(one.place && [one.place[0], null]) });
  for (const { name, title, chance } of board.further) {
    columns.push({ key: name, head: name, under: title + (chance === null ? "" : `; chance ${perCent(chance)}`), code: true, by: (entry) => entry.further[name]?.[0] ?? null, cell: (entry) => score(entry.further[name] ?? null), reference: (one) => (name in one.further ? score([one.further[name], null]) : null) });
  }
  if (entries.some((entry) => entry.size)) columns.push({ key: "size", head: "size", under: "parameters", by: (entry) => entry.size, cell: (entry) => make("td", {}, entry.size ? size(entry.size) : "–") });
  if (entries.some((entry) => entry.speed)) columns.push({ key: "speed", head: "speed", under: "texts per second", by: (entry) => entry.speed, cell: (entry) => make("td", {}, entry.speed ? digits(entry.speed, 0) : "–") });
  return [{ key: "model", head: "model", by: label }, ...columns];
}

function boardHead(column) {
  const sorted = ranking.column === column.key ? (ranking.descending ? "descending" : "ascending") : "none";
  const arrow = { descending: " ▼", ascending: " ▲", none: "" }[sorted];
  const button = make("button", { type: "button", "data-board-column": column.key }, column.head + arrow);
  button.addEventListener("click", () => {
    ranking.descending = ranking.column === column.key ? !ranking.descending : !["rank", "model"].includes(column.key);
    ranking.column = column.key;
    drawBoard();
    byId("leaderboard").querySelector(`[data-board-column="${column.key}"]`).focus();
  });
  return make("th", { scope: "col", "aria-sort": sorted, class: column.code ? "code" : null }, button, column.under ? make("small", {}, column.under) : null);
}

function sortedEntries(columns) {
  const { by } = columns.find((column) => column.key === ranking.column) ?? columns[1];
  const sign = ranking.descending ? -1 : 1;
  const wanted = plain(byId("model-name").value.trim());
  return lead().entries.filter((entry) => plain(here().models[entry.model].label).includes(wanted)).sort((a, b) => {
    const [x, y] = [by(a), by(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  });
}

function drawBoard() {
  const board = lead();
  const table = byId("leaderboard");
  byId("find-model").hidden = board.entries.length < 6;
  byId("models").hidden = !board.entries.length;
  table.hidden = !board.entries.length;
  byId("leaderboard-save").replaceChildren();
  byId("leaderboard-notes").textContent = "";
  if (table.hidden) return;
  const columns = boardColumns();
  const body = make("tbody");
  for (const entry of sortedEntries(columns)) {
    body.append(make("tr", {}, make("th", { scope: "row" }, named(here().models[entry.model].label), make("small", { class: entry.way }, entry.verdict)), ...columns.slice(1).map((column) => column.cell(entry))));
  }
  for (const one of board.references) {
    body.append(make("tr", { class: "reference" }, make("th", { scope: "row" }, `${one.label} (reference)`), ...columns.slice(1).map((column) => column.reference?.(one) ?? make("td", {}))));
  }
  table.replaceChildren(make("thead", {}, make("tr", {}, ...columns.map(boardHead))), body);
  const where = board.condition === "nat" ? CONDITIONS.nat : "neutral sentences";
  byId("leaderboard-notes").textContent = `${where[0].toUpperCase()}${where.slice(1)}${board.group === board.idiomatic ? " with idiomatic expressions" : ""}; each expression counts once. Brackets: 95 % intervals.${board.entries.length > 1 ? " A rank counts the models that are certainly better." : ""} References: a model that goes perfectly by the words, random vectors, a model that goes perfectly by the meaning.`;
  byId("leaderboard-save").replaceChildren(saving("leaderboard", { rows: () => tableRowsOf(table) }));
}

// A table as it is seen, cell by cell.
const tableRowsOf = (table) => [...table.rows].map((row) => [...row.cells].map((one) => [...one.childNodes].map((node) => node.textContent.trim()).filter(Boolean).join(" ")));
