// The leaderboard: the best first, sorted and filtered as the reader likes, the references below.

const ranking = { column: "rank", descending: false };

const size = (parameters) => (parameters >= 1e9 ? `${digits(parameters / 1e9, 1)} billion` : `${digits(parameters / 1e6, 0)} M`);

function bar(value, way) {
  const line = make("i", { class: way });
  line.style.width = `${100 * value}%`;
  return make("span", { class: "bar", "aria-hidden": "true" }, line);
}

function behind(entry, board) {
  if (!entry.score) return make("td", {}, "not ranked");
  if (entry === board.entries[0]) return make("td", {}, make("span", { class: "meaning" }, "highest"));
  if (!entry.behind) return make("td", {}, "–");
  const [points, certain] = entry.behind;
  return make("td", {}, make("span", { class: certain ? "words" : "open" }, certain ? "worse" : "tied"), make("small", {}, certain ? `by ${points}` : "cannot be told apart"));
}

// A column: its head, what it says below that, how it sorts, its cell, and its cell of a reference.
function boardColumns(board) {
  const { entries } = board;
  const under = board.unit === "answer" ? "takes its synonym rather than synonyms of its words" : board.of100 ? "of 100; 0: words or guessing" : "nearer to its meaning than to its words";
  const shown = scoreOf(board);
  const number = (numbers) => (numbers ? make("td", {}, digits(numbers[0]), numbers[1] === null ? null : make("small", {}, `[${digits(numbers[1])}, ${digits(numbers[2])}]`)) : make("td", {}, "–"));
  const label = (entry) => here().models[entry.model].label;
  const net = (numbers, way) => (numbers ? make("td", {}, shown(numbers[0]), way ? bar(Math.max(0, numbers[0]), way) : null, numbers[1] === null ? null : make("small", {}, `[${digits(100 * numbers[1], 0)}, ${digits(100 * numbers[2], 0)}]`)) : make("td", {}, "–"));
  const score = (numbers, way) => (numbers ? make("td", {}, perCent(numbers[0]), way ? bar(numbers[0], way) : null, numbers[1] === null ? null : make("small", {}, `[${digits(100 * numbers[1], 0)}, ${digits(100 * numbers[2], 0)}]`)) : make("td", {}, "–"));
  const columns = [
    entries.length > 1 && { key: "rank", head: "rank", by: (entry) => entry.rank, cell: (entry) => make("td", { class: "rank" }, entry.rank === null ? "–" : `${entry.rank}${entry.tied ? "=" : ""}`) },
    { key: "score", head: board.name, under, by: (entry) => entry.score?.[0] ?? null, cell: (entry) => net(entry.score, entry.way), reference: (one) => net([one.score[0], null]) },
  ].filter(Boolean);
  if (entries.length > 1) columns.push({ key: "behind", head: "against the highest", under: "on the same sentences", by: (entry) => (entry.score ? -entry.score[0] : null), cell: (entry) => behind(entry, board) });
  if (board.second) columns.push({ key: "second", head: board.second, under: "from whole sentences", by: (entry) => entry.second?.[0] ?? null, cell: (entry) => net(entry.second), reference: (one) => net(one.second && [one.second[0], null]) });
  if (entries.some((entry) => entry.tokens)) columns.push({ key: "tokens", head: "its tokens", under: "added up", by: (entry) => entry.tokens?.[0] ?? null, cell: (entry) => net(entry.tokens) });
  columns.push({ key: "n", head: "n", under: "expressions", by: (entry) => entry.n, cell: (entry) => make("td", {}, String(entry.n)) });
  for (const { name, head, title, chance, share } of board.further) {
    columns.push({ key: name, head: head ?? name, under: title + (chance === null ? "" : `; chance ${perCent(chance)}`), code: !head, by: (entry) => entry.further[name]?.[0] ?? null, cell: (entry) => (share ? score : number)(entry.further[name] ?? null), reference: (one) => (name in one.further ? score([one.further[name], null]) : null) });
  }
  if (entries.some((entry) => entry.size)) columns.push({ key: "size", head: "size", under: "parameters", by: (entry) => entry.size, cell: (entry) => make("td", {}, entry.size ? size(entry.size) : "–") });
  if (entries.some((entry) => entry.speed)) columns.push({ key: "speed", head: "speed", under: board.unit === "answer" ? "answers per second" : "texts per second", by: (entry) => entry.speed, cell: (entry) => make("td", {}, entry.speed ? digits(entry.speed, board.unit === "answer" ? 1 : 0) : "–") });
  return [{ key: "model", head: "model", by: label }, ...columns];
}

