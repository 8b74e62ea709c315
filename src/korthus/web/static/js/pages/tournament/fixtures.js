/** All games by round: who plays whom with which cards, how it stands there, and the way to the table. */

import { linkButton } from "../../controls.js";
import { el } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { namesOf, playGame } from "./play.js";

// keys: web_tournament.state.*

/** @param {Json} it */
export function fixturesSheet(it) {
  const rounds = Map.groupBy(it.fixtures, (/** @type {Json} */ { round }) => round);
  return el(
    "section",
    { class: "sheet stack", dataset: { test: "fixtures" } },
    el("h2", { text: t("web_tournament.games") }),
    [...rounds].map(([round, fixtures]) => roundList(it, round, fixtures)),
  );
}

/**
 * @param {Json} it
 * @param {number} round
 * @param {Json[]} fixtures
 */
function roundList(it, round, fixtures) {
  return [
    el("h3", { text: t("web_tournament.round", { n: round + 1 }) }),
    el(
      "ul",
      { class: "game-list" },
      fixtures.map((fixture) => row(it, fixture)),
    ),
  ];
}

/**
 * @param {Json} it
 * @param {Json} fixture
 */
function row(it, fixture) {
  const { deal, turn } = fixture;
  const cards = t(turn === 0 ? "web_tournament.cards" : "web_tournament.cards.again", { n: deal + 1 });
  return el(
    "li",
    { class: fixture.mine ? "my-turn" : "", dataset: { test: `fixture-${fixture.number}` } },
    el(
      "div",
      {},
      el("b", { text: players(it, fixture) }),
      el("span", { class: "soft small", text: `${cards} · ${state(it, fixture)}` }),
    ),
    ways(it, fixture),
  );
}

/**
 * The players in the order of their seats.
 * @param {Json} it
 * @param {Json} fixture
 */
function players(it, { players: seated, computers }) {
  return seated
    .map((/** @type {number} */ each, /** @type {number} */ seat) =>
      computers.includes(seat)
        ? t("web_tournament.computer_for", { name: it.players[each].name })
        : it.players[each].name,
    )
    .join(" – ");
}

/**
 * How it stands, in words.
 * @param {Json} it
 * @param {Json} fixture
 */
function state(it, { state: now, scores, here, resigned, players: seated }) {
  if (resigned !== null) return t("web_tournament.resigned", { name: it.players[seated[resigned]].name });
  if (scores !== null) return scores.map((/** @type {number} */ score) => number(score)).join(" – ");
  if (now === "playing" && here.length > 0) {
    return t("web_tournament.at_the_table", { n: here.length, names: namesOf(here, it.players) });
  }
  return t(`web_tournament.state.${now}`);
}

/**
 * Where one can go from a game.
 * @param {Json} it
 * @param {Json} fixture
 */
function ways({ code }, { number: which, mine, scores, table }) {
  const link = (/** @type {string} */ page, /** @type {string} */ key) =>
    linkButton(`/${page}/${table}`, t(key), `${page}-${which}`, "small", {
      "aria-label": t("web_tournament.of_game", { what: t(key), n: which + 1 }),
    });
  if (mine) {
    return el("button", {
      type: "button",
      class: "button small",
      text: t("web_tournament.play"),
      "aria-label": t("web_tournament.of_game", { what: t("web_tournament.play"), n: which + 1 }),
      dataset: { test: `play-${which}` },
      on: { click: () => playGame(code, which) },
    });
  }
  if (scores === null) return null;
  return el(
    "div",
    { class: "rows" },
    link("replay", "web_home.replay"),
    link("review", "web_home.review"),
    link("verify", "web.result.verify"),
  );
}
