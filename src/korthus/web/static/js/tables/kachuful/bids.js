/** The bids as a row of number buttons. One that may not be made is dimmed and says why. */

import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { readDigits } from "./digits.js";

/** How long digits belong to the same number. */
const PATIENCE = 900;

/** The most numbers in one row. */
const WIDEST = 6;

/** How many numbers stand in a row when so many are spread evenly over rows. */
const columns = (count) => Math.ceil(count / Math.ceil(count / WIDEST));

/**
 * @param {object} wishes
 * @param {(count: number) => void} wishes.onBid a bid that can be made was chosen
 * @param {(count: number) => void} wishes.onBarred one that cannot was chosen or focused
 */
export function createBids({ onBid, onBarred }) {
  const row = el("div", { class: "kf-bid-row" });
  const sum = el("p", { class: "kf-bid-sum" });
  const element = el(
    "div",
    { class: "kf-bids", role: "group", "aria-label": t("web_kachuful.bids"), hidden: true },
    sum,
    row,
  );
  let open = new Set();
  let most = -1;
  let typed = "";
  let forget = 0;

  const press = (count) => (open.has(count) ? onBid(count) : onBarred(count));
  const buttonOf = (count) => row.children[count];

  function make(count) {
    return el("button", {
      type: "button",
      class: "button kf-bid",
      text: count,
      dataset: { test: `bid-${count}` },
      on: { click: () => press(count), focus: () => !open.has(count) && onBarred(count) },
    });
  }

  row.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = [...row.children].indexOf(event.target);
    if (!move || place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    row.children[(place + move + row.children.length) % row.children.length].focus();
  });

  return {
    element,
    /** Whether there is something to bid now. */
    get open() {
      return !element.hidden;
    },
    /** Offers the bids 0 to `cards`, of which `counts` can be made; `label` says what each is. */
    show({ cards, made, counts, label }) {
      element.hidden = false;
      element.setAttribute("aria-label", t("web_kachuful.bids"));
      open = new Set(counts);
      most = cards;
      row.style.setProperty("--columns", String(columns(cards + 1)));
      sum.textContent = t("web_kachuful.bids.sum", { made, tricks: cards, n: cards });
      reconcile(
        row,
        Array.from({ length: cards + 1 }, (_, count) => count),
        (count) => count,
        make,
        (button, count) => {
          const barred = !open.has(count);
          const bid = t("web_kachuful.bid", { n: count });
          button.classList.toggle("dimmed", barred);
          setAttribute(button, "aria-disabled", barred ? "true" : null);
          const words = barred ? t("web_kachuful.bid.barred", { bid }) : (label(count) ?? bid);
          button.setAttribute("aria-label", words);
          setAttribute(button, "title", barred ? null : label(count));
        },
      );
    },
    hide() {
      element.hidden = true;
      typed = "";
    },
    focus() {
      row.querySelector(":not(.dimmed)")?.focus({ preventScroll: true });
    },
    /** A digit was typed. */
    type(digit) {
      clearTimeout(forget);
      const all = Array.from({ length: most + 1 }, (_, count) => count);
      let read = readDigits(typed + digit, all);
      typed = read.bid === null ? digit : typed + digit;
      if (read.bid === null) read = readDigits(digit, all);
      if (read.bid === null) return;
      buttonOf(read.bid).focus();
      if (read.sure) {
        typed = "";
        press(read.bid);
      } else forget = setTimeout(() => (typed = ""), PATIENCE);
    },
  };
}
