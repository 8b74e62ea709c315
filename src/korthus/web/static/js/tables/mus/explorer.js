/**
 * Mus solved: choose a hand, say what was said, see how the solution mixes its words. What can be said next comes from
 * the server. The address holds the question, so that a link shows the same.
 */

// keys: web_explorer.seat.* web_explorer.menu.* web.spanish_rank.*

import { Refused, get } from "../../api.js";
import { cardFace, cardPicture } from "../../cards/card.js";
import { radios, textButton } from "../../controls.js";
import { clear, el, focusOn } from "../../dom.js";
import { fileAt } from "../../files.js";
import { language, number, t } from "../../i18n.js";
import { note } from "../../pages/parts/say.js";
import { loadStyle } from "../../styles.js";

const RANKS = ["R", "C", "S", "7", "6", "5", "4", "1"];
const SUITS = "oceb";
/** @type {("mano"|"postre")[]} */
const SEATS = ["mano", "postre"];
const HAND = 4;

/**
 * @typedef {"mano"|"postre"} Seat
 * @typedef {{hand: string[], seat: Seat, menu: string, history: string[], lance: string|null}} Question
 * @typedef {(wish: Partial<Question>) => unknown} Ask
 *
 * @typedef {{lance: string, mine: boolean, word: string, label: string}} Said a word that was said
 * @typedef {{word: string, label: string, chance: number|null, value: number|null}} Word one that can come next
 *
 * @typedef {object} Answer what the server says; see `StrategyOut` in web/mus/out.py
 * @property {string[]} hand
 * @property {string} holding
 * @property {string[]} menus
 * @property {string[]} lances
 * @property {string|null} lance
 * @property {"say"|"declare"|"over"} turn
 * @property {boolean} mine
 * @property {boolean} reached
 * @property {Said[]} history
 * @property {Word[]} choices
 * @property {number|null} exploitability
 */

/** Shows the page. @param {HTMLElement} root */
export default async function mount(root) {
  await loadStyle(fileAt("js/tables/mus/explorer.css"));
  const explorer = new Explorer();
  root.append(explorer.element);
  await explorer.change({});
}

