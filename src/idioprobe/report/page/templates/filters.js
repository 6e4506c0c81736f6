// The filters: native controls, built from what the results hold.

function options(name) {
  const { expressions, items, models, values } = here();
  const sorted = (found, order) => order.filter((value) => found.has(value));
  if (name === "language") return [...new Set(expressions.language)].map((value) => [value, value.toUpperCase()]);
  if (name === "condition") return sorted(new Set(items.condition), Object.keys(CONDITIONS)).map((value) => [value, CONDITIONS[value]]);
  if (name === "class") return sorted(new Set(expressions.class.map((value) => value ?? "none")), [...here().classes, "none"]).map((value) => [value, value === "none" ? "without class" : value]);
  if (name === "type") return types().length > 1 ? types().map((value) => [value, value]) : [];
  if (name === "unit") {
    const found = new Set(Object.keys(values).map((key) => key.split("/")[1]));
    return sorted(found, ["target", "sentence", "answer"]).map((value) => [value, value]);
  }
  return models.map((model, i) => [i, model.label]);
}

function resetFilters() {
  for (const name of ["language", "class", "type", "model"]) state[name] = new Set(options(name).map(([value]) => value));
  state.condition = new Set(options("condition").map(([value]) => value));
  state.unit = options("unit")[0]?.[0] ?? "target";
}

const FEW_MODELS = 4;

function buildFilters(changed) {
  const form = byId("filters");
  form.replaceChildren();
  for (const name of ["language", "condition", "unit", "class", "type", "model"]) {
    const choices = options(name);
    if (!choices.length) continue;
    const field = make("fieldset", {}, make("legend", {}, name));
    for (const [value, label] of choices) {
      const single = name === "unit";
      const input = make("input", { type: single ? "radio" : "checkbox", name, value: String(value) });
      input.checked = single ? state.unit === value : state[name].has(value);
      input.addEventListener("change", () => {
        if (single) state.unit = value;
        else if (input.checked) state[name].add(value);
        else state[name].delete(value);
        changed();
      });
      field.append(make("label", { title: label }, input, " ", make("bdi", {}, label)));
    }
    if (name === "model" && choices.length > FEW_MODELS) {
      field.querySelector("legend").hidden = true;
      form.append(make("details", { class: "many" }, make("summary", {}, "models"), field));
    } else form.append(field);
  }
}

function tellShown() {
  const kept = chosenItems();
  const expressions = new Set(kept.map((i) => here().items.expression[i]));
  byId("shown").textContent = kept.length && state.model.size
    ? `Drawn from ${expressions.size} expressions in ${kept.length} sentences, ${state.model.size} of ${here().models.length} ${here().models.length === 1 ? "model" : "models"}.`
    : "The filters leave nothing; tick at least one language, condition, class and model.";
}
