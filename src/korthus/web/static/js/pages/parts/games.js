/** The games of the house as the server describes them, asked for once per language. */

import { cardPicture } from "../../cards/card.js";
import { get } from "../../api.js";
import { el } from "../../dom.js";
import { has, language, number, t } from "../../i18n.js";

// keys: *.title *.preset.* web_home.option.*
// keys: web_options.*

const asked = new Map();

/** All games, in the order of the house. */
export function loadGames() {
  const lang = language();
  if (!asked.has(lang)) {
    asked.set(lang, get(`/api/games?lang=${lang}`));
    asked.get(lang).catch(() => asked.delete(lang));
  }
  return asked.get(lang);
}

/** What a game is called; one whose package is gone has its name only. @param {string} name */
export const gameTitle = (name) => (has(`${name}.title`) ? t(`${name}.title`) : spaced(name));

/** Three cards of a game, fanned; decoration. @param {Json} facts */
export function gameArt({ emblem: { deck, cards } }) {
  return el(
    "span",
    { class: "game-art", "aria-hidden": "true" },
    cards.map((/** @type {string} */ card) => cardPicture(card, { deck })),
  );
}

/**
 * The text of a key, or the name that a visiting game has in its rules, as words.
 * @param {string} key
 * @param {string} name
 */
const named = (key, name) => (has(key) ? t(key) : spaced(name));

/**
 * The key of a preset's own name; a visiting game has only what the preset means.
 * @param {string} game
 * @param {string} preset
 */
const presetKey = (game, preset) => `web_options.${game}.preset.${preset}`;

/**
 * What a preset is called.
 * @param {string} game
 * @param {string} preset
 */
export const presetName = (game, preset) =>
  has(presetKey(game, preset)) ? t(presetKey(game, preset)) : named(`${game}.preset.${preset}`, preset);

/**
 * What a preset means, in words; empty where these words are its name.
 * @param {string} game
 * @param {string} preset
 */
export const presetAbout = (game, preset) =>
  has(presetKey(game, preset)) && has(`${game}.preset.${preset}`) ? t(`${game}.preset.${preset}`) : "";

/**
 * What an option is called.
 * @param {string} game
 * @param {Json} option
 */
export const optionName = (game, option) => named(`web_options.${game}.${option.name}`, option.name);

/**
 * What a number of an option counts ("cards"); empty if it says so itself.
 * @param {string} game
 * @param {Json} option
 */
export function optionUnit(game, option) {
  const key = `web_options.${game}.unit.${option.name}`;
  return has(key) ? t(key) : "";
}

/** The options that people are asked for; the others are for studies. @param {Json} game */
export const askedOptions = (game) =>
  game.options.filter((/** @type {Json} */ { name }) => !game.asks.unasked.includes(name));

/**
 * What an option decides, in words.
 * @param {string} game
 * @param {Json} option
 */
export function optionAbout(game, option) {
  const key = `web_home.option.${game}.${option.name}`;
  return has(key) ? t(key) : option.description;
}

/** A name of the notation (`only_if_card_cannot_capture`) as words. @param {string} name */
export const spaced = (name) => String(name).replaceAll("_", " ");

/**
 * A value of an option as people read it, with its unit.
 * @param {string} game
 * @param {Json} option
 * @param {Json} value
 */
export function valueText(game, option, value) {
  if (typeof value === "boolean") return t(value ? "web_home.value.yes" : "web_home.value.no");
  if (typeof value === "number" && option.kind === "int") {
    return `${number(value)} ${optionUnit(game, option)}`.trim();
  }
  if (Array.isArray(value)) return value.join(", ");
  const word = value ?? "none";
  return named(`web_options.${game}.${option.name}.${word}`, value ?? t("web_home.value.none"));
}

/**
 * The computer players of a game: the levels from weak to strong, and those of other kinds.
 * @param {Json} game
 */
export const levelsOf = (game) => ({
  levels: game.levels.filter((/** @type {Json} */ player) => player.is_level),
  others: game.levels.filter((/** @type {Json} */ player) => !player.is_level),
});

/** The level that is offered first. @param {Json} game */
export const usualLevel = (game) =>
  (game.levels.find((/** @type {Json} */ { name }) => name === "normal") ?? game.levels[0]).name;

/** How many sit down if nobody says otherwise. @param {Json} game */
export const usualSeats = (game) => Math.max(game.min_seats, Math.min(4, game.max_seats));
