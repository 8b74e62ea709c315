/** What can be said now, as buttons: plain words, an envido with its amount, and órdago, said twice. */

// keys: web_mus.word.*

import { el, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { amounts, nearest, quick, step, textOf } from "./bets.js";

/** Words that are a button each: the action's type, its key on the keyboard, how it is shown. */
const PLAIN = [
  { type: "Mus", word: "mus", key: "m", test: "mus" },
  { type: "NoMus", word: "no_mus", key: "n", test: "no-mus" },
  { type: "Pass", word: "pass", key: "p", test: "pass" },
  { type: "Accept", word: "accept", key: "q", test: "quiero" },
  { type: "Refuse", word: "refuse", key: "n", test: "no-quiero" },
];

const makeButton = (look, test, key, text = "") =>
  el("button", {
    type: "button",
    class: `button ${look}`,
    text,
    "aria-keyshortcuts": key,
    dataset: { test, ...(/[a-z]/.test(key) ? { key: key.toUpperCase() } : {}) },
  });

/**
 * @param {object} wishes
 * @param {(text: string) => void} wishes.onSay
 * @param {(text: string) => string} wishes.label what an action means, or its text
 */
export function createWords({ onSay, label }) {
  let actions = [];
  let raising = false;
  let list = [];
  let amount = 2;
  let armed = false;
  let typed = "";

  const plain = PLAIN.map((each) => ({
    ...each,
    button: el("button", {
      type: "button",
      class: `button mus-word mus-${each.test}`,
      "aria-keyshortcuts": each.key,
      dataset: { test: each.test, key: each.key.toUpperCase() },
      on: { click: () => say(textOf(actions, each.type)) },
    }),
  }));
  const less = makeButton("mus-step", "envido-less", "-", "−");
  const more = makeButton("mus-step", "envido-more", "+", "+");
  const envido = makeButton("mus-word mus-envido", "envido", "e");
  const chips = el("span", { class: "mus-quick" });
  const bet = el("div", { class: "mus-bet", role: "group" }, less, envido, more, chips);
  const ordago = makeButton("mus-word mus-ordago", "ordago", "o");
  const element = el(
    "div",
    { class: "mus-say", role: "group" },
    el(
      "div",
      { class: "mus-plain" },
      plain.map(({ button }) => button),
      ordago,
    ),
    bet,
  );

  less.addEventListener("click", () => setAmount(step(list, amount, -1)));
  more.addEventListener("click", () => setAmount(step(list, amount, 1)));
  envido.addEventListener("click", () => say(envidoText()));
  ordago.addEventListener("click", () => {
    if (armed) say(textOf(actions, "Ordago"));
    else arm(true);
  });
  ordago.addEventListener("blur", () => arm(false));

  const envidoText = () =>
    actions.find(({ action }) => action.type === "Envido" && action.amount === amount)?.text ?? null;

  function say(text) {
    if (text === null) return;
    arm(false);
    onSay(text);
  }

  function setAmount(next) {
    amount = next;
    typed = "";
    drawBet();
  }

  function arm(on) {
    armed = on;
    drawOrdago();
  }

  function name(button, visible, text) {
    const meaning = text === null ? text : label(text);
    button.textContent = visible;
    setAttribute(button, "aria-label", meaning && meaning !== text ? `${visible}. ${meaning}` : visible);
    setAttribute(button, "title", meaning && meaning !== text ? meaning : null);
  }

  function drawPlain() {
    for (const { type, word, button } of plain) {
      const text = textOf(actions, type);
      button.hidden = text === null;
      if (text !== null) name(button, t(`web_mus.word.${word}`), text);
    }
  }

  function drawOrdago() {
    const text = textOf(actions, "Ordago");
    ordago.hidden = text === null;
    if (text === null) return;
    ordago.classList.toggle("armed", armed);
    if (armed) {
      ordago.textContent = t("web_mus.word.ordago_sure");
      ordago.setAttribute("aria-label", `${t("web_mus.word.ordago_sure")} ${t("web_mus.word.ordago_why")}`);
    } else name(ordago, t("web_mus.word.ordago"), text);
  }

  function drawBet() {
    bet.hidden = list.length === 0;
    if (list.length === 0) return;
    bet.setAttribute("aria-label", t("web_mus.amount"));
    less.setAttribute("aria-label", t("web_mus.amount.less"));
    more.setAttribute("aria-label", t("web_mus.amount.more"));
    setAttribute(less, "aria-disabled", amount === list[0] ? "true" : null);
    setAttribute(more, "aria-disabled", amount === list.at(-1) ? "true" : null);
    name(envido, t(`web_mus.word.${raising ? "raise" : "bet"}`, { amount }), envidoText());
    drawChips();
  }

  function drawChips() {
    const offered = quick(list);
    if (offered.join() !== [...chips.children].map(({ textContent }) => textContent).join()) {
      chips.replaceChildren(...offered.map(makeChip));
    }
    for (const chip of chips.children) {
      chip.setAttribute("aria-pressed", String(Number(chip.textContent) === amount));
    }
  }

  const makeChip = (each) =>
    el("button", {
      type: "button",
      class: "button mus-chip",
      text: each,
      "aria-label": t("web_mus.amount.set", { n: each }),
      dataset: { test: `envido-${each}` },
      on: { click: () => setAmount(each) },
    });

  function typeDigit(digit) {
    const wanted = [Number(typed + digit), Number(digit)].find((each) => list.includes(each));
    const kept = list.some((each) => String(each).startsWith(typed + digit)) ? typed + digit : digit;
    if (wanted !== undefined) setAmount(wanted);
    typed = kept;
  }

  return {
    element,
    /** Offers what the actions allow; nothing for an empty list. */
    show({ actions: now, raises }) {
      actions = now;
      raising = raises;
      list = amounts(now);
      armed = false;
      typed = "";
      if (list.length > 0) amount = list.includes(2) ? 2 : nearest(list, 2);
      element.hidden = now.length === 0;
      element.setAttribute("aria-label", t("web_mus.words"));
      drawPlain();
      drawOrdago();
      drawBet();
    },
    focus() {
      [...element.querySelectorAll("button")].find((button) => button.offsetParent !== null)?.focus();
    },
    /** Takes back a first órdago. @returns {boolean} whether there was one */
    cancel() {
      const was = armed;
      arm(false);
      return was;
    },
    /** A key; returns whether it meant something here. */
    key(key) {
      const letter = key.toLowerCase();
      const found = plain.find((each) => each.key === letter && !each.button.hidden);
      if (found) say(textOf(actions, found.type));
      else if (letter === "o" && !ordago.hidden) {
        if (!armed) ordago.focus();
        ordago.click();
      } else if (bet.hidden) return false;
      else if (letter === "e") say(envidoText());
      else if (key === "ArrowUp" || key === "+") setAmount(step(list, amount, 1));
      else if (key === "ArrowDown" || key === "-") setAmount(step(list, amount, -1));
      else if (/^\d$/.test(key)) typeDigit(key);
      else return false;
      return true;
    },
  };
}
