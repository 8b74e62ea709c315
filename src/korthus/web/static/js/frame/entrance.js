/** Coming to a table: by an invitation, from another device, or to look for a free seat. */

import { get, post } from "../api.js";
import { formOf, submitButton, textButton } from "../controls.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { keepSeat, playerToken, seatToken } from "../store.js";
import { noting } from "./dialogs.js";

// keys: *.title

/**
 * Does what the part of the address behind # asks for, and takes it out: secrets do not stay there.
 * @param {string} code
 * @returns {Promise<string|null>} an invitation that waits for a name
 */
export async function enter(code) {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has("seat") && !asked.has("join")) return null;
  history.replaceState(null, "", location.pathname + location.search);
  if (asked.has("seat")) {
    const { seat, token } = await post(`/api/tables/${code}/takeover`, { token: asked.get("seat") });
    keepSeat(code, seat, token);
  }
  return seatToken(code) ? null : asked.get("join");
}

/**
 * Takes a seat.
 * @param {string} code
 * @param {string|null} invite null at an open table
 * @param {string} name
 */
export async function sitDown(code, invite, name) {
  settings.set("name", name);
  const player = await playerToken();
  const { seat, token } = await post(`/api/tables/${code}/join`, { invite, name, player });
  keepSeat(code, seat, token);
}

/** A form that asks for a name. @param {(name: string) => Promise<void>} onSit does the rest */
export function nameForm(onSit) {
  const field = el("input", {
    type: "text",
    id: "sit-name",
    name: "name",
    required: true,
    maxlength: "24",
    autocomplete: "nickname",
    value: settings.get("name"),
    "aria-describedby": "sit-name-hint",
    dataset: { test: "sit-name" },
  });
  return formOf(
    "stack",
    () => noting(() => onSit(field.value.trim())),
    el("label", { class: "field", for: "sit-name" }, el("span", { text: t("web.wait.name") }), field),
    el("p", { class: "small soft", id: "sit-name-hint", text: t("web.wait.name_hint") }),
    submitButton(t("web.wait.sit"), "sit-down", "primary"),
  );
}

/**
 * The sheet of somebody who was invited.
 * @param {string} code
 * @param {{onSit: (name: string) => Promise<void>, onWatch: () => void}} answers
 */
export async function invitation(code, { onSit, onWatch }) {
  const table = await get(`/api/tables/${code}`);
  const game = t(`${table.game}.title`);
  const names = table.players.map((/** @type {Player} */ player) => player.name).filter(Boolean);
  const about = names.length
    ? t("web.wait.invited_about", { n: names.length, names: names.join(", "), game })
    : t("web.wait.invited_plain", { game });
  return el(
    "section",
    { class: "sheet notice-sheet", dataset: { test: "invitation" } },
    el("h1", { text: t("web.wait.invited") }),
    el("p", { text: about }),
    table.known_cards
      ? el("p", { class: "known-cards", text: t("web.known_cards"), dataset: { test: "known-cards" } })
      : null,
    nameForm(onSit),
    textButton(t("web.wait.watch"), "only-watch", onWatch, "quiet"),
  );
}
