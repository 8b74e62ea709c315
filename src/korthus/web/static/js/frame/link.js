/** A link to give away: to read, to copy, to share, and as a QR code for a camera. */

import { givenText, textButton } from "../controls.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { qrSvg } from "../qr.js";
import { note } from "./dialogs.js";

/**
 * A box with a link.
 * @param {string} url
 * @param {{label: string, test: string}} words
 */
export function linkBox(url, { label, test }) {
  const field = givenText(url, label, `${test}-link`);
  const copy = textButton(t("web.copy"), `${test}-copy`, () => copyText(field), "primary");
  const share = textButton(t("web.share"), `${test}-share`, () =>
    navigator.share({ url }).catch(sharingEnded),
  );
  return el(
    "div",
    { class: "link-box" },
    el(
      "div",
      { class: "stack" },
      el("div", { class: "with-button" }, field, copy),
      "share" in navigator ? share : null,
    ),
    el("div", { class: "qr-frame", dataset: { test: `${test}-qr` } }, qrSvg(url, t("web.wait.qr"))),
  );
}

/**
 * Copies a field. Over plain HTTP there is no clipboard for pages; the older way still works there.
 * @param {HTMLInputElement} field
 */
async function copyText(field) {
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else {
    field.select();
    document.execCommand("copy");
  }
  note(t("web.copied"), { good: true });
}

/** A person may change their mind about sharing; anything else is a fault. @param {Error} error */
function sharingEnded(error) {
  if (error.name !== "AbortError") throw error;
}
