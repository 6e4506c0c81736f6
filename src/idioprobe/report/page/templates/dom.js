// Elements are made from names, attributes and text; text from a dataset is never read as HTML.

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const byId = (id) => document.getElementById(id);
const digits = (value, places = 2) => (value === null || !Number.isFinite(value) ? "–" : value.toFixed(places).replace("-", "−"));
const MARKS = { holds: "✓", fails: "✗", undecided: "?" };
