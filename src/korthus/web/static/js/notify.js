/** "Your turn" for somebody who looks elsewhere: a notification of the browser, if they have allowed it. */

import { t } from "./i18n.js";
import { settings } from "./settings.js";

/** Whether this browser has notifications for this page: over plain HTTP from another machine it has none. */
export const canNotify = () => "Notification" in window && isSecureContext;

/** Asks the person to allow notifications; the setting is what they answer. */
export async function askToNotify() {
  if (!settings.get("notify") || !canNotify()) return;
  if ((await Notification.requestPermission()) !== "granted") settings.set("notify", false);
}

/**
 * Says that it is this person's turn at a table, if nobody looks at the page.
 * @param {string} code
 * @param {string} title what the game is called
 */
export async function notifyTurn(code, title) {
  if (!document.hidden || !settings.get("notify") || !canNotify()) return;
  if (Notification.permission !== "granted") return;
  const words = { body: title, tag: `korthus ${code}`, data: `/t/${code}` };
  // Phones show notifications of a service worker only.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(t("web.turn.yours"), words);
  else new Notification(t("web.turn.yours"), words).addEventListener("click", () => focus());
}
