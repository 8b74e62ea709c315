/** Computer players as characters: what they are like, and where their faces are. */

import { face } from "./faces.js";
import { has, t } from "./i18n.js";

// keys: web_people.* web_home.level.*

/**
 * What somebody who plays at a level is like; empty for one that is no level of the house.
 * @param {string} game
 * @param {string} level
 */
export function temper(game, level) {
  const key = [`web_people.${game}.${level}`, `web_people.${level}`].find((each) => has(each));
  return key ? t(key) : "";
}

/** What a level is called. @param {string} level */
export const levelName = (level) =>
  has(`web_home.level.${level}`) ? t(`web_home.level.${level}`) : level.replaceAll("_", " ");

/**
 * How many who play at the same level sit at lower seats: what tells their faces apart.
 * @param {Player[]} players
 * @param {Player} player
 */
export const alike = (players, { seat, bot }) =>
  players.filter((each) => each.bot === bot && each.seat < seat).length;

/**
 * Shows who sits at the seat that each place for a face (`data-face`) belongs to; a person has none.
 * @param {Element} table
 * @param {TableState} state
 */
export function showFaces(table, { game, players }) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-face]"))) {
    const player = players.find(({ seat }) => String(seat) === place.dataset.face);
    const level = player?.bot ?? "";
    if (place.dataset.level === level) continue;
    place.dataset.level = level;
    place.title = level && `${levelName(level)}. ${temper(game, level)}`;
    place.replaceChildren(...(player && level ? [face(level, alike(players, player))] : []));
  }
}
