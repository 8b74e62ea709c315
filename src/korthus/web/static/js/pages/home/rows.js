/** A list of games under a title, and the first line of each row. */

import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { gameTitle } from "../parts/games.js";

/**
 * @param {string} titleKey
 * @param {string} emptyKey
 * @param {string} test
 */
export function list(titleKey, emptyKey, test) {
  const items = el("ul", { class: "game-list", dataset: { test } });
  const empty = el("p", { class: "soft", text: t(emptyKey) });
  return {
    element: el("section", { class: "home-list" }, el("h2", { text: t(titleKey) }), items, empty),
    /**
     * @param {Json[]} games
     * @param {Json} row
     */
    show(games, row) {
      reconcile(items, games, (game) => `${game.code} ${JSON.stringify(game)}`, row);
      empty.hidden = games.length > 0;
    },
  };
}

/**
 * @param {Json} game
 * @param {Json} extra
 */
export function heading(game, extra) {
  return el("span", { class: "game-line" }, el("b", { class: "serif", text: gameTitle(game.game) }), extra);
}
