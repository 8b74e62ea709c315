/** Rules for a number of players: the server says how they must be adapted, and this shows it. */

import { get, Refused } from "../../api.js";
import { el } from "../../dom.js";
import { language } from "../../i18n.js";

/**
 * A line below the number of players.
 * @param {Json} game as the server describes it
 * @param {() => Json} wish what is chosen now: `seats`, `preset` and `options`
 * @returns {{element: HTMLElement, update: () => Promise<void>, adapted: () => Promise<Record<string, Json>>}}
 *   `adapted`: the options to send instead of those that are chosen; rejects with `Refused`
 */
export function fitLine(game, wish) {
  const element = el("p", { class: "fit", role: "status", hidden: true, dataset: { test: "fit" } });
  let asked = 0;

  async function ask() {
    if (game.min_seats === game.max_seats) return { adapted: {}, said: null, refused: null };
    const { seats, preset, options } = wish();
    const params = { seats: String(seats), preset, options: JSON.stringify(options), lang: language() };
    return get(`/api/games/${game.name}/fit?${new URLSearchParams(params)}`);
  }

  return {
    element,
    async update() {
      asked += 1;
      const mine = asked;
      const { said, refused } = await ask();
      if (mine !== asked) return;
      element.textContent = refused ?? said ?? "";
      element.hidden = element.textContent === "";
      element.classList.toggle("refused", refused !== null);
    },
    async adapted() {
      const { adapted, refused } = await ask();
      if (refused) throw new Refused("DOES_NOT_FIT", refused);
      return adapted;
    },
  };
}
