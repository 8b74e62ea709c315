/** What the computer would do, and why; in practice games. */

import { el } from "../dom.js";
import { number, t } from "../i18n.js";
import { noting, openDialog } from "./dialogs.js";

/** Opens the panel of advice and asks for it. @param {(text: string) => void} onPlay */
export async function showAdvice(/** @type {Session} */ session, onPlay) {
  const list = el("ol", { class: "advice", dataset: { test: "advice" } });
  const state = el("p", { class: "soft", role: "status", text: t("web.hint.thinking") });
  const dialog = openDialog(t("web.hint.title"), [state, list], { kind: "drawer", test: "hint-panel" });
  const waits = (/** @type {Json} */ { detail }) =>
    (state.textContent = t("web.hint.waiting", { n: detail.place }));
  session.addEventListener("waiting", waits);
  const answer = await noting(() => session.request("hint"));
  session.removeEventListener("waiting", waits);
  if (!answer) {
    dialog.close();
    return;
  }
  state.hidden = answer.advice.length > 0;
  if (!answer.advice.length) state.textContent = t("web.hint.none");
  list.append(
    ...answer.advice.map((/** @type {Json} */ advice, /** @type {number} */ place) =>
      item(advice, place, () => {
        dialog.close();
        onPlay(advice.text);
      }),
    ),
  );
}

/**
 * @param {Json} facts
 * @param {number} place
 * @param {() => void} play
 */
function item({ text, label, value, error, reasons }, place, play) {
  const worth = number(value, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const doubt = error === null ? "" : ` ± ${number(error, { maximumFractionDigits: 2 })}`;
  return el(
    "li",
    { dataset: { test: `advice-${place + 1}` } },
    el(
      "div",
      { class: "advice-head" },
      el("strong", { text: label || text }),
      el("span", { class: "numbers small soft", text: t("web.hint.value", { value: worth + doubt }) }),
    ),
    reasons.length
      ? el(
          "details",
          { open: place === 0 },
          el("summary", { text: t("web.hint.why") }),
          el(
            "ul",
            { class: "reasons" },
            reasons.map((/** @type {Json} */ reason) => el("li", { text: reason })),
          ),
        )
      : null,
    el("button", {
      type: "button",
      class: place === 0 ? "button primary" : "button",
      text: t("web.hint.play"),
      dataset: { test: `advice-play-${place + 1}` },
      on: { click: play },
    }),
  );
}