/** The question that is asked, and the answer to it. */
class Explorer {
  #asked = question();
  /** The menus of bets that can be chosen. */
  #menus = [this.#asked.menu];
  #turn = 0;
  #answer = el("section", { class: "sheet explorer-answer", "aria-live": "polite" });
  #choosing = el("section", { class: "sheet explorer-hand" });
  element = el(
    "div",
    { class: "page explorer" },
    el("h1", { text: t("web_explorer.title") }),
    el("p", { class: "soft", text: t("web_explorer.about") }),
    el("div", { class: "explorer-columns" }, this.#choosing, this.#answer),
  );

  /** Changes the question, and shows the answer to the new one. @param {Partial<Question>} wish */
  async change(wish) {
    const asked = this.#asked;
    this.#turn += 1;
    Object.assign(asked, { lance: null }, wish);
    this.#showChoosing();
    keep(asked);
    if (asked.hand.length < HAND) {
      clear(this.#answer);
      this.#answer.append(el("p", { text: t("web_explorer.choose", { n: HAND - asked.hand.length }) }));
      return;
    }
    this.#answer.setAttribute("aria-busy", "true");
    try {
      await this.#ask(this.#turn);
    } finally {
      this.#answer.removeAttribute("aria-busy");
    }
  }

  /** Asks the server, and shows what it says if nothing else was asked meanwhile. @param {number} turn */
  async #ask(turn) {
    const asked = this.#asked;
    try {
      /** @type {Answer} */
      const found = await get(`/api/mus/strategy?${query(asked)}&lang=${language()}`);
      if (turn !== this.#turn) return;
      asked.history = found.history.map(({ word }) => word);
      asked.lance = null;
      keep(asked);
      withFocus(this.#answer, () => showAnswer(this.#answer, found, (wish) => this.change(wish)));
      this.#offer(found.menus);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (turn !== this.#turn) return;
      note(error.reason);
      // What the address asked for cannot be said: begin the hand anew.
      if (asked.history.length) await this.change({ history: [] });
    }
  }

  /** @param {string[]} menus */
  #offer(menus) {
    if (menus.join() === this.#menus.join()) return;
    this.#menus = menus;
    this.#showChoosing();
  }

  #showChoosing() {
    const { hand, seat, menu } = this.#asked;
    /** @type {Ask} */
    const change = (wish) => this.change({ ...wish, history: [] });
    withFocus(this.#choosing, () =>
      this.#choosing.replaceChildren(
        el("h2", { text: t("web_explorer.hand") }),
        handOf(hand, (index) => change({ hand: hand.toSpliced(index, 1) })),
        pack(hand, (rank) => change({ hand: sorted([...hand, rank]) })),
        choiceOf("seat", SEATS, seat, (chosen) => change({ seat: chosen })),
        choiceOf("menu", this.#menus, menu, (chosen) => change({ menu: chosen })),
      ),
    );
  }
}

/** @param {string[]} hand */
const sorted = (hand) => hand.toSorted((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b));

/** The question in the address; two kings, a seven and an ace if there is none. @returns {Question} */
function question() {
  const wish = new URLSearchParams(location.search);
  const hand = [...(wish.get("hand") ?? "RR71")].filter((rank) => RANKS.includes(rank)).slice(0, HAND);
  return {
    hand: sorted(hand),
    seat: wish.get("seat") === "postre" ? "postre" : "mano",
    menu: wish.get("menu") ?? "plain",
    history: (wish.get("history") ?? "").split(",").filter(Boolean),
    lance: null,
  };
}

/** @param {Question} asked */
function query({ hand, seat, menu, history, lance }) {
  const wish = new URLSearchParams({ hand: hand.join(""), seat, menu });
  if (history.length) wish.set("history", history.join(","));
  else if (lance) wish.set("lance", lance);
  return wish;
}

/** @param {Question} asked */
function keep(asked) {
  history.replaceState(history.state, "", `/mus?${query(asked)}`);
}

/**
 * Rebuilds part of the page; whatever had the focus has it again, if it is still there.
 * @param {HTMLElement} place
 * @param {() => void} build
 */
function withFocus(place, build) {
  const at = document.activeElement;
  const test = at instanceof HTMLElement && place.contains(at) ? at.dataset.test : null;
  build();
  if (test) focusOn(place.querySelector(`[data-test="${test}"]`), { preventScroll: true });
}

/** A suit for each card, so that equal ranks look different. @param {string[]} hand */
function faces(hand) {
  return hand.map((rank, index) => {
    const copies = hand.slice(0, index).filter((each) => each === rank).length;
    return rank + SUITS[(copies + RANKS.indexOf(rank)) % SUITS.length];
  });
}

/** @param {string} rank */
const rankName = (rank) => t(`web.spanish_rank.${rank}`);

/**
 * @param {string[]} hand
 * @param {(index: number) => void} remove
 */
function handOf(hand, remove) {
  const cards = faces(hand).map((face, index) =>
    el(
      "button",
      {
        type: "button",
        class: "card",
        "aria-label": t("web_explorer.remove", { card: rankName(face[0]) }),
        dataset: { test: `held-${index}` },
        on: { click: () => remove(index) },
      },
      cardFace(face, { deck: "spanish" }),
    ),
  );
  const empty = Array.from({ length: HAND - hand.length }, () =>
    el("span", { class: "explorer-empty", role: "img", "aria-label": t("web_explorer.empty") }),
  );
  return el(
    "div",
    { class: "explorer-cards", role: "group", "aria-label": t("web_explorer.hand") },
    cards,
    empty,
  );
}

/**
 * @param {string[]} hand
 * @param {(rank: string) => void} add
 */
function pack(hand, add) {
  const full = hand.length === HAND;
  return el(
    "div",
    { class: "explorer-pack", role: "group", "aria-label": t("web_explorer.pack") },
    el("p", { class: "soft small", text: t(full ? "web_explorer.add.full" : "web_explorer.pack") }),
    RANKS.map((rank) =>
      el("button", {
        type: "button",
        class: "button explorer-rank",
        text: rank,
        "aria-label": t("web_explorer.add", { rank: rankName(rank) }),
        "aria-disabled": full ? "true" : null,
        dataset: { test: `add-${rank}` },
        on: { click: () => !full && add(rank) },
      }),
    ),
  );
}

/**
 * @template {string} T
 * @param {string} name
 * @param {T[]} values
 * @param {T} chosen
 * @param {(value: T) => void} choose
 */
function choiceOf(name, values, chosen, choose) {
  return radios({
    name,
    legend: el("legend", { text: t(`web_explorer.${name}`) }),
    values,
    chosen,
    choose,
    textOf: (value) => t(`web_explorer.${name}.${value}`),
    look: "explorer-radios",
    group: `explorer-${name}`,
  });
}

/**
 * @param {HTMLElement} place
 * @param {Answer} found
 * @param {Ask} change
 */
function showAnswer(place, found, change) {
  const parts = [
    el(
      "div",
      { class: "explorer-now" },
      el(
        "span",
        { class: "explorer-mini", "aria-hidden": "true" },
        faces(found.hand).map((face) => cardPicture(face, { deck: "spanish" })),
      ),
      el("span", { class: "soft", text: found.holding }),
    ),
    lances(found, change),
    said(found, change),
    el("h2", { text: heading(found) }),
    found.turn === "over" ? over(change) : choices(found, change),
    found.mine && !found.reached && el("p", { class: "explorer-never", text: t("web_explorer.never") }),
    found.mine && el("p", { class: "soft small", text: t("web_explorer.value") }),
    found.exploitability !== null && el("p", { class: "soft small", text: source(found.exploitability) }),
  ];
  place.replaceChildren(...parts.filter((each) => each !== false));
}

/** @param {number} exploitability */
const source = (exploitability) =>
  t("web_explorer.source", { exploitability: number(exploitability, { maximumFractionDigits: 4 }) });

/** @param {Answer} found */
function heading({ turn, mine, lance }) {
  if (turn === "over") return t("web_explorer.over");
  if (turn === "declare") return t("web_explorer.declares", { lance });
  return t(mine ? "web_explorer.mine" : "web_explorer.theirs", { lance });
}

/**
 * @param {Answer} found
 * @param {Ask} change
 */
function lances(found, change) {
  return el(
    "div",
    { class: "explorer-lances", role: "group", "aria-label": t("web_explorer.lances") },
    found.lances.map((lance) =>
      el("button", {
        type: "button",
        class: "button small",
        text: lance,
        title: t("web_explorer.lances"),
        "aria-pressed": String(lance === found.lance),
        dataset: { test: `lance-${lance}` },
        on: { click: () => change({ history: [], lance }) },
      }),
    ),
  );
}

/**
 * What was said, lance by lance; a word pressed is taken back, with all that came after it.
 * @param {Answer} found
 * @param {Ask} change
 */
function said({ history: steps }, change) {
  if (!steps.length) return el("p", { class: "soft", text: t("web_explorer.so_far.none") });
  const rows = Map.groupBy(
    steps.map((step, index) => ({ ...step, index })),
    ({ lance }) => lance,
  );
  return el(
    "dl",
    { class: "explorer-said", "aria-label": t("web_explorer.so_far") },
    [...rows].map(([lance, words]) =>
      el(
        "div",
        {},
        el("dt", { text: lance }),
        el(
          "dd",
          {},
          words.map(({ index, label, mine }) =>
            el(
              "button",
              {
                type: "button",
                class: `explorer-word${mine ? " mine" : ""}`,
                title: t("web_explorer.back_to", { word: label }),
                dataset: { test: `said-${index}` },
                on: { click: () => change({ history: steps.slice(0, index).map(({ word }) => word) }) },
              },
              el("small", { text: t(mine ? "web_explorer.by.you" : "web_explorer.by.other") }),
              " ",
              label,
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Answer} found
 * @param {Ask} change
 */
function choices(found, change) {
  const before = found.history.map(({ word }) => word);
  const best = Math.max(...found.choices.map(({ value }) => value ?? -Infinity));
  return el(
    "ul",
    { class: `explorer-choices${found.mine ? " mine" : ""}`, "aria-label": heading(found) },
    found.choices.map((choice) => {
      const ordago = choice.word === "ordago";
      const top = choice.value !== null && choice.value >= best - 0.005;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: `explorer-choice${ordago ? " ordago" : ""}`,
            dataset: { test: `say-${choice.word.replaceAll(" ", "-")}` },
            on: { click: () => change({ history: [...before, choice.word] }) },
          },
          el("b", { text: choice.label }),
          choice.chance !== null && [
            barOf(choice.chance),
            el("span", { class: "numbers explorer-percent", text: percent(choice.chance) }),
          ],
          choice.value !== null &&
            el("span", {
              class: `numbers explorer-value${top ? " top" : ""}`,
              text: t("web_explorer.worth", { value: signed(choice.value) }),
            }),
        ),
      );
    }),
  );
}

/** @param {number} share */
function barOf(share) {
  const bar = el("span", { class: "explorer-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  return bar;
}

/** @param {number} share */
const percent = (share) => number(share, { style: "percent", maximumFractionDigits: 0 });
/** @param {number} value */
const signed = (value) =>
  number(value, { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {Ask} change */
function over(change) {
  return el(
    "div",
    { class: "stack" },
    el("p", { text: t("web_explorer.over.about") }),
    textButton(t("web_explorer.again"), "again", () => change({ history: [] }), "primary"),
  );
}
