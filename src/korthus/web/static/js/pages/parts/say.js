/** Short words to the person: a note that goes by itself, a text that is copied. */

import { Refused } from "../../api.js";
import { givenText, textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { note } from "../../note.js";

export { note };

/**
 * Runs something that may be refused, and shows why.
 * @param {() => Promise<unknown>} action
 * @returns {Promise<boolean>} whether it went well
 */
export async function trying(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error.reason);
    return false;
  }
}

/**
 * A read-only text with a button that copies it.
 * @param {string} text
 * @param {string} label
 * @param {string} test
 */
export function copyField(text, label, test) {
  const field = givenText(text, label, `${test}-text`);
  return el(
    "div",
    { class: "with-button" },
    field,
    copyButton(() => text, { test, fallback: field }),
  );
}

/**
 * A button that copies a text. Where a page came without TLS, browsers lend no clipboard: then the text is
 * selected in `fallback`, to be copied by hand.
 * @param {() => string} textOf
 * @param {{test: string, label?: string, fallback?: HTMLInputElement}} options
 */
export function copyButton(textOf, { test, label = t("web_home.copy"), fallback }) {
  return textButton(label, test, async () => {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(textOf());
      note(t("web_home.copied"), { good: true });
    } else if (fallback) {
      fallback.focus();
      fallback.select();
      note(t("web_home.copy_by_hand"));
    } else note(textOf(), { good: true });
  });
}
