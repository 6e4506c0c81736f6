// What is seen can be saved: pictures as SVG and PNG, numbers as CSV.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family", "font-weight", "font-style", "text-anchor", "dominant-baseline"];
const SCALE = 2;

function download(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A cell that a spreadsheet would take for a formula is marked as text.
function cell(value) {
  const text = typeof value === "string" && /^([=+@\t\r]|-(?![\d.]))/.test(value) ? `'${value}` : String(value ?? "");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csv = (rows) => `${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`;

// The picture as it stands, with its styles written into it and the paper behind it.
function alone(svg) {
  const copy = svg.cloneNode(true);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.prepend(draw("rect", { width, height, fill: colour("--paper") }));
  return new XMLSerializer().serializeToString(copy);
}

async function asPng(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.width * SCALE, height: image.height * SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Buttons for what there is of a part of the page: `svg` and `png` make blobs, `rows` a table.
function saving(name, { svg = null, png = null, rows = null }) {
  const bar = make("span", { class: "save" }, "Save ");
  const add = (kind, blob) => bar.append(make("button", { type: "button", "aria-label": `Save ${name} as ${kind.toUpperCase()}`, on: { click: async () => download(`idioprobe-${name}.${kind}`, await blob()) } }, kind.toUpperCase()));
  if (png) add("png", png);
  if (svg) add("svg", svg);
  if (rows) add("csv", () => new Blob([csv(rows())], { type: "text/csv" }));
  return bar;
}

const savingPicture = (name, holder, rows) => saving(name, {
  svg: () => new Blob([alone(holder.querySelector("svg"))], { type: "image/svg+xml" }),
  png: () => asPng(alone(holder.querySelector("svg"))),
  rows,
});
