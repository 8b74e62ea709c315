/** Mus for two: hands across, a slate with the four lances between them, and words as buttons. */

// keys: mus.breakdown.*

import { markCard } from "../../cards/card.js";
import { unmarked } from "../../cards/text.js";
import { el, focusOn, setText } from "../../dom.js";
import { t } from "../../i18n.js";
import { settings } from "../../settings.js";
import { sound } from "../../sound.js";
import { GameTable } from "../base.js";
import { handFan } from "../fan.js";
import { discardOf } from "./bets.js";
import { createCount, countLine, gained } from "./count.js";
import { openFaces, ownFaces } from "./faces.js";
import { after, isOld, lastCount, sceneOf, thisHand } from "./scene.js";
import { createPlate, createRow, makesWords } from "./seat.js";
import { rows } from "./slate.js";
import { createSlate } from "./slate_view.js";
import { Words } from "./words.js";

/**
 * @typedef {import("./scene.js").Game} Game
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").State} State
 * @typedef {MomentOf<Game>} Moment
 */

/** How long a word of the other stands before the next thing, in ms. */
const BEAT = 420;
/** Positions behind the newest from which a table shows where the match is, not how it got there. */
const TOO_FAR_BEHIND = 8;
/** Events that come at once from which they are not told one by one. */
const TOO_MUCH_NEWS = 40;
/** A hand that was counted waits this many times as long as a trick rests, unless somebody goes on. */
const COUNT_RESTS = 5;

const SPEECH = new Set([
  "MusWanted",
  "MusCut",
  "DeclarationMade",
  "Passed",
  "EnvidoMade",
  "OrdagoCalled",
  "BetAccepted",
  "BetRefused",
  "CardsDiscarded",
]);

/** @extends {GameTable<Game>} */
class MusTable extends GameTable {
  /** @type {Mus.AnyEvent[]} */
  #heard = [];
  /** @type {Set<HTMLButtonElement>} */
  #thrown = new Set();
  /** @type {State["actions"]} */
  #offered = null;

  parts = {
    head: el("p", { class: "mus-head-text" }),
    last: el("button", {
      type: "button",
      class: "button small",
      text: t("web_mus.last"),
      hidden: true,
      "aria-keyshortcuts": "b",
      dataset: { test: "last-hand", key: "B" },
      on: { click: () => this.#openLast() },
    }),
    them: createPlate("them"),
    me: createPlate("me"),
    far: createRow("them"),
    near: createRow("me"),
    slate: createSlate(),
    count: createCount(),
    prompt: el("p", { class: "prompt mus-prompt", role: "status" }),
    discard: el("button", {
      type: "button",
      class: "button primary mus-discard",
      hidden: true,
      "aria-keyshortcuts": "d",
      dataset: { test: "discard", key: "D" },
      on: { click: () => this.#discard() },
    }),
    next: el("button", {
      type: "button",
      class: "button primary mus-next",
      text: t("web_mus.count.next"),
      hidden: true,
      dataset: { test: "next-hand" },
      on: { click: () => this.skip() },
    }),
  };
  words = new Words({
    onSay: (text) => this.#act(text),
    label: (text) => this.label(text),
  });
  fan = handFan([], {
    deck: "spanish",
    label: t("web.your_hand"),
    onPick: (name, button) => this.#throw(button),
    mark: (button) => this.#mark(button),
    made: (button) => (button.dataset.from = ".mus-slate"),
  });

  build() {
    this.fit({ card: [5.6, 7.75], lying: [10, 11], lowCard: [10.6, 4.9], lowLying: [14, 7] });
    const { head, last, them, me, far, near, slate, count, prompt, discard, next } = this.parts;
    this.append(
      el(
        "div",
        { class: "mus-board seat-table" },
        el("div", { class: "mus-head" }, head, last),
        el("div", { class: "mus-side them" }, them.element, far.element, them.said),
        slate.element,
      ),
      el(
        "div",
        { class: "mus-near seat-mine" },
        el("div", { class: "mus-side me" }, me.element, near.element, this.fan, me.said),
        el("div", { class: "mus-mine" }, prompt, this.words.element, discard, next),
      ),
      count.element,
    );
  }

  // -- from one moment to the next -----------------------------------------------------------------

  /** See `GameTable`. @param {State} state */
  sceneOf(state) {
    this.#heard = thisHand(state.log);
    return sceneOf(state.view, this.#heard);
  }

  forget() {
    this.#thrown.clear();
  }

  patience() {
    return { news: TOO_MUCH_NEWS, behind: TOO_FAR_BEHIND };
  }

  /** @param {Mus.AnyEvent} event */
  steps(event) {
    if (event.type === "HandStarted") this.#heard = [];
    this.#heard = [...this.#heard, event];
    return after(this.scene, event);
  }

  /**
   * @param {Game["step"]} _
   * @param {Moment} moment
   */
  async linger(_, { event, events }) {
    if (SPEECH.has(event.type) && "seat" in event && event.seat !== this.state.seat) await this.pause(BEAT);
    else if (event.type === "HandsShown") await this.pause(settings.get("trick_rest"));
    else if (event.type === "StonesScored") await this.#count(event);
    else if (event.type === "HandEnded" && !events.some(({ type }) => type === "GameEnded")) {
      await this.#waitForNext(event);
    }
  }

  /** @param {Mus.StonesScored} event */
  async #count(event) {
    sound(event.seat === this.state.seat ? "win" : "take");
    this.#prompt(countLine(event, (seat) => this.name(seat)));
    await this.pause(event.reason === "deje" ? BEAT : 0.75 * settings.get("trick_rest"));
  }

  /** A hand is over: it lies there until somebody goes on, or long enough. @param {Mus.HandEnded} event */
  async #waitForNext(event) {
    const { next } = this.parts;
    this.#prompt(gained(event, this.#order, (seat) => this.name(seat)));
    const kept = this.contains(document.activeElement) || document.activeElement === document.body;
    next.hidden = false;
    if (kept && this.state.seat !== null) next.focus({ preventScroll: true });
    await this.pause(COUNT_RESTS * settings.get("trick_rest"));
    next.hidden = true;
  }

  // -- drawing -------------------------------------------------------------------------------------

  /** The seats as they sit, the one across first. */
  get #order() {
    return [this.top, this.bottom];
  }

