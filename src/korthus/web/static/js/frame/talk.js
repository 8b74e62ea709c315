/** Talking at the table: ready phrases, and a line of one's own. What is said stands in the log. */

import { formOf, submitButton, textButton } from "../controls.js";
import { el, reconcile } from "../dom.js";
import { t } from "../i18n.js";
import { noting } from "./dialogs.js";

/**
 * Hidden while nobody is there to hear.
 * @param {Session} session
 * @returns {{element: HTMLElement, update: (state: TableState) => void, focus: () => void}}
 */
export function createTalk(session) {
  const phrases = el("div", { class: "phrases", role: "group", "aria-label": t("web.chat.phrases") });
  const field = el("input", {
    type: "text",
    maxlength: "200",
    autocomplete: "off",
    "aria-label": t("web.chat.write"),
    placeholder: t("web.chat.write"),
    dataset: { test: "chat-text" },
  });
  const say = (/** @type {object} */ fields) =>
    noting(() => session.request("chat", { phrase: null, text: null, ...fields }));
  const send = async () => {
    const text = field.value.trim();
    if (text && (await say({ text }))) field.value = "";
  };
  const form = formOf("with-button", send, field, submitButton(t("web.chat.send"), "chat-send"));
  const element = el("div", { class: "talk stack" }, phrases, form);
  return {
    element,
    update(state) {
      const people = state.players.some((player) => player.seat !== state.seat && !player.bot);
      element.hidden = state.seat === null || !(people || state.spectators);
      reconcile(
        phrases,
        state.phrases,
        (phrase) => phrase,
        (phrase, index) => textButton(phrase, `phrase-${index}`, () => say({ phrase: index })),
      );
    },
    focus: () => field.focus(),
  };
}
