// Everything is drawn from the state; a change of the state draws it again.

function refilter() {
  tellShown();
  redrawFigures();
}

function drawPictures() {
  drawHeadline();
  drawExample();
  for (const one of drawnParts) one.draw();
  drawSide();
}

function openBoard(index) {
  state.board = index;
  for (const part of document.querySelectorAll(".of-board")) part.hidden = Number(part.dataset.board) !== index;
  example.at = 0;
  example.model = lead().entries[0]?.model ?? 0;
  ownUnit = null;
  drawHeadline();
  drawExample();
  drawBoard();
  drawParts();
  buildRanks();
  drawRanks();
  buildSide();
  drawSide();
  const first = example.list[0];
  current = first !== undefined ? here().items.expression[first] : here().expressions.expression.length ? 0 : null;
  byId("expressions").hidden = current === null;
  search();
  drawExpression();
}

function openGroup(index) {
  state.group = index;
  for (const part of document.querySelectorAll(".of-group")) part.hidden = Number(part.dataset.group) !== index;
  const { boards, sampled } = here();
  for (const part of document.querySelectorAll(".sampled")) {
    part.textContent = sampled;
    part.hidden = !sampled;
  }
  byId("board").replaceChildren(...boards.map((board, i) => option(i, board.title)));
  byId("choose-board").hidden = boards.length < 2;
  byId("model-name").value = "";
  sorting.column = null;
  resetFilters();
  buildFilters(refilter);
  buildFigures();
  openBoard(0);
  tellShown();
  buildPredictions();
  drawPredictions();
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(dark));
  byId("theme").textContent = dark ? "Light" : "Dark";
  if (document.documentElement.dataset.ready) drawPictures();
  redrawFigures();
}

async function copyCitation() {
  const text = byId("citation").textContent;
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = "Copied.";
  } catch {
    window.getSelection().selectAllChildren(byId("citation"));
    byId("copied").textContent = "Selected; copy it with your keyboard.";
  }
}

byId("prediction-model").addEventListener("change", drawPredictions);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["all-measures", "side-slice", "side-unit"]) byId(id).addEventListener("change", drawSide);
byId("model-name").addEventListener("input", drawBoard);
byId("search").addEventListener("input", search);
byId("rank-measure").addEventListener("change", () => { drawRanks(); drawExpression(); });
byId("rank-model").addEventListener("change", drawRanks);
byId("rank-class").addEventListener("change", drawRanks);
byId("copy").addEventListener("click", copyCitation);
byId("close-figure").addEventListener("click", () => byId("figure").close());
byId("figure").addEventListener("close", () => byId("figures").insertBefore(byId("filtering"), byId("figure-list")));
byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme !== "dark"));
const preferred = window.matchMedia("(prefers-color-scheme: dark)");
preferred.addEventListener("change", (event) => setTheme(event.matches));

const chooser = byId("group");
chooser.replaceChildren(...DATA.groups.map((group, i) => option(i, group.name)));
byId("choose-group").hidden = DATA.groups.length < 2;
chooser.addEventListener("change", () => openGroup(Number(chooser.value)));
byId("board").addEventListener("change", () => openBoard(Number(byId("board").value)));

let resizing = 0;
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  clearTimeout(resizing);
  resizing = setTimeout(() => { drawPictures(); redrawFigures(); }, 150);
});

document.documentElement.dataset.theme = preferred.matches ? "dark" : "light";
openGroup(0);
setTheme(preferred.matches);
document.documentElement.dataset.ready = "true";
performance.mark("ready");
