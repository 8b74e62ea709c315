/** The last hand again: both hands and its count, in a dialog. */

// keys: web_mus.count.why.* mus.breakdown.*

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { openFaces } from "./faces.js";
import { capital, createRow } from "./seat.js";

/** A dialog with `open(count, order, name)`; `count` is what `lastCount` gives. */
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
    open({ hands, scored, ended }, order, name) {
      title.textContent = t("web_mus.count", { number: ended.number });
      element.setAttribute("aria-label", title.textContent);
      body.replaceChildren(
        ...(hands ? openHands(hands, ended.number, order, name) : [notShown()]),
        el("ul", { class: "mus-count-lines" }, scored.map((event) => countItem(event, name))),
        el("p", { class: "mus-count-sum", text: gained(ended, order, name) }),
      );
      if (!element.open) element.showModal();
    },
  };
}

const notShown = () => el("p", { text: t("web_mus.count.not_shown") });

const countItem = (event, name) => el("li", { text: countLine(event, name) });

function openHands(hands, number, order, name) {
  const shown = openFaces(number, hands, order[1]);
  return order.map((seat) => {
    const row = createRow(`count-${seat}`);
    row.show({ name: name(seat), held: hands[seat].length, faces: shown[seat] });
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
