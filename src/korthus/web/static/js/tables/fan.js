/** A hand of cards as a fan, and the keys that go through a row. */

import { cardButton } from "../cards/card.js";
import { el, reconcile } from "../dom.js";
import { t } from "../i18n.js";

/**
 * A hand as a fan that overlaps when there is little room, and one stop of the Tab key: arrows, Home and End
 * go through it, Enter and Space pick. Its `show(cards, options)` shows other cards; options not given stay;
 * its `buttons()` are the cards.
 * @typedef {object} FanOptions
 * @property {Deck} [deck]
 * @property {string} [label] what the hand is called
 * @property {(name: string, button: HTMLButtonElement, index: number) => void} [onPick]
 * @property {(button: HTMLButtonElement, name: string, index: number) => void} [mark] called for each card at
 *   each `show`, for `markCard`
 * @property {(button: HTMLButtonElement, name: string) => void} [made] called once for each new button
 *
 * @typedef {HTMLDivElement & {show: (names: string[], more?: FanOptions) => Fan,
 *   buttons: () => HTMLButtonElement[]}} Fan
 *
 * @param {string[]} cards names; equal ones are told apart by order
 * @param {FanOptions} options
 * @returns {Fan}
 */
export function handFan(cards = [], options = {}) {
  /** @type {FanOptions & {label: string}} */
  let chosen = { deck: "french", label: t("web.your_hand"), ...options };
  const row = el("div", { class: "fan-row" });
  /** @type {any} */
  const fan = el("div", { class: "fan", role: "group", "aria-label": chosen.label }, row);

  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...row.children]);

  /** @param {HTMLButtonElement} button */
  function stop(button) {
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
  }

  /**
   * @param {string} name
   * @param {number} ordinal
   */
  function make(name, ordinal) {
    const button = cardButton(name, { deck: chosen.deck, index: ordinal });
    button.addEventListener("click", () => chosen.onPick?.(name, button, buttons().indexOf(button)));
    button.addEventListener("focus", () => stop(button));
    chosen.made?.(button, name);
    return button;
  }

  fan.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => goThrough(buttons(), event));
  fan.buttons = buttons;

  fan.show = (/** @type {string[]} */ names, /** @type {FanOptions} */ more = {}) => {
    chosen = { ...chosen, ...more };
    fan.setAttribute("aria-label", chosen.label);
    row.style.setProperty("--n", String(Math.max(2, names.length)));
    const seen = new Map();
    const items = names.map((name) => {
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return { name, ordinal: seen.get(name) - 1 };
    });
    const stopAt = buttons().findIndex((button) => button.tabIndex === 0);
    reconcile(
      row,
      items,
      ({ name, ordinal }) => `${name}#${ordinal}`,
      ({ name, ordinal }) => make(name, ordinal),
      (button, { name }, index) => chosen.mark?.(button, name, index),
    );
    const all = buttons();
    if (all.length && !all.some((button) => button.tabIndex === 0 && button.hasAttribute("tabindex")))
      stop(all[Math.min(Math.max(stopAt, 0), all.length - 1)]);
    return fan;
  };
  return fan.show(cards);
}

/**
 * Arrows, Home and End go through a row of buttons.
 * @param {HTMLElement[]} row
 * @param {KeyboardEvent} event
 */
export function goThrough(row, event) {
  const at = row.findIndex((each) => event.target instanceof Node && each.contains(event.target));
  /** @type {Record<string, number>} */
  const goals = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 };
  const goal = goals[event.key];
  if (at < 0 || goal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  row[(goal + row.length) % row.length].focus();
}
