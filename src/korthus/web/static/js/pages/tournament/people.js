/** Who plays: places, the link for those who are missing, and what whoever made the tournament can do. */

import { post } from "../../api.js";
import { textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { reachableLink } from "../../frame/invite.js";
import { t } from "../../i18n.js";
import { playerToken } from "../../store.js";
import { trying } from "../parts/say.js";
import { inviteOf } from "./join.js";

/**
 * @param {Json} it
 * @param {(it?: Json) => Promise<void>} update
 */
export function peopleSheet({ code, players, begun, owner, seats, me }, update) {
  const here = players.filter((/** @type {Json} */ { taken }) => taken).length;
  const invite = begun ? null : inviteOf(code);
  const words = { label: t("web_tournament.link"), test: "tournament" };
  return el(
    "section",
    { class: "sheet stack", "aria-labelledby": "people-title", dataset: { test: "tournament-people" } },
    el("h2", { id: "people-title", text: t("web_tournament.players") }),
    !begun && el("p", { role: "status", text: t("web_tournament.here", { here, n: players.length }) }),
    el(
      "ul",
      { class: "seats" },
      players.map((/** @type {Json} */ player, /** @type {number} */ number) =>
        entrant(player, begun && owner ? awayButton(code, player, number, update) : null),
      ),
    ),
    begun && owner && el("p", { class: "small soft", text: t("web_tournament.away.about") }),
    invite !== null && me !== null && reachableLink(`/tournament/${code}#join=${invite}`, words),
    !begun && owner && here >= seats && beginButton(code, update),
  );
}

/**
 * @param {Json} player
 * @param {HTMLElement|null} button
 */
function entrant({ name, taken, away }, button) {
  return el(
    "li",
    { class: taken ? "" : "free" },
    el("span", { text: name ?? t("web_tournament.anybody") }),
    !taken && el("span", { class: "tag", text: t("web_tournament.not_here") }),
    away && el("span", { class: "tag", text: t("web_tournament.away") }),
    button,
  );
}

/**
 * @param {string} code
 * @param {Json} player
 * @param {number} number
 * @param {(it?: Json) => Promise<void>} update
 */
function awayButton(code, { name, away }, number, update) {
  const put = async () => {
    const wish = { player: number, away: !away };
    await update(await post(`/api/tournaments/${code}/away`, wish, { bearer: await playerToken() }));
  };
  return el("button", {
    type: "button",
    class: "button quiet small",
    text: t(away ? "web_tournament.bring_back" : "web_tournament.put_away"),
    "aria-label": t(away ? "web_tournament.bring_back.label" : "web_tournament.put_away.label", { name }),
    dataset: { test: `away-${number}` },
    on: { click: () => trying(put) },
  });
}

/**
 * @param {string} code
 * @param {(it?: Json) => Promise<void>} update
 */
function beginButton(code, update) {
  const begin = async () =>
    update(await post(`/api/tournaments/${code}/begin`, {}, { bearer: await playerToken() }));
  return textButton(t("web_tournament.begin"), "tournament-begin", () => trying(begin));
}
