/** The link to a table for friends: one for all of its free seats. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { reach } from "../reach.js";
import { noting } from "./dialogs.js";
import { linkBox } from "./link.js";

/**
 * A box with the link; where others cannot follow it, it says so.
 * @param {string} code
 * @param {{seat: number, invite: string}} first the first seat that the link opens
 * @param {number} free how many seats it opens
 */
export function inviteBox(code, { seat, invite }, free) {
  return el(
    "div",
    { class: "invitation stack" },
    el("h3", { text: t("web.wait.invite_all") }),
    el("p", { class: "small soft", text: t("web.wait.invite_all.about", { n: free }) }),
    reachableLink(`/t/${code}#join=${invite}`, { label: t("web.wait.link"), test: `invite-${seat}` }),
  );
}

/**
 * A link with the address at which others find this server; where there is none, it says so.
 * @param {string} path
 * @param {{label: string, test: string}} words
 */
export function reachableLink(path, words) {
  const place = el("div", { class: "stack" });
  noting(async () => {
    const { origin, onlyHere } = await reach();
    const link = linkBox(origin + path, words);
    place.append(link);
    if (onlyHere) link.firstElementChild?.append(onlyHereLine());
  });
  return place;
}

function onlyHereLine() {
  const text = t("web.wait.only_here", { host: location.hostname });
  return el("p", { class: "only-here", text, dataset: { test: "only-here" } });
}
