// Elements are made from names, attributes and text; text from a dataset is never read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function furnish(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const make = (name, attributes = {}, ...children) => furnish(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) => furnish(document.createElementNS(SVG, name), attributes, children);

const byId = (id) => document.getElementById(id);
const digits = (value, places = 2) => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = value.toFixed(places);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
};
const perCent = (value) => `${digits(100 * value, 0)} %`;
const hundred = (value) => digits(100 * value, 0);
const interval = ([value, low, high], shown = perCent) =>
  low === null || low === undefined ? shown(value) : `${shown(value)} [${shown(low).replace(" %", "")}, ${shown(high).replace(" %", "")}]`;
const MARKS = { holds: "✓", fails: "✗", undecided: "?" };
// A name that may be broken after a dash, a dot or the like, and nowhere else unless it must.
const named = (label) => make("bdi", {}, ...label.split(/(?<=[-_/.@])/).flatMap((part, i) => (i ? [make("wbr"), part] : [part])));
const option = (value, label, selected = false) => make("option", { value, selected }, label);
const narrow = () => window.matchMedia("(max-width: 44rem)").matches;
