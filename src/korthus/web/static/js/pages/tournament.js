/** A tournament among friends: making one, coming in by its link, playing, and how it stands. */

import { get } from "../api.js";
import { el, reconcile } from "../dom.js";
import { t } from "../i18n.js";
import { playerToken } from "../store.js";
import { loadStyle } from "../styles.js";
import { gameTitle, loadGames, presetName } from "./parts/games.js";
import { trying } from "./parts/say.js";
import { fixturesSheet } from "./tournament/fixtures.js";
import { joinSheet, takeInvite } from "./tournament/join.js";
import { makeSheet } from "./tournament/make.js";
import { peopleSheet } from "./tournament/people.js";
import { playBox } from "./tournament/play.js";
import { sealSheet } from "./tournament/seals.js";
import { standingsSheet } from "./tournament/standings.js";

/** How often it is asked how the tournament stands, in milliseconds. */
const EVERY = 4000;

/**
 * @param {HTMLElement} root
 * @param {{code?: string}} params
 */
export default async function mount(root, { code }) {
  const style = loadStyle(new URL("../../css/tournament.css", import.meta.url).href);
  const [games] = await Promise.all([loadGames(), style]);
  if (code === undefined) {
    root.append(makeSheet(games));
    return undefined;
  }
  takeInvite(code);
  return showTournament(root, code);
}

/**
 * Shows a tournament and keeps it fresh.
 * @param {HTMLElement} root
 * @param {string} code
 */
async function showTournament(root, code) {
  const bearer = await playerToken();
  const ask = () => get(`/api/tournaments/${code}`, { bearer });
  const first = await ask();
  const page = el("div", { class: "page tournament" });
  const head = el("div", { class: "tournament-head" });
  const sheets = el("div", { class: "stack" });
  page.append(head, sheets);
  root.append(page);
  head.append(
    el("h1", { text: t("web_tournament.title", { game: gameTitle(first.game) }) }),
    el("p", { class: "soft", text: about(first) }),
  );
  /** @param {Json} it */
  const draw = (it) => {
    // A sheet is made anew only when what it shows has changed, so that focus and open lists stay.
    reconcile(
      sheets,
      parts(it),
      ({ name, facts }) => `${name} ${JSON.stringify(facts)}`,
      ({ make }) => make(update),
    );
  };
  /** Shows what the server has answered, or asks it. @param {Json} [it] */
  const update = async (it) => draw(it ?? (await ask()));
  draw(first);
  const timer = setInterval(() => {
    if (!document.hidden) trying(update);
  }, EVERY);
  return () => clearInterval(timer);
}

/** What is played, in a line. @param {Json} it */
function about({ game, preset, seats, deals }) {
  const rules = preset === null ? "" : `${presetName(game, preset)}. `;
  return rules + t("web_tournament.about", { n: deals, seats });
}

/**
 * The sheets of a tournament, with the facts that each of them shows.
 * @param {Json} it
 * @returns {{name: string, facts: Json, make: (update: (it?: Json) => Promise<void>) => HTMLElement}[]}
 */
function parts(it) {
  const { code, players, fixtures, standings, cross, cards, begun, over, me, owner, next } = it;
  const isGuest = me === null && !begun;
  const free = players.some((/** @type {Json} */ { taken }) => !taken);
  return [
    ...(isGuest && free
      ? [{ name: "join", facts: [players], make: (/** @type {Json} */ update) => joinSheet(it, update) }]
      : []),
    ...(begun ? [{ name: "play", facts: [next, over, me, fixtures, players], make: () => playBox(it) }] : []),
    ...(begun ? [{ name: "standings", facts: [standings, cross], make: () => standingsSheet(it) }] : []),
    {
      name: "people",
      facts: [players, begun, owner, code],
      make: (/** @type {Json} */ update) => peopleSheet(it, update),
    },
    ...(begun ? [{ name: "fixtures", facts: [fixtures, me], make: () => fixturesSheet(it) }] : []),
    { name: "seals", facts: cards, make: () => sealSheet(it) },
  ];
}
