/** Coming into a tournament by its link: under the name that a place is kept for, or under one's own. */

import { post } from "../../api.js";
import { textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { nameForm } from "../../frame/entrance.js";
import { t } from "../../i18n.js";
import { settings } from "../../settings.js";
import { keepInvites, keptInvites, playerToken } from "../../store.js";
import { trying } from "../parts/say.js";
import { sheetOf } from "../parts/sheets.js";

/** Keeps the secret of the link, and takes it out of the address. @param {string} code */
export function takeInvite(code) {
  const invite = new URLSearchParams(location.hash.slice(1)).get("join");
  if (!invite) return;
  history.replaceState(null, "", location.pathname);
  keepInvites(code, [{ seat: 0, invite }]);
}

/** The secret of a tournament's link, if this browser has it. @param {string} code @returns {string|null} */
export const inviteOf = (code) => keptInvites(code)[0]?.invite ?? null;

/**
 * The sheet of somebody who may come in.
 * @param {Json} it the tournament
 * @param {(it?: Json) => Promise<void>} update
 */
export function joinSheet({ code, players }, update) {
  const invite = inviteOf(code);
  const free = players
    .map((/** @type {Json} */ player, /** @type {number} */ place) => ({ ...player, place }))
    .filter((/** @type {Json} */ { taken }) => !taken);
  const kept = free.filter((/** @type {Json} */ { name }) => name !== null);
  const sit = async (/** @type {string} */ name, /** @type {number|null} */ place) => {
    settings.set("name", name);
    const wish = { invite, name, place, player: await playerToken() };
    await update(await post(`/api/tournaments/${code}/join`, wish));
  };
  if (invite === null) {
    return sheetOf("", t("web_tournament.join"), el("p", { text: t("web_tournament.join.no_link") }));
  }
  return el(
    "section",
    { class: "sheet stack", "aria-labelledby": "join-title", dataset: { test: "tournament-join" } },
    el("h2", { id: "join-title", text: t("web_tournament.join") }),
    kept.length > 0 &&
      el(
        "div",
        { class: "rows" },
        kept.map((/** @type {Json} */ { name, place }) =>
          textButton(t("web_tournament.i_am", { name }), `i-am-${place}`, () =>
            trying(() => sit(name, place)),
          ),
        ),
      ),
    kept.length < free.length && nameForm((name) => sit(name, null)),
  );
}