function boardHead(column, table) {
  const sorted = ranking.column === column.key ? (ranking.descending ? "descending" : "ascending") : "none";
  const arrow = { descending: " ▼", ascending: " ▲", none: "" }[sorted];
  const button = make("button", { type: "button", "data-board-column": column.key }, column.head + arrow);
  button.addEventListener("click", () => {
    ranking.descending = ranking.column === column.key ? !ranking.descending : !["rank", "model"].includes(column.key);
    ranking.column = column.key;
    drawBoard();
    byId(table).querySelector(`[data-board-column="${column.key}"]`).focus();
  });
  return make("th", { scope: "col", "aria-sort": sorted, class: column.code ? "code" : null }, button, column.under ? make("small", {}, column.under) : null);
}

function sortedEntries(board, columns) {
  const { by } = columns.find((column) => column.key === ranking.column) ?? columns[1];
  const sign = ranking.descending ? -1 : 1;
  const wanted = plain(byId("model-name").value.trim());
  return board.entries.filter((entry) => plain(here().models[entry.model].label).includes(wanted)).sort((a, b) => {
    const [x, y] = [by(a), by(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  });
}

function drawBoard() {
  const board = lead();
  const table = byId("leaderboard");
  byId("find-model").hidden = [board, ...(board.words ?? [])].reduce((sum, { entries }) => sum + entries.length, 0) < 6;
  byId("models").hidden = !board.entries.length;
  table.hidden = !board.entries.length;
  byId("leaderboard-save").replaceChildren();
  byId("leaderboard-notes").textContent = "";
  byId("word-boards").replaceChildren();
  if (table.hidden) return;
  fillBoard(table, board);
  byId("leaderboard-notes").textContent = aboutBoard(board);
  byId("leaderboard-save").replaceChildren(saving("leaderboard", { rows: () => tableRowsOf(table) }));
  (board.words ?? []).forEach((own, i) => byId("word-boards").append(...wordBoard(own, i)));
}

// Models that were asked in words, below those with vectors: another measure, so a table and ranks of their own.
function wordBoard(board, i) {
  const id = `word-board-${i}`;
  const table = make("table", { id, class: "board" });
  const holder = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Asked in words: ${board.asked}` }, table);
  const many = board.entries.length > 6 && board.conclusion;
  const told = many ? [make("details", {}, make("summary", {}, "Which models can be told apart"), make("p", {}, board.conclusion))] : [board.conclusion].filter(Boolean).map((said) => make("p", {}, said));
  fillBoard(table, board);
  return [make("h3", {}, `Asked in words: ${board.asked}`), make("p", { class: "quiet" }, board.other), ...told, ...board.notes.map((note) => make("p", { class: "warning" }, note)), holder, make("p", { class: "quiet" }, aboutBoard(board)), make("p", {}, saving(`asked-in-words-${i + 1}`, { rows: () => tableRowsOf(table) }))];
}

function fillBoard(table, board) {
  const columns = boardColumns(board);
  const body = make("tbody");
  for (const entry of sortedEntries(board, columns)) {
    body.append(make("tr", {}, make("th", { scope: "row" }, named(here().models[entry.model].label), make("small", { class: entry.way }, entry.verdict)), ...columns.slice(1).map((column) => column.cell(entry))));
  }
  for (const one of board.references) {
    body.append(make("tr", { class: "reference" }, make("th", { scope: "row" }, `${one.label} (reference)`), ...columns.slice(1).map((column) => column.reference?.(one) ?? make("td", {}))));
  }
  table.replaceChildren(make("thead", {}, make("tr", {}, ...columns.map((column) => boardHead(column, table.id)))), body);
}

function aboutBoard(board) {
  const where = board.condition === "nat" ? CONDITIONS.nat : "neutral sentences";
  const references = board.references.length ? " References: a model that only adds up words, random vectors, a model that reads every idiom as a unit." : "";
  return `${where[0].toUpperCase()}${where.slice(1)}${board.group === board.idiomatic ? " with idiomatic expressions" : ""}; each expression counts once. Brackets: 95 % intervals.${board.entries.length > 1 ? " A rank counts the models that are certainly better." : ""}${references}`;
}

// A table as it is seen, cell by cell.
const tableRowsOf = (table) => [...table.rows].map((row) => [...row.cells].map((one) => [...one.childNodes].map((node) => node.textContent.trim()).filter(Boolean).join(" ")));
