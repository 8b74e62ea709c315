/** What there is to play now, and how the tournament has come so far. */

import { post } from "../../api.js";
import { textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { keepSeat, playerToken } from "../../store.js";
import { trying } from "../parts/say.js";

/**
 * Goes to the table of one of my games, or of the next.
 * @param {string} code of the tournament
 * @param {number|null} number
 */
export function playGame(code, number) {
  return trying(async () => {
    const bearer = await playerToken();
    const seat = await post(`/api/tournaments/${code}/play`, { number }, { bearer });
    keepSeat(seat.code, seat.seat, seat.token);
    navigate(`/t/${seat.code}`);
  });
}

/**
 * The names of some players in a sentence.
 * @param {number[]} numbers
 * @param {Json[]} players
 */
export const namesOf = (numbers, players) =>
  new Intl.ListFormat(language()).format(numbers.map((number) => players[number].name ?? ""));

/** The sheet with the button that matters. @param {Json} it */
export function playBox({ code, next, over, me, fixtures, players }) {
  const done = fixtures.filter((/** @type {Json} */ { state }) => state === "ended" || state === "closed");
  const progress = t("web_tournament.progress", { done: done.length, n: fixtures.length });
  const play = () => playGame(code, null);
  return el(
    "section",
    { class: "sheet stack", "aria-label": t("web_tournament.now") },
    el("p", { role: "status", text: sentence(), dataset: { test: "tournament-now" } }),
    next !== null && textButton(t("web_tournament.play_next"), "play-next", play, "primary"),
    el("p", { class: "small soft numbers", text: progress }),
  );

  function sentence() {
    if (over) return t("web_tournament.over");
    if (me === null) return t("web_tournament.looking_on");
    if (players[me].away) return t("web_tournament.you_are_away");
    if (next === null) return t("web_tournament.nothing_now");
    const { players: seated, here } = fixtures[next];
    const others = seated.filter((/** @type {number} */ each) => each !== me);
    const waiting = here.filter((/** @type {number} */ each) => each !== me);
    if (waiting.length > 0) {
      return t("web_tournament.waits_for_you", { n: waiting.length, names: namesOf(waiting, players) });
    }
    return t("web_tournament.next_against", { names: namesOf(others, players) });
  }
}
