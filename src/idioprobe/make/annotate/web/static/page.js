// Comfort only: every page works without it.
"use strict";

const focused = document.querySelector("[data-focus]");
if (focused) focused.focus({ preventScroll: !focused.matches(".errors") });

const scales = [...document.querySelectorAll("[data-scale]")];
const answered = (scale) => scale.querySelector("input:checked");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return;
  if (event.target.matches("input[type=text], textarea")) return;
  const here = event.target.closest("[data-scale]") || scales.find((scale) => !answered(scale));
  const choice = here && [...here.querySelectorAll("input")].find((input) => input.value === event.key);
  if (!choice) return;
  event.preventDefault();
  choice.checked = true;
  choice.focus();
  choice.dispatchEvent(new Event("change", { bubbles: true }));
});

for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    form.querySelector("button").setAttribute("aria-disabled", "true");
  });
}
// A page that comes back from the browser's memory may be sent again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

document.documentElement.dataset.ready = "yes";
