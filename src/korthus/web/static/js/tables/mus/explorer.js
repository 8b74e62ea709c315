/**
 * Mus solved: choose a hand, say what was said, see how the solution mixes its words. What can be said next comes from
 * the server. The address holds the question, so that a link shows the same.
 */

// keys: web_explorer.seat.* web_explorer.menu.* web.spanish_rank.*

import { Refused, get } from "../../api.js";
import { cardFace, cardPicture } from "../../cards/card.js";
import { clear, el } from "../../dom.js";
import { language, number, t } from "../../i18n.js";
import { note } from "../../pages/parts/say.js";
import { loadStyle } from "../../styles.js";

const RANKS = ["R", "C", "S", "7", "6", "5", "4", "1"];
const SUITS = "oceb";
const HAND = 4;

/** Shows the page. */
export default async function mount(root) {
  await loadStyle(new URL("./explorer.css", import.meta.url).href);
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

  /** Changes the question, and shows the answer to the new one. */
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

  /** Asks the server, and shows what it says if nothing else was asked meanwhile. */
  async #ask(turn) {
    const asked = this.#asked;
    try {
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

  #offer(menus) {
    if (menus.join() === this.#menus.join()) return;
    this.#menus = menus;
    this.#showChoosing();
  }

  #showChoosing() {
    const { hand, seat, menu } = this.#asked;
    const change = (wish) => this.change({ ...wish, history: [] });
    withFocus(this.#choosing, () =>
      this.#choosing.replaceChildren(
        el("h2", { text: t("web_explorer.hand") }),
        handOf(hand, (place) => change({ hand: hand.toSpliced(place, 1) })),
        pack(hand, (rank) => change({ hand: sorted([...hand, rank]) })),
        radios("seat", ["mano", "postre"], seat, (chosen) => change({ seat: chosen })),
        radios("menu", this.#menus, menu, (chosen) => change({ menu: chosen })),
      ),
    );
  }
}

const sorted = (hand) => hand.toSorted((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b));

/** The question in the address; two kings, a seven and an ace if there is none. */
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

function query({ hand, seat, menu, history, lance }) {
  const wish = new URLSearchParams({ hand: hand.join(""), seat, menu });
  if (history.length) wish.set("history", history.join(","));
  else if (lance) wish.set("lance", lance);
  return wish;
}

function keep(asked) {
  history.replaceState(history.state, "", `/mus?${query(asked)}`);
}

/** Rebuilds part of the page; whatever had the focus has it again, if it is still there. */
function withFocus(place, build) {
  const at = document.activeElement;
  const test = at instanceof HTMLElement && place.contains(at) ? at.dataset.test : null;
  build();
  if (test) place.querySelector(`[data-test="${test}"]`)?.focus({ preventScroll: true });
}

/** A suit for each card, so that equal ranks look different. */
function faces(hand) {
  return hand.map((rank, place) => {
    const copies = hand.slice(0, place).filter((each) => each === rank).length;
    return rank + SUITS[(copies + RANKS.indexOf(rank)) % SUITS.length];
  });
}

const rankName = (rank) => t(`web.spanish_rank.${rank}`);

function handOf(hand, remove) {
  const cards = faces(hand).map((face, place) =>
    el(
      "button",
      {
        type: "button",
        class: "card",
        "aria-label": t("web_explorer.remove", { card: rankName(face[0]) }),
        dataset: { test: `held-${place}` },
        on: { click: () => remove(place) },
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

function radios(name, values, chosen, choose) {
  return el(
    "fieldset",
    { class: "explorer-radios" },
    el("legend", { text: t(`web_explorer.${name}`) }),
    values.map((value) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: `explorer-${name}`,
          value,
          checked: value === chosen,
          dataset: { test: `${name}-${value}` },
          on: { change: () => choose(value) },
        }),
        el("span", { text: t(`web_explorer.${name}.${value}`) }),
      ),
    ),
  );
}

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
    found.mine && el("p", { class: "soft small", text: source(found) }),
  ];
  place.replaceChildren(...parts.filter(Boolean));
  for (const bar of place.querySelectorAll("[data-share]"))
    bar.style.setProperty("--share", bar.dataset.share);
}

const source = ({ exploitability }) =>
  t("web_explorer.source", { exploitability: number(exploitability, { maximumFractionDigits: 4 }) });

function heading({ turn, mine, lance }) {
  if (turn === "over") return t("web_explorer.over");
  if (turn === "declare") return t("web_explorer.declares", { lance });
  return t(mine ? "web_explorer.mine" : "web_explorer.theirs", { lance });
}

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

/** What was said, lance by lance; a word pressed is taken back, with all that came after it. */
function said({ history: steps }, change) {
  if (!steps.length) return el("p", { class: "soft", text: t("web_explorer.so_far.none") });
  const rows = Map.groupBy(
    steps.map((step, place) => ({ ...step, place })),
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
          words.map(({ place, label, mine }) =>
            el(
              "button",
              {
                type: "button",
                class: `explorer-word${mine ? " mine" : ""}`,
                title: t("web_explorer.back_to", { word: label }),
                dataset: { test: `said-${place}` },
                on: { click: () => change({ history: steps.slice(0, place).map(({ word }) => word) }) },
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
            el("span", { class: "explorer-bar", "aria-hidden": "true", dataset: { share: choice.chance } }),
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

const percent = (share) => number(share, { style: "percent", maximumFractionDigits: 0 });
const signed = (value) =>
  number(value, { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 });

function over(change) {
  return el(
    "div",
    { class: "stack" },
    el("p", { text: t("web_explorer.over.about") }),
    el("button", {
      type: "button",
      class: "button primary",
      text: t("web_explorer.again"),
      dataset: { test: "again" },
      on: { click: () => change({ history: [] }) },
    }),
  );
}
