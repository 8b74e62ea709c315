/** The last hand again: both hands and its count, in a dialog. */

// keys: web_mus.count.why.* web_mus.count.because.* mus.breakdown.*

import { textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";
import { openFaces, ownFaces } from "./faces.js";
import { capital, createRow } from "./seat.js";

/** @typedef {import("./scene.js").Count} Count */

/** A dialog with `open(count, order, name, seat)`. */
export function createCount() {
  const body = el("div", { class: "mus-count-body" });
  const title = el("h2", {});
  const close = textButton(t("web_mus.count.close"), "count-close", () => element.close(), "mus-word");
  /** @type {HTMLDialogElement} */
  const element = el(
    "dialog",
    { class: "mus-count", on: { click: (event) => event.target === element && element.close() } },
    title,
    body,
    close,
  );

  return {
    element,
    /**
     * @param {Count} count what `lastCount` gives
     * @param {number[]} order the seats as they sit
     * @param {NameOf} name
     * @param {number|null} seat one's own
     */
    open(count, order, name, seat) {
      const { scored, ended } = count;
      const shown = facesOf(count, seat, order);
      title.textContent = t("web_mus.count", { number: ended.number });
      element.setAttribute("aria-label", title.textContent);
      body.replaceChildren(
        ...(shown ? openHands(shown, order, name) : [notShown()]),
        el(
          "ul",
          { class: "mus-count-lines" },
          scored.map((event) => countItem(event, name)),
        ),
        ...(shown ? [el("p", { class: "small soft" }, explained("mus", t("web_mus.count.tie")))] : []),
        el("p", { class: "mus-count-sum", text: gained(ended, order, name) }),
      );
      if (!element.open) element.showModal();
    },
  };
}

const notShown = () => el("p", { text: t("web_mus.count.not_shown") });

/**
 * @param {Mus.StonesScored} event
 * @param {NameOf} name
 */
const countItem = (event, name) => el("li", {}, explained("mus", countLine(event, name)));

/**
 * The same faces as when the hand was played; null if the hands were not shown.
 * @param {Count} count
 * @param {number|null} seat
 * @param {number[]} order
 */
function facesOf({ hands, ended: { number }, events }, seat, [, near]) {
  if (!hands) return null;
  const own = seat === null ? null : ownFaces(number, events, hands[seat], seat);
  return openFaces(number, hands, near, own);
}

/**
 * @param {import("./faces.js").Face[][]} shown
 * @param {number[]} order
 * @param {NameOf} name
 */
function openHands(shown, order, name) {
  return order.map((seat) => {
    const row = createRow(`count-${seat}`);
    row.show({ name: name(seat), held: shown[seat].length, faces: shown[seat] });
    return el("div", { class: "mus-count-hand" }, el("p", { text: name(seat) }), row.element);
  });
}

/** Reasons for which cards were compared: the others say all there is. */
const COMPARED = ["pass", "stake", "ordago"];

/**
 * One line of the count: "Grande: Bo +2, the bet was wanted; the highest cards".
 * @param {Mus.StonesScored} event
 * @param {NameOf} name
 */
export function countLine({ seat, lance, reason, stones }, name) {
  return t(COMPARED.includes(reason) ? "web_mus.count.line.cards" : "web_mus.count.line", {
    because: t(`web_mus.count.because.${lance}`),
    lance: capital(t(`mus.breakdown.${lance}`)),
    n: stones,
    name: name(seat),
    why: t(`web_mus.count.why.${reason}`),
  });
}

/**
 * What the hand has brought: "You +3 · Bo +1".
 * @param {Mus.HandEnded} ended
 * @param {number[]} order
 * @param {NameOf} name
 */
export const gained = (ended, order, name) =>
  order.map((seat) => t("web_mus.count.gained", { name: name(seat), n: ended.gained[seat] })).join(" · ");
