/** The bids as a row of number buttons. One that may not be made is dimmed and says why. */

import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { goThrough } from "../fan.js";
import { readDigits } from "./digits.js";

/** How long digits belong to the same number, in milliseconds. */
const PATIENCE = 900;

/** The most numbers in one row. */
const WIDEST = 6;

/** How many of `count` numbers stand in a row when they are spread evenly over rows. @param {number} count */
const columns = (count) => Math.ceil(count / Math.ceil(count / WIDEST));

/** The numbers from 0 to the largest. @param {number} most */
const upTo = (most) => Array.from({ length: most + 1 }, (_, count) => count);

/** The row of numbers. */
export class Bids {
  #onBid;
  #onBarred;
  /**
   * The numbers that can be bid.
   * @type {Set<number>}
   */
  #open = new Set();
  #most = -1;
  #typed = "";
  #forget = 0;
  #row = el("div", { class: "kf-bid-row", on: { keydown: (event) => goThrough(this.#buttons, event) } });
  #sum = el("p", { class: "kf-bid-sum" });
  element = el(
    "div",
    { class: "kf-bids", role: "group", "aria-label": t("web_kachuful.bids"), hidden: true },
    this.#sum,
    this.#row,
  );

  /**
   * @param {object} wishes
   * @param {(count: number) => void} wishes.onBid a bid that can be made was chosen
   * @param {(count: number) => void} wishes.onBarred one that cannot was chosen or focused
   */
  constructor({ onBid, onBarred }) {
    this.#onBid = onBid;
    this.#onBarred = onBarred;
  }

  /** @returns {HTMLButtonElement[]} */
  get #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.#row.children]);
  }

  /** Whether there is something to bid now. */
  get open() {
    return !this.element.hidden;
  }

  /**
   * Offers the bids 0 to `cards`, of which `counts` can be made; `label` says what each is.
   * @param {{cards: number, made: number, counts: number[], label: (count: number) => string|null}} offer
   */
  show({ cards, made, counts, label }) {
    this.element.hidden = false;
    this.element.setAttribute("aria-label", t("web_kachuful.bids"));
    this.#open = new Set(counts);
    this.#most = cards;
    this.#row.style.setProperty("--columns", String(columns(cards + 1)));
    this.#sum.textContent = t("web_kachuful.bids.sum", { made, tricks: cards, n: cards });
    reconcile(
      this.#row,
      upTo(cards),
      (count) => count,
      (count) => this.#make(count),
      (button, count) => {
        const barred = !this.#open.has(count);
        const bid = t("web_kachuful.bid", { n: count });
        button.classList.toggle("dimmed", barred);
        setAttribute(button, "aria-disabled", barred ? "true" : null);
        const words = barred ? t("web_kachuful.bid.barred", { bid }) : (label(count) ?? bid);
        button.setAttribute("aria-label", words);
        setAttribute(button, "title", barred ? null : label(count));
      },
    );
  }

  hide() {
    this.element.hidden = true;
    this.#typed = "";
  }

  /** The first number that can be bid. */
  get first() {
    return this.#row.querySelector(":not(.dimmed)");
  }

  /** The button of a number, in a list. @param {number} count */
  buttonOf(count) {
    return [...this.#row.children].slice(count, count + 1);
  }

  /** A digit was typed. @param {string} digit */
  type(digit) {
    clearTimeout(this.#forget);
    const all = upTo(this.#most);
    let read = readDigits(this.#typed + digit, all);
    this.#typed = read.bid === null ? digit : this.#typed + digit;
    if (read.bid === null) read = readDigits(digit, all);
    if (read.bid === null) return;
    this.#buttons[read.bid].focus();
    if (read.sure) {
      this.#typed = "";
      this.#press(read.bid);
    } else this.#forget = setTimeout(() => (this.#typed = ""), PATIENCE);
  }

  /** @param {number} count */
  #press(count) {
    if (this.#open.has(count)) this.#onBid(count);
    else this.#onBarred(count);
  }

  /** @param {number} count */
  #make(count) {
    return el("button", {
      type: "button",
      class: "button kf-bid",
      text: count,
      dataset: { test: `bid-${count}` },
      on: {
        click: () => this.#press(count),
        focus: () => !this.#open.has(count) && this.#onBarred(count),
      },
    });
  }
}
