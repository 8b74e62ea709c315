/** Single rules: every option of a game with what it decides. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { optionAbout, spaced, valueText } from "../parts/games.js";

/**
 * A list of a game's options, closed at first.
 *
 * @param game as the server describes it
 * @param {() => string} presetOf the preset that is chosen now
 * @returns {{element: HTMLElement, redraw: () => void, values: () => object}} `values`: those that differ from
 *   the preset, as text
 */
export function optionsField(/** @type {Json} */ game, presetOf) {
  const list = el("div", { class: "options" });
  let inputs = new Map();

  function redraw() {
    const preset = game.presets[presetOf()] ?? {};
    inputs = new Map();
    list.replaceChildren(
      ...game.options.map((/** @type {Json} */ option) => {
        const usual = Object.hasOwn(preset, option.name) ? preset[option.name] : option.default;
        const { row, read } = optionRow(game.name, option, usual);
        inputs.set(option.name, { usual: asText(usual), read });
        return row;
      }),
    );
  }

  redraw();
  return {
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
 * @param {Json} game
 * @param {Json} option
 * @param {Json} usual
 */
function optionRow(game, option, usual) {
  const id = `option-${game}-${option.name}`;
  const input = makeInput(option, usual, {
    id,
    "aria-describedby": `${id}-about`,
    dataset: { test: `option-${option.name}` },
  });
  const read = () => (input.type === "checkbox" ? String(input.checked) : input.value.trim() || "none");
  const row = el(
    "div",
    { class: "option" },
    el("label", { for: id, text: spaced(option.name) }),
    input,
    el("p", { class: "soft small", id: `${id}-about`, text: optionAbout(game, option) }),
  );
  return { row, read };
}

/**
 * @param {Json} option
 * @param {Json} usual
 * @param {Json} props
 */
function makeInput(option, usual, props) {
  if (option.kind === "bool") return el("input", { type: "checkbox", checked: usual, ...props });
  if (option.kind === "choice") {
    const choices = option.optional ? [...option.choices, null] : option.choices;
    return el(
      "select",
      props,
      choices.map((/** @type {Json} */ value) =>
        el("option", {
          value: asText(value),
          text: valueText(value),
          selected: asText(value) === asText(usual),
        }),
      ),
    );
  }
  if (option.kind === "int" && usual !== null) {
    return el("input", {
      type: "number",
      value: usual,
      min: option.min,
      max: option.max,
      required: true,
      ...props,
    });
  }
  return el("input", { type: "text", value: asText(usual), ...props });
}
