/** A table that waits for friends: one link for each free seat, to copy or to be seen by a camera. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { qrSvg } from "../../qr.js";
import { gameTitle } from "../parts/games.js";
import { copyField } from "../parts/say.js";
import { inviteLink } from "./open.js";

/**
 * The sheet of a table's invitations.
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
    el("p", { text: t(invites.length > 1 ? "web_home.invite.several" : "web_home.invite.about") }),
    el(
      "ul",
      { class: "invites" },
      invites.map((/** @type {Json} */ { seat, invite }) => {
        const link = inviteLink(code, invite);
        const label = t("web_home.invite.seat", { n: seat + 1 });
        return el(
          "li",
          {},
          qrSvg(link, t("web_home.invite.qr", { n: seat + 1 })),
          el(
            "div",
            { class: "stack-tight" },
            el("h3", { text: label }),
            copyField(link, label, `invite-${seat}`),
          ),
        );
      }),
    ),
    el(
      "div",
      { class: "rows" },
      el("a", {
        class: "button primary",
        href: `/t/${code}`,
        text: t("web_home.invite.go"),
        dataset: { test: "to-table" },
      }),
      el("button", {
        type: "button",
        class: "button quiet",
        text: t("web_home.turn_back"),
        on: { click: close },
      }),
    ),
  );
}
