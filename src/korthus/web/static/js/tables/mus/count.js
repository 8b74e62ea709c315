/** The last hand again: both hands and its count, in a dialog. */

// keys: web_mus.count.why.* mus.breakdown.*

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { openFaces, ownFaces } from "./faces.js";
import { capital, createRow } from "./seat.js";

/** A dialog with `open(count, order, name, seat)`; `count` is what `lastCount` gives, `seat` is one's own. */
export function createCount() {
  const body = el("div", { class: "mus-count-body" });
  const title = el("h2", {});
  const close = el("button", {
    type: "button",
    class: "button mus-word",
    text: t("web_mus.count.close"),
    dataset: { test: "count-close" },
    on: { click: () => element.close() },
  });
  const element = el(
    "dialog",
    { class: "mus-count", on: { click: (event) => event.target === element && element.close() } },
    title,
    body,
    close,
  );

  return {
    element,
    open({ hands, scored, ended, events }, order, name, seat) {
      title.textContent = t("web_mus.count", { number: ended.number });
      element.setAttribute("aria-label", title.textContent);
      body.replaceChildren(
        ...(hands ? openHands(facesOf(hands, ended.number, events, seat, order), order, name) : [notShown()]),
        el(
          "ul",
          { class: "mus-count-lines" },
          scored.map((event) => countItem(event, name)),
        ),
        el("p", { class: "mus-count-sum", text: gained(ended, order, name) }),
      );
      if (!element.open) element.showModal();
    },
  };
}

const notShown = () => el("p", { text: t("web_mus.count.not_shown") });

const countItem = (event, name) => el("li", { text: countLine(event, name) });

/** The same faces as when the hand was played. */
function facesOf(hands, number, events, seat, [, near]) {
  const own = seat === null ? null : ownFaces(number, events, hands[seat], seat);
  return openFaces(number, hands, near, own);
}

function openHands(shown, order, name) {
  return order.map((seat) => {
    const row = createRow(`count-${seat}`);
    row.show({ name: name(seat), held: shown[seat].length, faces: shown[seat] });
    return el("div", { class: "mus-count-hand" }, el("p", { text: name(seat) }), row.element);
  });
}

/** One line of the count: "Grande: 2 to Bo for the bet". */
export function countLine({ seat, lance, reason, stones }, name) {
  return t("web_mus.count.line", {
    lance: capital(t(`mus.breakdown.${lance}`)),
    n: stones,
    name: name(seat),
    why: t(`web_mus.count.why.${reason}`),
  });
}

/** What the hand has brought: "You +3 · Bo +1". */
export const gained = (ended, order, name) =>
  order.map((seat) => t("web_mus.count.gained", { name: name(seat), n: ended.gained[seat] })).join(" · ");
