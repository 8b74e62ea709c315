/** The bar between the table and the hand: what the chosen card can do. */

import { cardMark } from "../../cards/card.js";
import { el, part, reconcile, setAttribute, setText } from "../../dom.js";
import { t } from "../../i18n.js";
import { isDown, isUpOrDown } from "./options.js";

// keys: web_mulle.up_* web_mulle.down_* web_mulle.previous web_mulle.next web_mulle.trotta web_mulle.throw

/**
 * @typedef {import("./options.js").Option} Option
 *
 * @typedef {object} Control a button of the bar
 * @property {string} key
 * @property {string} words
 * @property {string} test
 * @property {string} classes
 * @property {() => void} do
 * @property {Option} [option] what it shows on the cloth while it is looked at
 * @property {string|null} [tie] which of equal captures it is
 * @property {string} [name] what it is called, where its words are a sign
 * @property {string|null} [about]
 *
 * @typedef {object} Hands what the buttons do
 * @property {(option: Option) => void} commit
 * @property {(by: number) => void} cycle
 * @property {(options: Option[]) => void} narrow
 * @property {() => void} back
 */

/** A pile in a button: `9♣`, `the 7-build`, `(9♣ 7♦)`. @param {Mulle.Pile} pile */
const pileWords = (pile) => {
  if (pile.owner >= 0) return t("mulle.say.build_of", { value: pile.value });
  const cards = pile.cards.map(cardMark).join(" ");
  return pile.cards.length === 1 ? cards : `(${cards})`;
};

/**
 * What a capture takes, group by group: `9♣ + (4♠ 5♥)`.
 * @param {Option} option
 * @param {Mulle.Pile[]} table
 */
function takeWords(option, table) {
  const groups = option.groups.map((group) => {
    const words = group.map((index) => pileWords(table[index])).join(" ");
    return group.length > 1 ? `(${words})` : words;
  });
  return t("web_mulle.take_what", { piles: groups.join(" + ") });
}

/** @param {Option} option */
const onSingle = ({ action }) => action.type === "Build" && typeof action.base === "string";

/**
 * @param {Option} option
 * @param {Mulle.Pile[]} table
 * @param {boolean} alone
 */
function buildWords(option, table, alone) {
  if (onSingle(option) && !isDown(option)) {
    return t("web_mulle.build_what", { value: option.value, pile: pileWords(table[option.piles[0]]) });
  }
  const way = isDown(option) ? "down" : "up";
  if (alone) return t(`web_mulle.${way}_to`, { value: option.value });
  return t(`web_mulle.${way}_on`, { value: option.value, pile: pileWords(table[option.piles[0]]) });
}

/** @param {Option} option */
const buildTest = (option) => {
  const way = isDown(option) ? "down" : "up";
  return onSingle(option) && !isDown(option) ? `action-build-${option.value}` : `action-build-${way}`;
};

/**
 * One button of the bar.
 * @param {string} key
 * @param {string} words
 * @param {Partial<Control> & {do: () => void}} more
 * @returns {Control}
 */
const control = (key, words, more) => ({ key, words, test: `action-${key}`, classes: "", ...more });

/**
 * @param {Option[]} takes
 * @param {number} at
 * @param {Mulle.Pile[]} table
 * @param {Hands} hands
 */
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
  /**
   * @param {"previous"|"next"} key
   * @param {string} glyph
   * @param {number} by
   */
  const step = (key, glyph, by) =>
    control(key, glyph, { name: t(`web_mulle.${key}`), classes: "step", do: () => hands.cycle(by) });
  return [step("previous", "◂", -1), main, step("next", "▸", 1)];
}

/**
 * @param {Option[]} builds
 * @param {boolean} expanded
 * @param {Mulle.Pile[]} table
 * @param {Hands} hands
 */
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

/**
 * @param {Option[]} options
 * @param {"trotta"|"throw"} kind
 * @param {Hands} hands
 */
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
 * @param {Option[]} options what remains to choose from
 * @param {{at: number, narrowed: boolean, table: Mulle.Pile[]}} moment `at`: which of equal captures is shown
 * @param {Hands} hands
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

/**
 * What the bar asks when several options remain.
 * @param {Option[]} options
 * @param {string} card
 */
export function questionOf(options, card) {
  if (isUpOrDown(options)) {
    const [down, up] = isDown(options[0]) ? options : options.toReversed();
    return t("web_mulle.up_or_down", { up: up.value, down: down.value });
  }
  if (options.every((option) => option.kind === "build")) return t("web_mulle.build_on_which");
  return t("web_mulle.which", { card: cardMark(card) });
}

/**
 * The buttons for a play that is put together by hand; see `written` in options.js.
 * @param {number[]} chosen
 * @param {{free: (way: "take"|"up"|"down"|"trotta"|"throw") => void}} hands
 */
export function freeControls(chosen, hands) {
  /** @type {Control[]} */
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

/**
 * The bar's elements; `show` draws a line of words and a row of buttons.
 * @param {(option: Option) => void} onPreview
 */
export function createBar(onPreview) {
  const line = el("p", { class: "mulle-line", "aria-live": "polite", dataset: { test: "mulle-line" } });
  const doings = el("div", { class: "mulle-doings" });
  const element = el("div", { class: "mulle-bar", role: "group" }, line, doings);
  /** @type {WeakMap<HTMLButtonElement, Control>} */
  const current = new WeakMap();
  const make = () => {
    const words = el("span", { class: "words" });
    const button = el("button", { type: "button" }, words, el("small", { class: "tie" }));
    const preview = () => {
      const option = current.get(button)?.option;
      if (option) onPreview(option);
    };
    button.addEventListener("click", () => current.get(button)?.do());
    button.addEventListener("focus", preview);
    button.addEventListener("pointerenter", preview);
    return button;
  };
  /** @param {{words: string, name?: string, controls?: Control[], quiet?: boolean}} moment */
  const show = ({ words, name, controls = [], quiet = false }) => {
    setText(line, words);
    line.classList.toggle("waiting", quiet);
    setAttribute(element, "aria-label", name ?? words);
    const first = controls.findIndex((each) => each.option || each.key !== "previous");
    reconcile(
      doings,
      controls,
      (item) => item.key,
      make,
      (button, item, index) => {
        current.set(button, item);
        button.className = `button ${item.classes} ${index === first ? "primary" : ""}`.trim();
        button.dataset.test = item.test;
        setText(part(button, ".words"), item.words);
        part(button, ".tie").textContent = item.tie ?? "";
        setAttribute(button, "aria-label", item.name);
        setAttribute(button, "title", item.about);
      },
    );
  };
  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...doings.children]);
  const primary = () => buttons().find((button) => button.classList.contains("primary"));
  return { element, show, primary, buttons };
}