  get #actions() {
    return this.canAct ? (this.shown?.actions ?? []) : [];
  }

  draw() {
    const { scene } = this;
    const { head, last, them, me, slate } = this.parts;
    const name = (/** @type {number} */ seat) => this.name(seat);
    const target =
      scene.target === null ? t("mus.head.single") : t("mus.head.target", { target: scene.target });
    head.textContent = `${t("web_mus.hand", { number: scene.number })} · ${target}`;
    last.hidden = lastCount(this.state.log) === null;
    this.dataset.phase = scene.phase;
    this.classList.toggle("watching", this.state.seat === null);
    this.classList.toggle("showing", scene.shown !== null);
    const [far, near] = this.#order;
    them.show(this.#facts(far));
    me.show(this.#facts(near));
    slate.show(rows(scene), this.#order, name, scene.scored);
    this.#drawCards(scene);
    this.drawMine();
  }

  /** @param {number} seat */
  #facts(seat) {
    const { stones, target, mano, turn, said } = this.scene;
    const saying = said[seat];
    return {
      seat,
      name: this.name(seat),
      stones: stones[seat],
      target,
      mano: mano === seat,
      makes: seat === this.state.seat ? makesWords(this.shown?.view?.holding ?? null) : "",
      turn: turn === seat,
      saying,
      old: saying !== null && isOld(saying, this.scene),
    };
  }

  /** @param {Scene} scene */
  #drawCards(scene) {
    const [far, near] = this.#order;
    const playing = this.state.seat !== null;
    const open = scene.shown ?? this.state.hands ?? null;
    const own = playing ? ownFaces(scene.number, this.#heard, scene.hand, near) : null;
    const both = open ? openFaces(scene.number, open, near, own) : [null, null];
    this.parts.far.show({ name: this.name(far), held: scene.held[far], faces: both[far] });
    this.parts.near.element.hidden = playing;
    this.fan.hidden = !playing;
    if (own) this.fan.show(own.map(({ rank, suit }) => rank + suit));
    else this.parts.near.show({ name: this.name(near), held: scene.held[near], faces: both[near] });
  }

  drawMine() {
    const { scene } = this;
    const open = this.canAct;
    const discarding = open && scene.phase === "discard";
    this.classList.toggle("my-turn", open);
    const spoken = discarding ? [] : this.#actions;
    if (spoken !== this.#offered) this.words.show({ actions: spoken, raises: scene.bet !== null });
    this.#offered = spoken;
    this.#drawDiscard(discarding);
    this.#prompt(this.#question(scene));
    for (const button of this.fan.buttons()) this.#mark(button);
  }

  /** @param {boolean} discarding */
  #drawDiscard(discarding) {
    const { discard } = this.parts;
    const n = this.#thrown.size;
    discard.hidden = !discarding;
    discard.textContent = n ? t("web_mus.discard.some", { n }) : t("web_mus.discard");
    discard.setAttribute("aria-disabled", String(n === 0));
  }

  /** What is asked of this person, or whom everybody waits for. @param {Scene} scene */
  #question(scene) {
    if (scene.phase === "over") return t("web_mus.turn.over");
    if (this.canAct) return this.#ask(scene);
    if (scene.turn === null || scene.turn === this.state.seat || scene.turn < 0) return "";
    return t("web_mus.turn.other", { name: this.name(scene.turn) });
  }

  /** @param {Scene} scene */
  #ask({ phase, bet, lance }) {
    if (phase === "mus") return t("web_mus.turn.mus");
    if (phase === "discard") return t("web_mus.discard.choose");
    const on = { lance: t(`mus.breakdown.${lance}`), stones: bet?.stake };
    if (bet === null) return t("web_mus.turn.speak", on);
    return t(bet.ordago ? "web_mus.turn.answer_ordago" : "web_mus.turn.answer", on);
  }

  /** @param {string} text */
  #prompt(text) {
    if (this.parts.prompt.textContent !== unmarked(text)) setText(this.parts.prompt, text);
  }

  /**
   * See `GameTable`. Cards are named by their rank here, whatever suit they are drawn with.
   * @param {Choice<Mus.AnyAction>} choice
   */
  pointedAt({ action }) {
    if (action.type !== "Discard") return { to: this.words.buttonsOf(action) };
    const ranks = [...action.cards];
    const thrown = (/** @type {HTMLButtonElement} */ button) => {
      const at = ranks.indexOf((button.dataset.card ?? "")[0]);
      return at >= 0 && ranks.splice(at, 1).length > 0;
    };
    return { from: this.fan.buttons().filter(thrown), to: [this.parts.discard] };
  }

  /** See `GameTable`. One sentence is about all amounts: whichever is chosen stays so. @param {Tip} tip */
  coachedAt({ action }) {
    return { at: this.words.buttonsFor(action.type) };
  }

  // -- cards to put away ---------------------------------------------------------------------------

  get #discarding() {
    return this.canAct && this.scene.phase === "discard";
  }

  /** @param {HTMLButtonElement} button */
  #mark(button) {
    const discarding = this.#discarding;
    const selected = this.#thrown.has(button);
    markCard(button, { playable: discarding && !selected, selected: discarding ? selected : undefined });
  }

  /** @param {HTMLButtonElement} button */
  #throw(button) {
    if (!this.#discarding) return;
    if (!this.#thrown.delete(button)) this.#thrown.add(button);
    this.#mark(button);
    this.#drawDiscard(true);
  }

  #discard() {
    if (this.#thrown.size === 0) {
      this.#prompt(t("web_mus.discard.choose"));
      return;
    }
    const ranks = [...this.#thrown].map((button) => (button.dataset.card ?? "")[0]);
    const text = discardOf(this.#actions, ranks);
    if (text) this.#act(text);
  }

  /** @param {string} text */
  #act(text) {
    if (this.canAct) this.act(text);
  }

  // -- keyboard, focus, the last hand --------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { next, discard, last } = this.parts;
    if (event.key === "Escape") return this.#cancel();
    if (event.key === "b" && !last.hidden) this.#openLast();
    else if (event.key === "Enter" && !next.hidden) this.skip();
    else if (event.key === "d" && !discard.hidden) this.#discard();
    else if (/^[1-4]$/.test(event.key) && this.#discarding) this.#throwAt(Number(event.key) - 1);
    else if (!this.words.element.hidden && this.words.key(event.key)) return true;
    else if (/^Arrow(Left|Right)$/.test(event.key) && isNowhere()) focusOn(this.handStop);
    else return false;
    return true;
  }

  /** @param {number} index */
  #throwAt(index) {
    const button = this.fan.buttons()[index];
    if (button) this.#throw(button);
  }

  #cancel() {
    const armed = this.words.cancel();
    const thrown = this.#thrown.size > 0;
    if (thrown) {
      this.#thrown.clear();
      this.drawMine();
    }
    return armed || thrown;
  }

  #openLast() {
    const count = lastCount(this.state.log);
    if (count) this.parts.count.open(count, this.#order, (seat) => this.name(seat), this.state.seat);
  }

  /** See `GameTable`. Between two turns the keyboard waits in the hand for the words. */
  focusPlace() {
    if (!this.canAct) return null;
    return this.#discarding ? super.focusPlace() : this.words.first;
  }
}

/** Whether the keyboard is at no particular place. */
const isNowhere = () => document.activeElement === document.body;

customElements.define("korthus-mus", MusTable);
