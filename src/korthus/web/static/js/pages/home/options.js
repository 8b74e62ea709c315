/** Single rules: the options of a game with what they decide, the most asked for at first sight. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";
import { askedOptions, optionAbout, optionName, optionUnit, valueText } from "../parts/games.js";

/**
 * The options of a game: those that it asks first, and a list of the others, closed at first.
 *
 * @param game as the server describes it
 * @param {() => string} presetOf the preset that is chosen now
 * @returns {{first: HTMLElement, element: HTMLElement, redraw: () => void, values: () => object}} `values`:
 *   those that differ from the preset, as text
 */
export function optionsField(/** @type {Json} */ game, presetOf) {
  const first = el("div", { class: "options first-options" });
  const list = el("div", { class: "options" });
  let inputs = new Map();

  function redraw() {
    const preset = game.presets[presetOf()] ?? {};
    inputs = new Map();
    /** @type {HTMLElement[][]} */
    const rows = [[], []];
    for (const option of askedOptions(game)) {
      const usual = Object.hasOwn(preset, option.name) ? preset[option.name] : option.default;
      const { row, read } = optionRow(game.name, option, usual);
      inputs.set(option.name, { usual: asText(usual), read });
      rows[game.asks.first.includes(option.name) ? 0 : 1].push(row);
    }
    first.replaceChildren(...rows[0]);
    list.replaceChildren(...rows[1]);
  }

  redraw();
  return {
    first,
    element: el(
      "details",
      { class: "options-box" },
      el("summary", { text: t("web_home.options"), dataset: { test: "options" } }),
      list,
    ),
    redraw,
    values() {
      /** @type {Record<string, Json>} */
      const changed = {};
      for (const [name, { usual, read }] of inputs) if (read() !== usual) changed[name] = read();
      return changed;
    },
  };
}

/** A value as the server reads it from text. @param {Json} value */
function asText(value) {
  if (value === null || value === undefined) return "none";
  return Array.isArray(value) ? value.join(",") : String(value);
}

/**
 * @param {string} game
 * @param {Json} option
 * @param {Json} usual
 */
function optionRow(game, option, usual) {
  const id = `option-${game}-${option.name}`;
  const input = makeInput(game, option, usual, {
    id,
    "aria-describedby": `${id}-about`,
    dataset: { test: `option-${option.name}` },
  });
  const read = () => (input.type === "checkbox" ? String(input.checked) : input.value.trim() || "none");
  const unit = optionUnit(game, option);
  const row = el(
    "div",
    { class: "option" },
    el("label", { for: id, text: optionName(game, option) }),
    el("span", { class: "option-value" }, input, unit && el("span", { class: "soft small", text: unit })),
    el("p", { class: "soft small", id: `${id}-about` }, explained(game, optionAbout(game, option))),
  );
  return { row, read };
}

/**
 * @param {string} game
 * @param {Json} option
 * @param {Json} usual
 * @param {Json} props
 */
function makeInput(game, option, usual, props) {
  if (option.kind === "bool") return el("input", { type: "checkbox", checked: usual, ...props });
  if (option.kind === "choice") {
    const choices = option.optional ? [...option.choices, null] : option.choices;
    return el(
      "select",
      props,
      choices.map((/** @type {Json} */ value) =>
        el("option", {
          value: asText(value),
          text: valueText(game, option, value),
          selected: asText(value) === asText(usual),
        }),
      ),
    );
  }
  // An option that may be left out is left empty, and says what that means.
  const field = {
    value: usual === null ? "" : asText(usual),
    placeholder: option.optional ? valueText(game, option, null) : null,
    required: !option.optional,
  };
  if (option.kind !== "int") return el("input", { type: "text", ...field, ...props });
  return el("input", { type: "number", min: option.min, max: option.max, ...field, ...props });
}
