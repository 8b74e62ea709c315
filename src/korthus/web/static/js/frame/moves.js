/** The moves of a table whose game is not there any more, as the log has them. */

import { get } from "../api.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { seatToken } from "../store.js";

/**
 * A list of what was played, or null where nothing may be shown.
 * @param {string} code of the table
 * @returns {Promise<HTMLElement|null>}
 */
export async function movesList(code) {
  const { players, moves, scores } = await get(`/api/tables/${code}/moves`, {
    bearer: seatToken(code) ?? undefined,
  });
  if (moves.length === 0) return null;
  const line = (/** @type {string} */ name, /** @type {string} */ text) =>
    el("li", { text: `${name ?? "…"}: ${text}` });
  return el(
    "section",
    { class: "stack", dataset: { test: "moves" } },
    el("h2", { text: t("web.moves.title") }),
    el("ol", {}, ...moves.map((/** @type {Json} */ { seat, text }) => line(players[seat], text))),
    scores &&
      el("p", {
        text: players
          .map((/** @type {string} */ name, /** @type {number} */ seat) => `${name ?? "…"} ${scores[seat]}`)
          .join(", "),
      }),
  );
}
