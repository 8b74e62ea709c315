/** Who really chose a seat's last move, where it was not the level that plays the seat. */

import { has, language, t } from "../i18n.js";
import { levelName } from "../people.js";

// keys: web.instead.*

/**
 * The sentence about a player's last move; null if the level of the seat chose it itself.
 * @param {{name: string|null, instead: Instead|null}} facts
 */
export function insteadText({ name, instead }) {
  if (!instead) return null;
  const key = `web.instead.by.${instead.by}`;
  const by = has(key) ? t(key) : levelName(instead.by);
  return t(`web.instead.${instead.why}`, { name, level: levelName(instead.level), by });
}

/**
 * The same for a whole table: one sentence for all seats of which it is true, with its reason.
 * @param {Json[]} players
 */
export function insteadTexts(players) {
  const alike = Map.groupBy(
    players.filter(({ instead }) => instead),
    ({ instead: { why, level, by } }) => `${why}-${level}-${by}`,
  );
  const names = new Intl.ListFormat(language(), { type: "conjunction" });
  return [...alike].map(([key, seats]) => ({
    key,
    why: seats[0].instead.why,
    text: insteadText({ ...seats[0], name: names.format(seats.map(({ name }) => name)) }),
  }));
}

/**
 * What is new about it since an earlier state, for the log. While a level is only getting ready, it is said
 * once and not at every move.
 * @param {Player[]} previous
 * @param {Player[]} players
 */
export function insteadNews(previous, players) {
  const before = new Map(previous.map((player) => [player.seat, player.instead]));
  return players
    .filter(({ seat, instead }) => {
      const old = before.get(seat);
      if (!instead || old?.version === instead.version) return false;
      return !(instead.why === "compiling" && old?.why === "compiling" && old.by === instead.by);
    })
    .map((player) => insteadText(player));
}
