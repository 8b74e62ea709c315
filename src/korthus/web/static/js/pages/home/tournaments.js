/** My tournaments, and the way to make one. */

import { linkButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { playersText } from "../parts/words.js";
import { heading, list } from "./rows.js";

// keys: web_tournament.mine.*

/** The list, with a link below it. */
export function tournamentsList() {
  const found = list("web_tournament.mine", "web_tournament.mine.none", "tournaments");
  found.element.append(linkButton("/tournament", t("web_tournament.new"), "to-tournament-new"));
  return found;
}

/** @param {Json} tournament */
export function tournamentRow({ code, game, players, begun, over, my_turn: mine }) {
  const state = over ? "over" : begun ? "goes_on" : "gathers";
  const mark = mine
    ? el("span", { class: "turn-mark", text: t("web_tournament.mine.turn") })
    : el("span", { class: "soft small", text: t(`web_tournament.mine.${state}`) });
  return el(
    "li",
    { class: mine ? "my-turn" : "" },
    el("div", {}, heading({ game }, mark), el("span", { text: playersText(players) })),
    linkButton(
      `/tournament/${code}`,
      t("web_tournament.mine.go"),
      `tournament-${code}`,
      mine ? "primary" : "",
    ),
  );
}
