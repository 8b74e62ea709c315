/** The bar between the table and the hand: what the chosen card can do. */

import { shortName } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { isUpOrDown } from "./options.js";

// keys: web_mulle.up_to web_mulle.down_to web_mulle.up_on web_mulle.down_on
// keys: web_mulle.previous web_mulle.next web_mulle.trotta web_mulle.throw

// keys: web_mulle.up_* web_mulle.down_* web_mulle.previous web_mulle.next web_mulle.trotta web_mulle.throw

/** A pile in a button: `9♣`, `[7]`, `(9♣ 7♦)`. */
const pileWords = (pile) => {
  if (pile.owner >= 0) return `[${pile.value}]`;
  const cards = pile.cards.map(shortName).join(" ");
  return pile.cards.length === 1 ? cards : `(${cards})`;
};

/** What a capture takes, group by group: `9♣ + (4♠ 5♥)`. */
function takeWords(option, table) {
  const groups = option.groups.map((group) => {
    const words = group.map((place) => pileWords(table[place])).join(" ");
    return group.length > 1 ? `(${words})` : words;
  });
  return t("web_mulle.take_what", { piles: groups.join(" + ") });
}

const onSingle = (option) => typeof option.action.base === "string";

function buildWords(option, table, alone) {
  if (onSingle(option) && !option.action.down) {
    return t("web_mulle.build_what", { value: option.value, pile: pileWords(table[option.piles[0]]) });
  }
  const way = option.action.down ? "down" : "up";
  if (alone) return t(`web_mulle.${way}_to`, { value: option.value });
  return t(`web_mulle.${way}_on`, { value: option.value, pile: pileWords(table[option.piles[0]]) });
}

const buildTest = (option) => {
  const way = option.action.down ? "down" : "up";
  return onSingle(option) && !option.action.down ? `action-build-${option.value}` : `action-build-${way}`;
};

/** One button of the bar. */
const control = (key, words, more) => ({ key, words, test: `action-${key}`, classes: "", ...more });

function takeControls(takes, at, table, hands) {
  if (!takes.length) return [];
  const take = takes[at];
  const main = control("take", takeWords(take, table), {
    option: take,
    tie: takes.length > 1 ? t("web_mulle.tie", { at: at + 1, n: takes.length }) : null,
    classes: takes.length > 1 ? "tied" : "",
    do: () => hands.commit(take),
  });
  if (takes.length === 1) return [main];
  const step = (key, glyph, by) =>
    control(key, glyph, { name: t(`web_mulle.${key}`), classes: "step", do: () => hands.cycle(by) });
  return [step("previous", "◂", -1), main, step("next", "▸", 1)];
}

function buildControls(builds, expanded, table, hands) {
  if (!builds.length) return [];
  if (builds.length > 1 && !expanded) {
    return [control("build", t("web_mulle.build"), { option: builds[0], do: () => hands.narrow(builds) })];
  }
  const alone = isUpOrDown(builds);
  return builds.map((option) =>
    control(option.text, buildWords(option, table, alone), {
      option,
      test: buildTest(option),
      do: () => hands.commit(option),
    }),
  );
}

const plainControls = (options, kind, hands) =>
  options
    .filter((option) => option.kind === kind)
    .map((option) =>
      control(kind, t(`web_mulle.${kind}`), {
        option,
        about: kind === "trotta" ? t("web_mulle.trotta_about") : null,
        do: () => hands.commit(option),
      }),
    );

/**
 * The buttons for some options of a card.
 *
 * @param {object[]} options what remains to choose from
 * @param {{at: number, narrowed: boolean, table: object[]}} moment `at`: which of equal captures is shown
 * @param {{commit: Function, cycle: Function, narrow: Function, back: Function}} hands what the buttons do
 */
export function controlsOf(options, { at, narrowed, table }, hands) {
  const takes = options.filter((option) => option.kind === "take");
  const builds = options.filter((option) => option.kind === "build");
  const controls = [
    ...takeControls(takes, at, table, hands),
    ...buildControls(builds, narrowed, table, hands),
    ...plainControls(options, "trotta", hands),
    ...plainControls(options, "throw", hands),
  ];
  const back = control("back", t("web_mulle.back"), { classes: "quiet", do: hands.back });
  return narrowed ? [...controls, back] : controls;
}

/** What the bar asks when several options remain. */
export function questionOf(options, card) {
  if (isUpOrDown(options)) {
    const value = (down) => options.find((option) => option.action.down === down).value;
    return t("web_mulle.up_or_down", { up: value(false), down: value(true) });
  }
  if (options.every((option) => option.kind === "build")) return t("web_mulle.build_on_which");
  return t("web_mulle.which", { card: shortName(card) });
}

/** The buttons for a play that is put together by hand; see `written` in options.js. */
export function freeControls(chosen, hands) {
  const controls = [];
  if (chosen.length) controls.push(control("take", t("web_mulle.take"), { do: () => hands.free("take") }));
  if (chosen.length === 1) {
    controls.push(control("build-up", t("web_mulle.build_up"), { do: () => hands.free("up") }));
    controls.push(control("build-down", t("web_mulle.build_down"), { do: () => hands.free("down") }));
  }
  controls.push(control("trotta", t("web_mulle.trotta"), { do: () => hands.free("trotta") }));
  controls.push(control("throw", t("web_mulle.throw"), { do: () => hands.free("throw") }));
  return controls;
}

/** The bar's elements; `show` draws a line of words and a row of buttons. */
export function createBar(onPreview) {
  const line = el("p", { class: "mulle-line", "aria-live": "polite", dataset: { test: "mulle-line" } });
  const doings = el("div", { class: "mulle-doings" });
  const element = el("div", { class: "mulle-bar", role: "group" }, line, doings);
  const current = new WeakMap();
  const preview = (event) => {
    const shown = current.get(event.currentTarget);
    if (shown?.option) onPreview(shown.option);
  };
  const make = () => {
    const words = el("span", { class: "words" });
    const button = el("button", { type: "button" }, words, el("small", { class: "tie" }));
    button.addEventListener("click", () => current.get(button).do());
    button.addEventListener("focus", preview);
    button.addEventListener("pointerenter", preview);
    return button;
  };
  const update = (button, item, place) => {
    current.set(button, item);
    button.className = `button ${item.classes} ${place === item.first ? "primary" : ""}`.trim();
    button.dataset.test = item.test;
    button.querySelector(".words").textContent = item.words;
    button.querySelector(".tie").textContent = item.tie ?? "";
    setAttribute(button, "aria-label", item.name);
    setAttribute(button, "title", item.about);
  };
  const show = ({ words, name, controls = [], quiet = false }) => {
    line.textContent = words;
    line.classList.toggle("waiting", quiet);
    setAttribute(element, "aria-label", name ?? words);
    const first = controls.findIndex((each) => each.option || each.key !== "previous");
    const items = controls.map((each) => ({ ...each, first }));
    reconcile(doings, items, (item) => item.key, make, update);
  };
  const primary = () => doings.querySelector(".primary");
  return { element, show, primary, buttons: () => [...doings.children] };
}
