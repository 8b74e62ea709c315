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

/** The row of numbers. */
export class Bids {
  #onBid;
  #onBarred;
  /**
   * The numbers that can be bid.
   * @type {Set<number>}
   */
  #open = new Set();
  /**
   * All the numbers there are, the one that may not be bid among them, from low to high.
   * @type {number[]}
   */
  #all = [];
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
   * Offers the bids that can be made, and the one that may not; `label` says what each is.
   * @param {object} offer
   * @param {number[]} offer.counts the bids that can be made
   * @param {number|null} offer.barred the one that may not, if there is one
   * @param {number} offer.cards the tricks of the round
   * @param {number} offer.made what the bids made so far add up to
   * @param {(count: number) => string|null} offer.label
   */
  show({ counts, barred, cards, made, label }) {
    this.element.hidden = false;
    this.element.setAttribute("aria-label", t("web_kachuful.bids"));
    this.#open = new Set(counts);
    this.#all = [...counts, ...(barred === null ? [] : [barred])].sort((one, other) => one - other);
    this.#row.style.setProperty("--columns", String(columns(this.#all.length)));
    this.#sum.textContent = t("web_kachuful.bids.sum", { made, tricks: cards, n: cards });
    reconcile(
      this.#row,
      this.#all,
      (count) => count,
      (count) => this.#make(count),
      (button, count) => {
        const isBarred = count === barred;
        const bid = t("web_kachuful.bid", { n: count });
        button.classList.toggle("dimmed", isBarred);
        setAttribute(button, "aria-disabled", isBarred ? "true" : null);
        const words = isBarred ? t("web_kachuful.bid.barred", { bid }) : (label(count) ?? bid);
        button.setAttribute("aria-label", words);
        setAttribute(button, "title", isBarred ? null : label(count));
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
    const index = this.#all.indexOf(count);
    return this.#buttons.filter((_, at) => at === index);
  }

  /** A digit was typed. @param {string} digit */
  type(digit) {
    clearTimeout(this.#forget);
    let read = readDigits(this.#typed + digit, this.#all);
    this.#typed = read.bid === null ? digit : this.#typed + digit;
    if (read.bid === null) read = readDigits(digit, this.#all);
    if (read.bid === null) return;
    this.#buttons[this.#all.indexOf(read.bid)].focus();
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
