/** How the players stand, what that is made of, and what each has against each other. */

import { el } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { dataTable } from "../../plots.js";

// keys: web_tournament.column.*

/** A number with its sign: +3, −1.5, 0. @param {number} value */
const signed = (value) => number(value, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
/** @param {number} value */
const points = (value) => number(value, { maximumFractionDigits: 2 });

/** @param {Json} it */
export function standingsSheet({ standings, cross, players }) {
  const counted = standings.some((/** @type {Json} */ { games }) => games > 0);
  return el(
    "section",
    { class: "sheet stack", dataset: { test: "standings" } },
    el("h2", { text: t("web_tournament.standings") }),
    counted ? lines(standings, players) : el("p", { text: t("web_tournament.standings.none") }),
    el("p", { class: "small soft", text: t("web_tournament.standings.about") }),
    counted && el("p", { class: "small soft", text: t("web_tournament.same_cards.about") }),
    counted && el("h3", { text: t("web_tournament.cross") }),
    counted && crossTable(cross, players),
    counted && el("p", { class: "small soft", text: t("web_tournament.cross.about") }),
  );
}

/**
 * @param {Json[]} standings
 * @param {Json[]} players
 */
function lines(standings, players) {
  return dataTable(
    t("web_tournament.standings"),
    ["place", "player", "points", "games", "won", "same_cards"].map((column) =>
      t(`web_tournament.column.${column}`),
    ),
    standings.map((line) => [
      number(line.place),
      nameOf(players[line.player]),
      points(line.points),
      number(line.games),
      number(line.won),
      line.same_cards === null ? "–" : signed(line.same_cards),
    ]),
  );
}

/** @param {Json} player */
function nameOf({ name, away }) {
  return away ? t("web_tournament.away_name", { name }) : name;
}

/**
 * @param {(Json|null)[][]} cross
 * @param {Json[]} players
 */
function crossTable(cross, players) {
  const short = (/** @type {Json|null} */ cell) =>
    cell === null
      ? ""
      : t("web_tournament.cross.cell", { ahead: points(cell.ahead), games: number(cell.games) });
  return dataTable(
    t("web_tournament.cross"),
    [t("web_tournament.column.player"), ...players.map(({ name }) => name)],
    cross.map((row, index) => [
      players[index].name,
      ...row.map((cell, column) => (column === index ? "×" : short(cell))),
    ]),
  );
}
