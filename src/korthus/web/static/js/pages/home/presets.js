/** By which rules a game is played: its presets as choices, each with a picture and a sentence. */

import { cardBack, cardPicture } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { presetAbout, presetName } from "../parts/games.js";

/**
 * The presets of a game.
 * @param {Json} game as the server describes it
 * @param {string} chosen
 * @param {(preset: string) => void} onChoose
 */
export function presetField(game, chosen, onChoose) {
  return el(
    "fieldset",
    { class: "presets", dataset: { test: "presets" } },
    el("legend", { text: t("web_home.preset") }),
    inOrder(game).map((preset) =>
      el(
        "label",
        { class: "preset" },
        el("input", {
          type: "radio",
          name: "preset",
          value: preset,
          checked: preset === chosen,
          dataset: { test: `preset-${preset}` },
          on: { change: () => onChoose(preset) },
        }),
        picture(game, preset),
        el(
          "span",
          { class: "preset-words" },
          el("b", { text: presetName(game.name, preset) }),
          el("small", { class: "soft", text: presetAbout(game.name, preset) }),
        ),
      ),
    ),
  );
}

/** The one that most people know comes first. @param {Json} game */
const inOrder = ({ presets, default_preset: usual }) => [
  usual,
  ...Object.keys(presets).filter((preset) => preset !== usual),
];

/**
 * Some cards that stand for a preset; decoration.
 * @param {Json} game
 * @param {string} preset
 */
function picture(game, preset) {
  const { deck, cards } = game.emblem;
  /** @type {string[]} */
  const drawn = game.asks.pictures[preset] ?? cards;
  return el(
    "span",
    { class: "preset-art", "aria-hidden": "true" },
    drawn.map((card) => (card === "back" ? cardBack({ deck }) : cardPicture(card, { deck }))),
  );
}
