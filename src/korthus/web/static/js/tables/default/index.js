/**
 * The table of any game that has none of its own. It is drawn from the description that the server sends:
 * which field of the view is whose cards, pile or number. Whoever is to act taps cards, in the hand or on the
 * table; the actions that name all of them remain, and the last one is played.
 */

import { markCard } from "../../cards/card.js";
import { unmarked } from "../../cards/text.js";
import { el, focusOn, reconcile, setText } from "../../dom.js";
import { has, t } from "../../i18n.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { Choosing } from "./choosing.js";
import { Plate, showFacts } from "./plates.js";
import { Row } from "./row.js";
import { after, cardsIn, sceneOf } from "./scene.js";

/**
 * @typedef {import("./scene.js").Game} Game
 * @typedef {import("./scene.js").Shown} Shown
 * @typedef {import("./scene.js").State} State
 * @typedef {import("./scene.js").Step} Step
 * @typedef {MomentOf<Game>} Moment
 */

// keys: *.zone.*

/** Between two cards that come to the table in one message, in ms. */
const BEAT = 260;

/** @extends {GameTable<Game>} */
class DefaultTable extends GameTable {
  #choosing = new Choosing();
  /**
   * The description that was sent, and the same with the labels of the language, where the game brings some.
   * @type {{from: Description|null, said: Description}}
   */
  #described = { from: null, said: { deck: null, codes: [], zones: [] } };
  /** @type {Row[]} */
  #rows = [];
  /** @type {Map<number, Plate>} */
  #plates = new Map();
  /** @type {Map<string, Row>} */
  #zoneRows = new Map();
  /**
   * Who acted last.
   * @type {number|null}
   */
  #actor = null;
  /**
   * The cards that came with it.
   * @type {Set<string>}
   */
  #last = new Set();
  /**
   * The actions that are chosen from.
   * @type {State["actions"]|undefined}
   */
  #listed = undefined;

  parts = {
    facts: el("ul", { class: "df-facts df-table-facts" }),
    seats: el("ul", { class: "df-seats", "aria-label": t("web_default.seats") }),
    cloth: el("div", { class: "df-cloth", on: { click: () => this.skip() } }),
    me: el("ul", { class: "df-seats df-me", "aria-label": t("web.you") }),
    prompt: el("p", { class: "prompt", role: "status", dataset: { test: "prompt" } }),
    actions: el("div", { class: "df-actions", role: "group", "aria-label": t("web_default.actions") }),
    writing: this.#writing(),
    hand: el("div", { class: "df-hand" }),
  };

  build() {
    this.fit({ card: [5.4, 7], lying: [6.2, 8], lowCard: [11, 4.4], lowLying: [13, 4.8] });
    const { zones } = this.description;
    const { facts, seats, cloth, me, prompt, actions, writing, hand } = this.parts;
    for (const zone of zones) {
      if (!["cards", "pile"].includes(zone.kind) || zone.whose === "seats") continue;
      const row = this.#makeRow(zone);
      this.#zoneRows.set(zone.field, row);
      (zone.whose === "mine" ? hand : cloth).append(row.element);
    }
    this.append(
      el("div", { class: "df-table seat-table" }, facts, seats, cloth),
      el("div", { class: "df-mine seat-mine" }, me, prompt, actions, writing, hand),
    );
  }

  get description() {
    const { description, game } = this.state;
    if (!description) throw new Error(`${game} is not described`);
    if (this.#described.from !== description) {
      const label = (/** @type {Zone} */ zone) => {
        const key = `${game}.zone.${zone.field}`;
        return has(key) ? t(key) : zone.label;
      };
      const zones = description.zones.map((zone) => ({ ...zone, label: label(zone) }));
      this.#described = { from: description, said: { ...description, zones } };
    }
    return this.#described.said;
  }

  /** @returns {Deck} */
  get deck() {
    return this.description.deck ?? "plain";
  }

