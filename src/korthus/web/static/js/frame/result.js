/** How a game ended, what each score is made of, and where to go from here. */

import { el } from "../dom.js";
import { has, number, t } from "../i18n.js";
import { openDialog } from "./dialogs.js";

// keys: *.breakdown.*

/**
 * Opens the sheet of the result.
 * @param {TableState} state a session's state with an outcome
 * @param {{nameOf: (seat: number) => string, onAgain: () => void, onClose: () => void}} ways
 */
export function showResult(state, { nameOf, onAgain, onClose }) {
  const { code } = state;
  const link = (
    /** @type {string} */ href,
    /** @type {string} */ key,
    /** @type {string} */ test,
    more = {},
  ) => el("a", { class: "button", href, text: t(key), dataset: { test }, ...more });
  const again = el("button", {
    type: "button",
    class: "button primary",
    text: t("web.result.again"),
    dataset: { test: "play-again" },
    on: { click: onAgain },
  });
  const dialog = openDialog(
    headline(state, nameOf),
    el(
      "div",
      { class: "result" },
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": t("web.result.title") },
        scores(state, nameOf),
      ),
      el(
        "div",
        { class: "rows" },
        state.seat === null ? null : again,
        link(`/review/${code}`, "web.result.review", "to-review"),
        link(`/replay/${code}`, "web.result.replay", "to-replay"),
        link(`/verify/${code}`, "web.result.verify", "to-verify"),
        link(`/api/tables/${code}/record`, "web.result.record", "to-record", { download: true }),
        el("button", {
          type: "button",
          class: "button quiet",
          text: t("web.result.look"),
          dataset: { test: "look-at-table" },
          on: { click: () => dialog.close() },
        }),
      ),
    ),
    { test: "result", onClose },
  );
  for (const each of dialog.querySelectorAll("a")) each.addEventListener("click", () => dialog.close());
  return dialog;
}

/**
 * Who won, in a few words.
 * @param {Json} facts a state with an outcome
 * @param {NameOf} nameOf
 */
export function headline({ outcome, seat }, nameOf) {
  if (outcome.winners.length > 1)
    return t("web.result.shared", { names: outcome.winners.map(nameOf).join(", ") });
  if (outcome.winners[0] === seat) return t("web.result.you_win");
  return t("web.result.winner", { name: nameOf(outcome.winners[0]) });
}

/**
 * @param {Json} facts a state with an outcome
 * @param {NameOf} nameOf
 */
function scores({ game, outcome }, nameOf) {
  const parts = [...new Set(outcome.breakdown.flatMap((/** @type {Json} */ each) => Object.keys(each)))];
  const label = (/** @type {string} */ part) =>
    has(`${game}.breakdown.${part}`) ? t(`${game}.breakdown.${part}`) : part.replaceAll("_", " ");
  const row = (/** @type {number} */ seat) =>
    el(
      "tr",
      { class: outcome.winners.includes(seat) ? "winner" : "" },
      el("th", { scope: "row", text: nameOf(seat) }),
      el("td", { class: "total", text: number(outcome.scores[seat]), dataset: { test: `score-${seat}` } }),
      parts.map((part) => el("td", { text: number(outcome.breakdown[seat][part] ?? 0) })),
    );
  return el(
    "table",
    {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col", text: t("web.result.player") }),
        el("th", { scope: "col", text: t("web.result.score") }),
        parts.map((part) => el("th", { scope: "col", text: label(part) })),
      ),
    ),
    el("tbody", {}, outcome.ranking.flat().map(row)),
  );
}
