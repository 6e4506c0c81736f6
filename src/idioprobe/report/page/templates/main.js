// Everything is drawn from the state; a change of the state draws it again.

function redraw() {
  tellShown();
  drawSide();
  for (const details of document.querySelectorAll("details.predictions[open]")) fillPredictions(details);
  redrawFigures();
  search();
  drawExpression();
  drawRanks();
}

// What the bars that stay at the top cover, so that a link to a section does not end under them.
function tellCovered() {
  const bars = [document.querySelector(".top"), byId("filters")].filter((bar) => getComputedStyle(bar).position === "sticky");
  const height = bars.reduce((sum, bar) => sum + bar.offsetHeight, 0);
  document.documentElement.style.setProperty("--covered", `${height + 16}px`);
}

function openGroup(index) {
  state.group = index;
  for (const part of document.querySelectorAll(".of-group")) part.hidden = Number(part.dataset.group) !== index;
  sorting.column = null;
  resetFilters();
  buildFilters(redraw);
  tellCovered();
  buildRanks();
  current = null;
  buildFigures();
  const first = [...perExpression(0, state.unit, byId("rank-measure").value, chosenItems())].sort((a, b) => a[1] - b[1])[0];
  current = first ? first[0] : here().expressions.expression.length ? 0 : null;
  redraw();
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-pressed", String(dark));
  byId("theme").textContent = dark ? "Light" : "Dark";
  redrawFigures();
  if (current !== null) drawExpression();
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

for (const details of document.querySelectorAll("details.predictions")) {
  details.addEventListener("toggle", () => details.open && fillPredictions(details));
}
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("all-measures").addEventListener("change", drawSide);
byId("search").addEventListener("input", search);
byId("rank-measure").addEventListener("change", () => { drawRanks(); drawExpression(); });
byId("rank-model").addEventListener("change", drawRanks);
byId("copy").addEventListener("click", copyCitation);
byId("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme !== "dark"));
const preferred = window.matchMedia("(prefers-color-scheme: dark)");
preferred.addEventListener("change", (event) => setTheme(event.matches));

const chooser = byId("group");
chooser.replaceChildren(...DATA.groups.map((group, i) => make("option", { value: i }, group.name)));
byId("choose-group").hidden = DATA.groups.length < 2;
chooser.addEventListener("change", () => openGroup(Number(chooser.value)));

let resizing = 0;
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  clearTimeout(resizing);
  tellCovered();
  resizing = setTimeout(redrawFigures, 150);
});

openGroup(0);
setTheme(preferred.matches);
document.documentElement.dataset.ready = "true";
