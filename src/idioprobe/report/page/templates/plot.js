// Rows on one axis, such as scores from 0 to 100 %: a mark for each value, a line for its interval.

const LETTER = 13;
const pen = document.createElement("canvas").getContext("2d");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function widthOf(text, size = LETTER, weight = 400) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

// A text in lines of some width, broken where words and names allow it, and elsewhere where they are too long.
function wrapped(text, width, size = LETTER, weight = 400) {
  const lines = [""];
  const parts = text.match(/[^\s\-_/.]+[\s\-_/.]*|[\s\-_/.]+/g) ?? [text];
  for (const part of parts.flatMap((one) => (widthOf(one.trimEnd(), size, weight) > width ? [...one] : [one]))) {
    const longer = lines.at(-1) + part;
    if (lines.at(-1) && widthOf(longer.trimEnd(), size, weight) > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trimEnd());
}

function textLines(lines, attributes, step = 15) {
  const first = attributes.y - ((lines.length - 1) * step) / 2;
  return draw("text", { ...attributes, y: first }, ...lines.map((line, i) => draw("tspan", { x: attributes.x, y: first + i * step }, line)));
}

const SHAPES = {
  dot: (x, y, tone) => draw("circle", { cx: x, cy: y, r: 5.5, class: `mark ${tone}` }),
  square: (x, y, tone) => draw("rect", { x: x - 5, y: y - 5, width: 10, height: 10, class: `mark ${tone}` }),
  ring: (x, y, tone) => draw("circle", { cx: x, cy: y, r: 4.5, class: `ring ${tone}` }),
  tick: (x, y, tone) => draw("path", { d: `M${x} ${y - 5}V${y + 5}`, class: `ring ${tone}` }),
  cross: (x, y, tone) => draw("path", { d: `M${x - 4} ${y - 4}L${x + 4} ${y + 4}M${x + 4} ${y - 4}L${x - 4} ${y + 4}`, class: `ring ${tone}` }),
  diamond: (x, y, tone) => draw("path", { d: `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`, class: `ring ${tone}` }),
};

// The ends of a scale, and what guessing gives, above the rows.
function scale(svg, at, { ticks, top, bottom, from, to, gradient }) {
  if (gradient) {
    svg.append(draw("defs", {}, draw("linearGradient", { id: gradient }, ...[["0", "words"], [".5", "middle"], ["1", "meaning"]].map(([offset, tone]) => draw("stop", { offset, "stop-color": colour(`--${tone}`) })))));
    svg.append(draw("rect", { x: from, y: top - 6, width: to - from, height: 3, rx: 1.5, fill: `url(#${gradient})` }));
  }
  ticks.forEach(({ value, label, middle = false }, i) => {
    const x = at(value);
    svg.append(draw("line", { x1: x, x2: x, y1: top, y2: bottom, class: middle ? "chance" : "rule" }));
    const anchor = gradient && i === 0 ? "start" : gradient && i === ticks.length - 1 ? "end" : "middle";
    svg.append(draw("text", { x, y: top - 12, class: "tick", "text-anchor": anchor }, label));
  });
}

function plot(holder, { rows, ticks, domain = [0, 1], label, legend = [], gradient = null }) {
  const width = Math.max(holder.clientWidth, 240);
  const small = width < 460;
  const shown = (row) => (small ? row.short ?? row.text : row.text) ?? "";
  const most = Math.floor(width * (small ? 0.34 : 0.42));
  const left = Math.min(most, Math.max(...rows.map((row) => widthOf(row.label, LETTER, row.quiet ? 400 : 600)))) + 14;
  const right = Math.max(8, ...rows.map((row) => widthOf(shown(row)) + 12));
  const [from, to] = [left + 6, width - right - 8];
  const at = (value) => from + ((Math.max(domain[0], Math.min(domain[1], value)) - domain[0]) / (domain[1] - domain[0])) * (to - from);
  const places = rows.map((row) => {
    const lines = wrapped(row.label, most, LETTER, row.quiet ? 400 : 600);
    return { row, lines, height: Math.max(small || rows.length > 6 ? 22 : 30, lines.length * 15 + 6, row.marks.length > 1 && !row.together ? row.marks.length * 11 + 8 : 0) + (row.apart ? 8 : 0) };
  });
  const top = 34;
  const bottom = top + places.reduce((sum, place) => sum + place.height, 0) + 4;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${bottom + 2}`, width, height: bottom + 2, role: "img", "aria-label": label });
  scale(svg, at, { ticks: ticks(to - from, domain), top, bottom, from, to, gradient });
  let y = top;
  for (const { row, lines, height } of places) {
    const middle = y + height / 2 + (row.apart ? 4 : 0) + 2;
    y += height;
    svg.append(textLines(lines, { x: left - 2, y: middle + 4, "text-anchor": "end", class: row.quiet ? "name quiet" : "name" }));
    row.marks.forEach((mark, i) => {
      const own = row.together ? middle : middle + (i - (row.marks.length - 1) / 2) * 11;
      const parts = [draw("title", {}, mark.words)];
      if (mark.low !== null && mark.low !== undefined) parts.push(draw("line", { x1: at(mark.low), x2: at(mark.high), y1: own, y2: own, class: `span ${mark.tone}${mark.shape === "ring" ? " thin" : ""}` }));
      svg.append(draw("g", {}, ...parts, SHAPES[mark.shape ?? "dot"](at(mark.value), own, mark.tone)));
    });
    if (shown(row)) svg.append(draw("text", { x: width - 4, y: middle + 4, "text-anchor": "end", class: row.quiet ? "value quiet" : "value" }, shown(row)));
  }
  const entries = legend.filter(({ tone, shape }) => rows.some((row) => row.marks.some((mark) => mark.tone === tone && (mark.shape ?? "dot") === shape) || !tone));
  const keys = make("p", { class: "keys" }, ...entries.map(({ tone, shape, words }) => make("span", {}, draw("svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true" }, SHAPES[shape](7, 7, tone)), ` ${words}`)));
  return [svg, entries.length ? keys : null].filter(Boolean);
}

// The ends of the score's scale, and chance, in as many words as there is room for.
const SHARES = (chance, words = "its words") => (room) => {
  const plainly = words.replace("its ", "");
  const said = [
    [`0 % by the ${plainly}`, `${perCent(chance)} chance`, "100 % by the meaning"],
    [`0 % ${plainly}`, `${perCent(chance)} chance`, "100 % meaning"],
    [plainly, "chance", "meaning"],
    [plainly, "", "meaning"],
    ["0", perCent(chance), "100"],
  ];
  const fits = (labels) => [0, 2].every((i) => widthOf(labels[i], 12) + widthOf(labels[1], 12) / 2 + 8 <= room * (i ? 1 - chance : chance));
  const labels = said.find(fits) ?? said.at(-1);
  return [0, chance, 1].map((value, i) => ({ value, label: labels[i], middle: i === 1 }));
};

// The ends of the idiom score's scale: what words and guessing get, and every idiom.
const NETS = (width, [low, high]) => {
  const room = width / (high - low);
  const labels = [["0 by the words, or by guessing", "100 every idiom"], ["0 words or guessing", "100 every idiom"], ["0", "100"]];
  const fits = ([zero, most]) => widthOf(zero, 12) + widthOf(most, 12) + 8 <= room;
  const [zero, most] = labels.find(fits) ?? labels.at(-1);
  return [{ value: 0, label: zero, middle: true, start: true }, { value: 1, label: most }];
};

const ticksOf = (board) => (board.of100 ? NETS : SHARES(board.chance, DATA.rivals[board.measure].words));
