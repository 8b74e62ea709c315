/** How a game ended, what each score is made of, and where to go from here. */

import { linkButton, textButton } from "../controls.js";
import { el } from "../dom.js";
import { has, number, t } from "../i18n.js";
import { explained } from "../terms.js";
import { openDialog } from "./dialogs.js";

// keys: *.breakdown.*

/**
 * Opens the sheet of the result.
 * @param {TableState} state a session's state with an outcome
 * @param {{nameOf: (seat: number) => string, onAgain: () => void, onClose: () => void}} ways
 */
export function showResult(state, { nameOf, onAgain, onClose }) {
  const { code } = state;
  const asked = el("p", { class: "asked", role: "status", hidden: true, dataset: { test: "asked-again" } });
  const again = textButton(t("web.result.again"), "play-again", onAgain, "primary");
  const held = el("p", { class: "small", text: t("web_tournament.held"), dataset: { test: "held-back" } });
  const looking = waysToLook(code);
  const dialog = openDialog(
    headline(state, nameOf),
    el(
      "div",
      { class: "result" },
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": t("web.result.title") },
        howItEnded(state, nameOf),
      ),
      givenUp(state)
        ? null
        : state.outcome_about.map((text) => el("p", { class: "small soft" }, explained(state.game, text))),
      asked,
      held,
      el(
        "div",
        { class: "rows" },
        state.tournament === null
          ? state.seat !== null && again
          : linkButton(`/tournament/${state.tournament}`, t("web_tournament.back"), "to-tournament"),
        looking,
        textButton(t("web.result.look"), "look-at-table", () => dialog.close(), "quiet"),
      ),
    ),
    { test: "result", onClose },
  );
  for (const each of dialog.querySelectorAll("a")) each.addEventListener("click", () => dialog.close());
  return {
    /** Offers what can be looked at now. @param {boolean} hidden whether the cards are still held back */
    hold(hidden) {
      held.hidden = !hidden;
      looking.hidden = hidden;
    },
    /** Says that somebody wants to play again, or nothing. @param {string|null} text */
    asked(text) {
      asked.hidden = text === null;
      asked.textContent = text;
    },
  };
}

/** Links to what can be looked at after a game. @param {string} code */
function waysToLook(code) {
  return el(
    "div",
    { class: "rows" },
    linkButton(`/review/${code}`, t("web.result.review"), "to-review"),
    linkButton(`/replay/${code}`, t("web.result.replay"), "to-replay"),
    linkButton(`/verify/${code}`, t("web.result.verify"), "to-verify"),
    linkButton(`/api/tables/${code}/record`, t("web.result.record"), "to-record", "", { download: true }),
  );
}

/** Whether a seat gave the game up. @param {Json} facts a state with an outcome */
const givenUp = ({ outcome }) => outcome.resigned !== undefined;

/**
 * The scores, or who gave up.
 * @param {Json} state a state with an outcome
 * @param {NameOf} nameOf
 */
function howItEnded(state, nameOf) {
  if (!givenUp(state)) return scores(state, nameOf);
  const { resigned } = state.outcome;
  const text =
    resigned === state.seat ? t("web.resigned.you") : t("web.resigned", { name: nameOf(resigned) });
  return el("p", { text, dataset: { test: "resigned" } });
}

/**
 * Who won, in a few words.
 * @param {Json} facts a state with an outcome
 * @param {NameOf} nameOf
 */
export function headline({ outcome, seat }, nameOf) {
  if (outcome.winners.length === outcome.scores.length) return t("web.result.draw");
  if (outcome.winners.length > 1)
    return t("web.result.shared", { names: outcome.winners.map(nameOf).join(", ") });
  if (outcome.winners[0] === seat) return t("web.result.you_win");
  return t("web.result.winner", { name: nameOf(outcome.winners[0]) });
}

/**
 * Whether a part of the scores is the whole of them: it stands there already.
 * @param {Json} outcome
 * @param {string} part
 */
function isTheScore({ scores, breakdown }, part) {
  return (
    part === "points" &&
    scores.every((/** @type {number} */ score, /** @type {number} */ seat) => breakdown[seat][part] === score)
  );
}

/**
 * @param {Json} facts a state with an outcome
 * @param {NameOf} nameOf
 */
function scores({ game, outcome }, nameOf) {
  const named = new Set(outcome.breakdown.flatMap((/** @type {Json} */ each) => Object.keys(each)));
  const parts = [...named].filter((part) => !isTheScore(outcome, part));
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
        parts.map((part) => el("th", { scope: "col" }, explained(game, label(part)))),
      ),
    ),
    el("tbody", {}, outcome.ranking.flat().map(row)),
  );
}