  /** @param {Zone} zone */
  #makeRow(zone) {
    const row = new Row(zone, {
      deck: this.deck,
      mark: (button, card, key) => this.#mark(button, card, key),
      onPick: (card, key) => this.#tap(card, key),
      made: (button) => this.#made(button),
      name: (seat) => this.name(seat),
    });
    this.#rows.push(row);
    return row;
  }

  /** Where an action is written when there are too many to list them. */
  #writing() {
    const field = el("input", { type: "text", class: "df-text", autocomplete: "off", maxlength: "200" });
    return el(
      "form",
      {
        class: "df-writing",
        hidden: true,
        on: {
          submit: (event) => {
            event.preventDefault();
            if (field.value.trim()) this.#act(field.value.trim());
          },
        },
      },
      el("label", {}, t("web_default.write"), " ", field),
      el("button", { type: "submit", class: "button primary", text: t("web_default.play") }),
    );
  }

  // -- from one moment to the next -----------------------------------------------------------------

  /** @param {State} state */
  sceneOf({ view, players, hands }) {
    return sceneOf(view, this.description, players.length, hands ?? null);
  }

  forget() {
    this.#choosing.clear();
  }

  /** @param {State["log"]} notices */
  hear(notices) {
    const codes = new Set(this.description.codes);
    for (const { event } of notices) {
      if (!("seat" in event) || !Number.isInteger(event.seat)) continue;
      this.#actor = event.seat;
      const named = cardsIn(event, codes).map(({ card }) => card);
      if (named.length) this.#last = new Set(named);
    }
    const to = this.#selectorOf(this.#actor);
    for (const card of this.parts.cloth.querySelectorAll("[data-flip]")) card.setAttribute("data-to", to);
  }

  /**
   * @param {GameEvent} event
   * @returns {Step[]}
   */
  steps(event) {
    const scene = after(this.scene, event, this.description, this.state.seat);
    return scene ? [{ scene, what: "play", tells: true }] : [];
  }

  enter() {
    sound("play");
  }

  /**
   * @param {Step} _
   * @param {Moment} moment
   */
  async linger(_, { event, state }) {
    const codes = new Set(this.description.codes);
    const stays = new Set(cardsIn(state.view, codes).map(({ card }) => card));
    const gone = cardsIn(event, codes).some(({ card }) => !stays.has(card));
    await this.pause(gone || !this.#liesOpen(state, event, codes) ? settings.get("trick_rest") : BEAT);
  }

  /**
   * Whether the cards of an event still lie on the table in a state.
   * @param {State} state
   * @param {GameEvent} event
   * @param {Set<string>} codes
   */
  #liesOpen(state, event, codes) {
    const lying = new Set();
    for (const { whose, kind, values } of this.sceneOf(state).zones)
      if (whose === "table" && kind === "cards") for (const { card } of values[0]) lying.add(card);
    return cardsIn(event, codes).every(({ card }) => lying.has(card));
  }

  // -- drawing -------------------------------------------------------------------------------------

  draw() {
    if (this.shown && this.#listed !== this.shown.actions) {
      this.#listed = this.shown.actions;
      this.#choosing.begin(this.#listed ?? []);
    }
    const { zones } = this.scene;
    const table = zones.filter(({ whose }) => whose === "table");
    const facts = table.filter(({ kind }) => ["number", "hidden", "text"].includes(kind));
    showFacts(
      this.parts.facts,
      facts.map(({ label, values: [value] }) => ({ label, value })),
    );
    for (const zone of zones) {
      if (zone.whose === "seats") continue;
      this.#zoneRows.get(zone.field)?.show(zone, zone.values[0]);
    }
    this.parts.hand.hidden = this.state.seat === null;
    this.#drawSeats(
      zones,
      table.filter(({ kind }) => kind === "mark"),
    );
    this.drawMine();
  }

  /**
   * @param {Shown[]} zones
   * @param {Shown[]} marks
   */
  #drawSeats(zones, marks) {
    const { seat: mine, players } = this.state;
    const count = players.length;
    const around = players.map((_, at) => (this.bottom + 1 + at) % count);
    const atSeats = zones.filter(({ whose }) => whose === "seats");
    /**
     * @param {HTMLElement} list
     * @param {number[]} seats
     */
    const draw = (list, seats) =>
      reconcile(
        list,
        seats,
        String,
        (seat) => this.#plate(seat).element,
        (_, seat) =>
          this.#plate(seat).show({
            seat,
            name: this.name(seat),
            turn: this.scene.turn === seat,
            zones: atSeats,
            marks: marks.filter(({ values: [who] }) => who === seat).map(({ label }) => label),
            own: seat === mine,
          }),
      );
    draw(
      this.parts.seats,
      around.filter((seat) => seat !== mine),
    );
    draw(this.parts.me, mine === null ? [] : [mine]);
    this.parts.me.hidden = mine === null;
  }

  /** @param {number} seat */
  #plate(seat) {
    const known = this.#plates.get(seat);
    if (known) return known;
    const makeRow = (/** @type {Zone} */ zone) => this.#makeRow(zone);
    const plate = new Plate({ seat, deck: this.description.deck ?? "french", makeRow });
    this.#plates.set(seat, plate);
    return plate;
  }

  /** @param {number|null} seat */
  #selectorOf(seat) {
    return seat === null ? ".df-table-facts" : `.df-seat[data-seat="${seat}"]`;
  }

  drawMine() {
    const open = this.canAct;
    this.classList.toggle("my-turn", open);
    for (const row of this.#rows) row.remark();
    this.parts.writing.hidden = !open || this.shown?.actions !== null;
    this.#drawActions(open);
    this.#drawPrompt(open);
  }

  /** @param {boolean} open */
  #drawActions(open) {
    const visible = new Set(this.#rows.flatMap((row) => row.cards));
    const offered = open ? this.#choosing.offered(visible) : [];
    this.parts.actions.hidden = offered.length === 0;
    reconcile(
      this.parts.actions,
      offered,
      ({ text }) => text,
      ({ text }) => el("button", { type: "button", on: { click: () => this.#act(text) } }),
      (button, { text, label }, at) => {
        button.className = offered.length === 1 ? "button primary" : "button";
        button.textContent = label ?? text;
        button.dataset.test = `action-${at + 1}`;
        if (at < 9) button.setAttribute("aria-keyshortcuts", String(at + 1));
      },
    );
  }

  /** @param {boolean} open */
  #drawPrompt(open) {
    const text = this.#question(open);
    if (this.parts.prompt.textContent !== unmarked(text)) setText(this.parts.prompt, text);
  }

  /** What is asked of this person, or whom everybody waits for. @param {boolean} open */
  #question(open) {
    const { turn } = this.scene;
    if (open) {
      if (this.shown?.actions === null) return t("web_default.many");
      if (this.#choosing.isEmpty) return t("web_default.choose");
      return this.#choosing.left.length === 1 ? t("web_default.confirm") : t("web_default.which");
    }
    if (turn === null) return t("web_default.over");
    return turn < 0 || turn === this.state.seat ? "" : t("web_default.waits", { name: this.name(turn) });
  }

  // -- choosing ------------------------------------------------------------------------------------

  /** @param {HTMLButtonElement} button */
  #made(button) {
    button.dataset.from = this.#selectorOf(this.#actor);
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} card
   * @param {string} key
   */
  #mark(button, card, key) {
    const choosing = this.#choosing;
    const open = this.canAct;
    const selected = open && choosing.has(key);
    const free = open && !selected;
    const mine = this.parts.hand.contains(button);
    const useless = free && mine && !choosing.isNamed(card);
    markCard(button, {
      playable: free && choosing.isEmpty && choosing.isNamed(card),
      target: free && !choosing.isEmpty && choosing.goesWith(card),
      dimmed: useless,
      reason: useless ? t("web_default.unnamed") : undefined,
      selected: open ? selected : undefined,
      last: this.parts.cloth.contains(button) && this.#last.has(card),
    });
  }

  /**
   * @param {string} card
   * @param {string} key
   */
  #tap(card, key) {
    if (!this.canAct) return;
    const action = this.#choosing.tap(key, card);
    if (action) this.#act(action.text);
    else this.drawMine();
  }

  /** @param {string} text */
  #act(text) {
    if (this.canAct) this.act(text);
  }

  // -- keyboard ------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { key } = event;
    if (/^[1-9]$/.test(key)) return this.#press(Number(key) - 1);
    if (key === "Escape") return this.#cancel();
    if (key === "Enter" && !this.#choosing.isEmpty && this.#choosing.left.length === 1) {
      this.#act(this.#choosing.left[0].text);
      return true;
    }
    if (key === "ArrowUp" || key === "ArrowDown") return this.#toRow(key === "ArrowUp" ? -1 : 1);
    if ((key === "ArrowLeft" || key === "ArrowRight") && document.activeElement === document.body)
      return this.#toRow(-1);
    if (key === " " && this.isPausing && document.activeElement === document.body) this.skip();
    else return false;
    return true;
  }

  /** @param {number} at */
  #press(at) {
    const button = this.parts.actions.children[at];
    if (!(button instanceof HTMLButtonElement) || this.parts.actions.hidden) return false;
    button.click();
    return true;
  }

  #cancel() {
    if (this.#choosing.isEmpty) return false;
    this.#choosing.clear();
    this.drawMine();
    return true;
  }

  /** Moves the keyboard to the row above or below; from elsewhere into the hand. @param {number} step */
  #toRow(step) {
    const rows = [...this.querySelectorAll(".fan")].filter((fan) => fan.querySelector(".card"));
    if (!rows.length) return false;
    const at = rows.findIndex((fan) => fan.contains(document.activeElement));
    const goal = at < 0 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, at + step));
    focusOn(rows[goal].querySelector('.card[tabindex="0"]') ?? rows[goal].querySelector(".card"));
    return true;
  }
}

customElements.define("korthus-default", DefaultTable);
