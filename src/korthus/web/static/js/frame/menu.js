/** What lies behind the menu at a table: settings, another device, the keyboard, the rules, the door. */

import { linkButton, textButton } from "../controls.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { seatToken } from "../store.js";
import { explained } from "../terms.js";
import { noting, openDialog } from "./dialogs.js";
import { linkBox } from "./link.js";
import { preferencesForm } from "./preferences.js";

// keys: web.help.keys.*

/** Opens the menu of a table. @param {Session} session */
export function showMenu(session) {
  const { code, game, seat } = session.state;
  const way = (/** @type {string} */ key, /** @type {string} */ test, /** @type {() => void} */ open) =>
    textButton(t(key), test, () => {
      drawer.close();
      open();
    });
  const link = (/** @type {string} */ href, /** @type {string} */ key, /** @type {string} */ test) =>
    linkButton(href, t(key), test, "", { on: { click: () => drawer.close() } });
  const drawer = openDialog(
    t("web.table.menu"),
    [
      el(
        "div",
        { class: "menu-ways" },
        seat === null || !seatToken(code) ? null : way("web.device", "to-device", () => showDevice(code)),
        way("web.help.title", "to-help", () => showHelp(session)),
        link(`/rules/${game}?table=${code}`, "web.help.rules", "to-rules"),
        canResign(session.state) ? way("web.resign", "to-resign", () => askToResign(session)) : null,
        link("/", "web.table.leave", "leave"),
      ),
      el("h3", { text: t("web.settings.title") }),
      preferencesForm(),
    ],
    { kind: "drawer", test: "menu" },
  );
}

/** Whether this person can give the game up: not where that would end it for several others. @param {TableState} state */
function canResign({ seat, started, over, players }) {
  const people = players.filter((player) => player.bot === null && player.taken && player.seat !== seat);
  return seat !== null && started && !over && people.length < 2;
}

/** Asks once more, and gives the game up. @param {Session} session */
function askToResign(session) {
  const resign = () => {
    dialog.close();
    noting(() => session.request("resign"));
  };
  const dialog = openDialog(
    t("web.resign"),
    [
      el("p", { text: t("web.resign.about") }),
      el(
        "div",
        { class: "rows" },
        textButton(t("web.resign.yes"), "resign-yes", resign, "danger"),
        textButton(t("web.resign.no"), "resign-no", () => dialog.close(), "primary"),
      ),
    ],
    { test: "resign" },
  );
}

/** Opens the link by which this person's seat goes to another device. @param {string} code */
function showDevice(code) {
  openDialog(
    t("web.device"),
    el(
      "div",
      { class: "device stack" },
      el("p", { text: t("web.device.about") }),
      linkBox(`${location.origin}/t/${code}#seat=${seatToken(code)}`, {
        label: t("web.device.link"),
        test: "device",
      }),
    ),
    { test: "device" },
  );
}

/** Opens the help: what can be done now, and the keys. @param {Session} session */
export async function showHelp(session) {
  const keys = [
    [t("web.help.arrows"), "web.help.keys.arrows"],
    ["Enter", "web.help.keys.enter"],
    ["Esc", "web.help.keys.escape"],
    ["U", "web.help.keys.u"],
    ["H", "web.help.keys.h"],
    ["L", "web.help.keys.l"],
    ["T", "web.help.keys.t"],
    ["M", "web.help.keys.m"],
    ["?", "web.help.keys.help"],
  ];
  const moment = el("div", { class: "stack", hidden: true });
  openDialog(
    t("web.help.title"),
    [
      moment,
      el(
        "dl",
        { class: "keys" },
        keys.map(([name, key]) => [el("dt", {}, el("kbd", { text: name })), el("dd", { text: t(key) })]),
      ),
    ],
    { test: "help" },
  );
  const { seat, game, to_act: turn } = session.state;
  if (seat === null || turn !== seat) return;
  const answer = await noting(() => session.request("describe"));
  if (!answer?.help) return;
  moment.append(
    el("h3", { text: t("web.help.moment") }),
    ...answer.help
      .split("\n")
      .filter(Boolean)
      .map((/** @type {string} */ text) => el("p", {}, explained(game, text))),
  );
  moment.hidden = false;
}
