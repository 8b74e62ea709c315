/** A table that waits for friends: one link for all free seats, to copy, to share or to be seen by a camera. */

import { linkButton } from "../../controls.js";
import { el } from "../../dom.js";
import { inviteBox } from "../../frame/invite.js";
import { t } from "../../i18n.js";
import { gameTitle } from "../parts/games.js";

/**
 * The sheet of a table's invitation.
 * @param {Json} game
 * @param {Json} more
 * @param {() => void} close
 */
export function inviteSheet(game, { code, invites }, close) {
  return el(
    "section",
    { class: "sheet setup invite", "aria-labelledby": "invite-title" },
    el("h2", {
      id: "invite-title",
      text: t("web_home.invite.title", { game: gameTitle(game.name) }),
      tabindex: "-1",
    }),
    inviteBox(code, invites[0], invites.length),
    el(
      "div",
      { class: "rows" },
      linkButton(`/t/${code}`, t("web_home.invite.go"), "to-table", "primary"),
      el("button", {
        type: "button",
        class: "button quiet",
        text: t("web_home.turn_back"),
        on: { click: close },
      }),
    ),
  );
}
