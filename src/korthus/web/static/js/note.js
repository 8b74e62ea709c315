/** A short note at the edge of the page. What went well goes by itself; a refusal stays until it is read. */

import { textButton } from "./controls.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";

/** Milliseconds for which a note of what went well stays. */
const GOOD_STAYS = 5000;

/** Shows a note, and says it to a screen reader. @param {string} text */
export function note(text, { good = false } = {}) {
  clearNote();
  const toast = el("div", { class: good ? "toast good" : "toast", role: good ? "status" : "alert" });
  toast.append(el("span", { text }));
  // A modal dialog covers the page: the note goes where it can be seen.
  (document.querySelector("dialog[open]") ?? document.body).append(toast);
  if (good) setTimeout(() => toast.remove(), GOOD_STAYS);
  else toast.append(readButton(toast));
}

/** Takes the note away: it was read, or what it is about is past. */
export function clearNote() {
  document.querySelector(".toast")?.remove();
}

/** @param {HTMLElement} toast */
function readButton(toast) {
  return textButton(t("web.note.read"), "note-read", () => toast.remove(), "small");
}
