/** What can be said now, as buttons: plain words, an envido with its amount, and órdago, said twice. */

// keys: web_mus.word.*

import { el, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { amounts, nearest, quick, step, textOf } from "./bets.js";

/** @typedef {Choice<Mus.AnyAction, Mus.AnyEffect>[]} Offered */

/**
 * Words that are a button each: the action's type, its key on the keyboard, how it is shown.
 * @type {{type: Mus.AnyAction["type"], word: string, key: string, test: string}[]}
 */
const PLAIN = [
  { type: "Mus", word: "mus", key: "m", test: "mus" },
  { type: "NoMus", word: "no_mus", key: "n", test: "no-mus" },
  { type: "Pass", word: "pass", key: "p", test: "pass" },
  { type: "Accept", word: "accept", key: "q", test: "quiero" },
  { type: "Refuse", word: "refuse", key: "n", test: "no-quiero" },
];

/**
 * @param {string} look
 * @param {string} test
 * @param {string} key
 * @param {string} text
 */
const makeButton = (look, test, key, text = "") =>
  el("button", {
    type: "button",
    class: `button ${look}`,
    text,
    "aria-keyshortcuts": key,
    dataset: { test, ...(/[a-z]/.test(key) ? { key: key.toUpperCase() } : {}) },
  });

/** The buttons, and what they would say now. */
export class Words {
  #onSay;
  #label;
  /** @type {Offered} */
  #actions = [];
  #raising = false;
  /**
   * The amounts that can be bet.
   * @type {number[]}
   */
  #amounts = [];
  #amount = 2;
  /** Whether órdago was pressed once. */
  #armed = false;
  #typed = "";
  #plain = PLAIN.map((each) => ({
    ...each,
    button: makeButton(`mus-word mus-${each.test}`, each.test, each.key),
  }));
  #less = makeButton("mus-step", "envido-less", "-", "−");
  #more = makeButton("mus-step", "envido-more", "+", "+");
  #envido = makeButton("mus-word mus-envido", "envido", "e");
  #ordago = makeButton("mus-word mus-ordago", "ordago", "o");
  #chips = el("span", { class: "mus-quick" });
  #bet = el("div", { class: "mus-bet", role: "group" }, this.#less, this.#envido, this.#more, this.#chips);
  element = el(
    "div",
    { class: "mus-say", role: "group" },
    el(
      "div",
      { class: "mus-plain" },
      this.#plain.map(({ button }) => button),
      this.#ordago,
    ),
    this.#bet,
  );

  /**
   * @param {object} wishes
   * @param {(text: string) => void} wishes.onSay
   * @param {(text: string) => string} wishes.label what an action means, or its text
   */
  constructor({ onSay, label }) {
    this.#onSay = onSay;
    this.#label = label;
    for (const { button, type } of this.#plain) {
      button.addEventListener("click", () => this.#say(textOf(this.#actions, type)));
    }
    this.#less.addEventListener("click", () => this.#step(-1));
    this.#more.addEventListener("click", () => this.#step(1));
    this.#envido.addEventListener("click", () => this.#say(this.#envidoText));
    this.#ordago.addEventListener("click", () => {
      if (this.#armed) this.#say(textOf(this.#actions, "Ordago"));
      else this.#arm(true);
    });
    this.#ordago.addEventListener("blur", () => this.#arm(false));
  }

  /**
   * Offers what the actions allow; nothing for an empty list.
   * @param {{actions: Offered, raises: boolean}} offer
   */
  show({ actions, raises }) {
    const list = amounts(actions);
    this.#actions = actions;
    this.#raising = raises;
    this.#amounts = list;
    this.#armed = false;
    this.#typed = "";
    if (list.length > 0) this.#amount = list.includes(2) ? 2 : nearest(list, 2);
    this.element.hidden = actions.length === 0;
    this.element.setAttribute("aria-label", t("web_mus.words"));
    this.#drawPlain();
    this.#drawOrdago();
    this.#drawBet();
  }

  /** The first word that can be said. */
  get first() {
    return [...this.element.querySelectorAll("button")].find((button) => button.checkVisibility()) ?? null;
  }

  /** The button that says an action, in a list: an envido with its amount chosen. @param {Mus.AnyAction} action */
  buttonsOf(action) {
    if (action.type === "Envido" && this.#amounts.includes(action.amount)) this.#setAmount(action.amount);
    return this.buttonsFor(action.type);
  }

  /** The buttons that say a kind of word. @param {Mus.AnyAction["type"]} type */
  buttonsFor(type) {
    if (type === "Ordago") return [this.#ordago];
    if (type === "Envido") return [this.#envido];
    return this.#plain.filter((each) => each.type === type).map(({ button }) => button);
  }

  /** Takes back a first órdago. @returns {boolean} whether there was one */
  cancel() {
    const was = this.#armed;
    this.#arm(false);
    return was;
  }

  /** A key; returns whether it meant something here. @param {string} key */
  key(key) {
    const letter = key.toLowerCase();
    const found = this.#plain.find((each) => each.key === letter && !each.button.hidden);
    if (found) this.#say(textOf(this.#actions, found.type));
    else if (letter === "o" && !this.#ordago.hidden) {
      if (!this.#armed) this.#ordago.focus();
      this.#ordago.click();
    } else if (this.#bet.hidden) return false;
    else if (letter === "e") this.#say(this.#envidoText);
    else if (key === "ArrowUp" || key === "+") this.#step(1);
    else if (key === "ArrowDown" || key === "-") this.#step(-1);
    else if (/^\d$/.test(key)) this.#typeDigit(key);
    else return false;
    return true;
  }

  /** The text of the envido with the chosen amount. */
  get #envidoText() {
    const found = this.#actions.find(
      ({ action }) => action.type === "Envido" && action.amount === this.#amount,
    );
    return found?.text ?? null;
  }

  /** @param {string|null} text */
  #say(text) {
    if (text === null) return;
    this.#arm(false);
    this.#onSay(text);
  }

  /** @param {boolean} on */
  #arm(on) {
    this.#armed = on;
    this.#drawOrdago();
  }

  /** @param {number} direction */
  #step(direction) {
    this.#setAmount(step(this.#amounts, this.#amount, direction));
  }

  /** @param {number} amount */
  #setAmount(amount) {
    this.#amount = amount;
    this.#typed = "";
    this.#drawBet();
  }

  /** @param {string} digit */
  #typeDigit(digit) {
    const list = this.#amounts;
    const whole = this.#typed + digit;
    const wanted = [Number(whole), Number(digit)].find((each) => list.includes(each));
    const kept = list.some((each) => String(each).startsWith(whole)) ? whole : digit;
    if (wanted !== undefined) this.#setAmount(wanted);
    this.#typed = kept;
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /**
   * @param {HTMLButtonElement} button
   * @param {string} visible
   * @param {string|null} text
   */
  #name(button, visible, text) {
    const meaning = text === null ? text : this.#label(text);
    button.textContent = visible;
    setAttribute(button, "aria-label", meaning && meaning !== text ? `${visible}. ${meaning}` : visible);
    setAttribute(button, "title", meaning && meaning !== text ? meaning : null);
  }

  #drawPlain() {
    for (const { type, word, button } of this.#plain) {
      const text = textOf(this.#actions, type);
      button.hidden = text === null;
      if (text !== null) this.#name(button, t(`web_mus.word.${word}`), text);
    }
  }

  #drawOrdago() {
    const button = this.#ordago;
    const text = textOf(this.#actions, "Ordago");
    button.hidden = text === null;
    if (text === null) return;
    button.classList.toggle("armed", this.#armed);
    if (this.#armed) {
      button.textContent = t("web_mus.word.ordago_sure");
      button.setAttribute("aria-label", `${t("web_mus.word.ordago_sure")} ${t("web_mus.word.ordago_why")}`);
    } else this.#name(button, t("web_mus.word.ordago"), text);
  }

  #drawBet() {
    const list = this.#amounts;
    const amount = this.#amount;
    this.#bet.hidden = list.length === 0;
    if (list.length === 0) return;
    this.#bet.setAttribute("aria-label", t("web_mus.amount"));
    this.#less.setAttribute("aria-label", t("web_mus.amount.less"));
    this.#more.setAttribute("aria-label", t("web_mus.amount.more"));
    setAttribute(this.#less, "aria-disabled", amount === list[0] ? "true" : null);
    setAttribute(this.#more, "aria-disabled", amount === list.at(-1) ? "true" : null);
    this.#name(
      this.#envido,
      t(`web_mus.word.${this.#raising ? "raise" : "bet"}`, { amount }),
      this.#envidoText,
    );
    this.#drawChips();
  }

  #drawChips() {
    const offered = quick(this.#amounts);
    const shown = [...this.#chips.children];
    if (offered.join() !== shown.map(({ textContent }) => textContent).join()) {
      this.#chips.replaceChildren(...offered.map((each) => this.#makeChip(each)));
    }
    for (const chip of this.#chips.children) {
      chip.setAttribute("aria-pressed", String(Number(chip.textContent) === this.#amount));
    }
  }

  /** @param {number} amount */
  #makeChip(amount) {
    return el("button", {
      type: "button",
      class: "button mus-chip",
      text: amount,
      "aria-label": t("web_mus.amount.set", { n: amount }),
      dataset: { test: `envido-${amount}` },
      on: { click: () => this.#setAmount(amount) },
    });
  }
}
