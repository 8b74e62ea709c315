/** The bar between the boards and the hand: what is asked, and what can be done beside putting cards. */

import { el, setAttribute, setText } from "../../dom.js";
import { t } from "../../i18n.js";

// keys: web_eight.lock web_eight.to_hand web_eight.clear web_eight.next

/**
 * @param {string} test
 * @param {string} key
 * @param {string} classes
 * @param {() => void} click
 */
const makeButton = (test, key, classes, click) =>
  el("button", {
    type: "button",
    class: `button ${classes}`,
    text: t(`web_eight.${key}`),
    dataset: { test },
    on: { click },
  });

export class Bar {
  #line = el("p", { class: "eight-line", "aria-live": "polite", dataset: { test: "eight-line" } });
  #takeBack;
  #startOver;
  #next;
  lock;
  element;

  /** @param {{lock: () => void, takeBack: () => void, startOver: () => void, next: () => void}} hands */
  constructor(hands) {
    this.lock = makeButton("lock", "lock", "primary", hands.lock);
    this.lock.title = t("web_eight.lock_about");
    this.#takeBack = makeButton("take-back", "to_hand", "", hands.takeBack);
    this.#startOver = makeButton("start-over", "clear", "quiet", hands.startOver);
    this.#next = makeButton("next-hand", "next", "primary", hands.next);
    this.#next.hidden = true;
    const doings = [this.#takeBack, this.#startOver, this.lock, this.#next];
    this.element = el(
      "div",
      { class: "eight-bar" },
      this.#line,
      el("div", { class: "eight-doings" }, doings),
    );
  }

  /**
   * What can be done now.
   * @param {object} offer
   * @param {boolean} offer.placing whether this person places cards
   * @param {boolean} offer.canLock
   * @param {boolean} offer.canTakeBack
   * @param {boolean} offer.canStartOver
   * @param {string} offer.words
   */
  show({ placing, canLock, canTakeBack, canStartOver, words }) {
    this.lock.hidden = !placing;
    setAttribute(this.lock, "aria-disabled", placing && !canLock ? "true" : null);
    this.#takeBack.hidden = !canTakeBack;
    this.#startOver.hidden = !canStartOver;
    if (this.#next.hidden) setText(this.#line, words);
  }

  /**
   * Says how a hand has ended, with a button that goes on.
   * @param {string} words
   * @param {boolean} isLast whether no other hand comes
   */
  showEnd(words, isLast) {
    setText(this.#line, words);
    this.#next.textContent = t(isLast ? "web_eight.skip" : "web_eight.next");
    this.#next.hidden = false;
  }

  /** Nobody looks at the end of a hand any more. */
  goOn() {
    this.#next.hidden = true;
  }
}
