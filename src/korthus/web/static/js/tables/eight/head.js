/** The head of the table: what each player has, who deals, and the pot between them. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { signed } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */

class Purse {
  #portrait = el("span", { class: "face-place" });
  #name = el("span", { class: "purse-name" });
  #dealer = el("span", {
    class: "dealer",
    role: "img",
    "aria-label": t("web_eight.dealer"),
    title: t("web_eight.dealer"),
  });
  #chips = el("span", { class: "purse-chips" });
  #more = el("span", { class: "purse-more" });
  element = el("div", { class: "purse" }, this.#portrait, this.#name, this.#dealer, this.#chips, this.#more);

  /** @param {{seat: number, name: string, chips: number, more: string, deals: boolean, acts: boolean}} facts */
  show({ seat, name, chips, more, deals, acts }) {
    this.#portrait.dataset.face = String(seat);
    this.#name.textContent = name;
    this.#dealer.hidden = !deals;
    this.#chips.textContent = String(chips);
    this.#chips.title = t("web_eight.chips", { n: chips });
    this.#more.textContent = more;
    this.element.dataset.purse = String(seat);
    this.element.dataset.test = `purse-${seat}`;
    this.element.classList.toggle("to-act", acts);
  }
}

export class Head {
  #mine = new Purse();
  #theirs = new Purse();
  #pot = el("div", { class: "eight-pot", dataset: { test: "pot" } });
  #bottom = 0;
  element = el("div", { class: "eight-head" }, this.#theirs.element, this.#pot, this.#mine.element);

  /** The purse of a seat. @param {number} seat */
  purse(seat) {
    return seat === this.#bottom ? this.#mine : this.#theirs;
  }

  /**
   * @param {Scene} scene
   * @param {Eight.View} view
   * @param {{bottom: number, name: NameOf, moving: boolean}} table
   */
  show(scene, view, { bottom, name, moving }) {
    this.#bottom = bottom;
    for (const seat of [0, 1]) {
      this.purse(seat).show({
        seat,
        name: name(seat),
        chips: scene.bankrolls[seat],
        more: aside(scene, moving ? null : view, seat),
        deals: scene.dealer === seat,
        acts: !moving && view.to_act === seat,
      });
    }
    const { hands } = view;
    const number =
      hands === null
        ? t("web_eight.number_open", { number: scene.number })
        : t("web_eight.number", { number: scene.number, hands });
    const ante = t("web_eight.ante", { ante: scene.ante });
    this.#pot.replaceChildren(
      el("span", { class: "pot-name", text: t("web_eight.pot") }),
      el("strong", { text: String(scene.pot) }),
      el("small", {}, number, el("span", { class: "ante", text: ` · ${ante}` })),
    );
  }
}

/**
 * The small print of a purse: won or lost in this hand, ready, or what sweeps have brought.
 * @param {Scene} scene
 * @param {Eight.View|null} view
 * @param {number} seat
 */
function aside(scene, view, seat) {
  if (scene.net) return signed(scene.net[seat]);
  if (scene.locked[seat] && !scene.locked[1 - seat]) return t("web_eight.locked");
  return view?.bonus[seat] ? t("web_eight.bonus", { n: signed(view.bonus[seat]) }) : "";
}
