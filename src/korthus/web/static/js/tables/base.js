/** What the tables of all games share. A table draws views and offers actions; it knows no rule. */

import { cardButton } from "../cards/card.js";
import { el, reconcile, setAttribute } from "../dom.js";
import { t } from "../i18n.js";
import { hurry } from "../motion.js";

/** So many changes may wait to be drawn before the table stops lingering. */
const BACKLOG = 3;

/**
 * The base of `<korthus-mulle>` and the others.
 *
 * A subclass implements `build()` (once, when the table is attached), `update({previous, state, notices})`
 * (after each change; may be async, and the next one waits for it, so that a trick can rest) and
 * `keys(event)` (keyboard; returns true for a key it has used). `state` in `update` is the moment to draw;
 * `this.state` is the newest. A subclass whose `tells` is true calls `tell` for each notice when it is
 * shown, so that the log does not run ahead.
 */
export class GameTable extends HTMLElement {
  #queue = Promise.resolve();
  #waiting = 0;
  #reasons = { version: -1, known: new Map() };
  #endChoice = null;
  #onChange = (event) => this.feed(event.detail);
  #onPending = () => setAttribute(this, "aria-busy", this.session.state.pending ? "true" : null);

  /** The session's newest state. */
  get state() {
    return this.session.state;
  }

  /** Begins to show a session (a `TableSession` or a `StillSession`) that has a view. */
  attach(session) {
    this.session = session;
    this.classList.add("game-table");
    this.build();
    this.feed({ previous: null, state: session.state, notices: [] });
    session.addEventListener("change", this.#onChange);
    session.addEventListener("pending", this.#onPending);
  }

  /** Stops showing it. */
  detach() {
    this.session.removeEventListener("change", this.#onChange);
    this.session.removeEventListener("pending", this.#onPending);
    this.#endChoice?.(null);
    hurry(false);
  }

  /** Draws a change when those before it are drawn. @returns {Promise<void>} when it is drawn */
  feed(detail) {
    if (detail.previous && detail.previous.version !== detail.state.version) this.#endChoice?.(null);
    this.#waiting += 1;
    hurry(this.#waiting > BACKLOG);
    this.#queue = this.#queue.then(async () => {
      if (detail.state.view) await this.update(detail);
    });
    // One drawing that fails must not stop those that follow; the error itself is the page's to report.
    this.#queue = this.#queue
      .catch((error) => reportError(error))
      .then(() => {
        this.#waiting -= 1;
        hurry(this.#waiting > BACKLOG);
      });
    return this.#queue;
  }

  /** Whether this table says itself when something has been shown; see `tell`. */
  get tells() {
    return false;
  }

  /** Notices are shown now: time to say them. */
  tell(notices) {
    if (notices.length) this.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: { notices } }));
  }

  /** When everything fed so far is drawn. */
  get drawn() {
    return this.#queue;
  }

  build() {}

  update() {}

  keys() {
    return false;
  }

  /** Whether this browser's person is to act, and nothing is under way. */
  get myTurn() {
    const { seat, to_act: turn, pending, over } = this.state;
    return seat !== null && turn === seat && !pending && !over;
  }

  /** Does an action. A refusal is shown by the frame; returns whether it was accepted. */
  async act(text) {
    try {
      await this.session.act(text);
      return true;
    } catch (error) {
      if (error.code === undefined) throw error;
      if (error.code !== "PENDING") this.complain(error.reason);
      return false;
    }
  }

  /** Shows a sentence of trouble to the person. */
  complain(reason) {
    this.dispatchEvent(new CustomEvent("complaint", { bubbles: true, detail: { reason } }));
  }

  /** Why an action would be refused now; an empty text if it would not. Asked once per position. */
  async why(text) {
    const { version } = this.state;
    if (this.#reasons.version !== version) this.#reasons = { version, known: new Map() };
    const { known } = this.#reasons;
    if (!known.has(text)) {
      known.set(
        text,
        this.session.request("why", { text }).then((answer) => (answer.legal ? "" : answer.reason)),
      );
      known.get(text).catch(() => known.delete(text));
    }
    return known.get(text);
  }

  /** Why an action would be refused, or why that cannot be asked now. */
  async reason(text) {
    try {
      return await this.why(text);
    } catch (error) {
      if (error.code === undefined) throw error;
      return error.reason;
    }
  }

  /** What an action says: its label, else its text. */
  label(text) {
    return this.state.actions?.find((action) => action.text === text)?.label ?? text;
  }

  /** What the one at a seat is called here. */
  name(seat) {
    if (seat === this.state.seat) return t("web.you");
    return this.state.players.find((player) => player.seat === seat)?.name ?? t("web.seat", { n: seat + 1 });
  }

  /**
   * Lets the person choose one of several actions in a bar of buttons; Esc is none.
   * @param {(string|{text: string, label?: string, danger?: boolean, test?: string})[]} options
   * @param {{question?: string}} [words]
   * @returns {Promise<string|null>} the text of the chosen one
   */
  choose(options, { question = t("web.choose") } = {}) {
    this.#endChoice?.(null);
    const back = document.activeElement;
    return new Promise((resolve) => {
      const end = (text) => {
        this.#endChoice = null;
        bar.remove();
        if (back?.isConnected) back.focus({ preventScroll: true });
        resolve(text);
      };
      const buttons = options.map((option, index) => {
        const {
          text,
          label = this.label(text),
          danger = false,
          test = `choice-${index + 1}`,
        } = typeof option === "string" ? { text: option } : option;
        return el("button", {
          type: "button",
          class: danger ? "button danger" : "button",
          text: label,
          dataset: { test },
          on: { click: () => end(text) },
        });
      });
      const cancel = el("button", {
        type: "button",
        class: "button quiet",
        text: t("web.cancel"),
        dataset: { test: "choice-cancel" },
        on: { click: () => end(null) },
      });
      const bar = el(
        "div",
        {
          class: "choices",
          role: "group",
          "aria-label": question,
          on: {
            keydown: (event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              end(null);
            },
          },
        },
        el("p", { class: "choices-question", text: question }),
        el("div", { class: "choices-buttons" }, buttons, cancel),
      );
      (this.querySelector("[data-choices]") ?? this).append(bar);
      this.#endChoice = end;
      buttons[0].focus({ preventScroll: false });
    });
  }

  /** A hand of cards; see `handFan`. */
  handFan(cards = [], options = {}) {
    return handFan(cards, options);
  }
}

/**
 * A hand as a fan that overlaps when there is little room, and one stop of the Tab key: arrows, Home and End
 * go through it, Enter and Space pick. Its `show(cards, options)` shows other cards; options not given stay.
 * @param {string[]} cards names; equal ones are told apart by order
 * @param {object} options
 * @param {"french"|"spanish"} [options.deck]
 * @param {string} [options.label] what the hand is called
 * @param {(name: string, button: HTMLButtonElement, index: number) => void} [options.onPick]
 * @param {(button: HTMLButtonElement, name: string, index: number) => void} [options.mark] called for each
 *   card at each `show`, for `markCard`
 * @param {(button: HTMLButtonElement, name: string) => void} [options.made] called once for each new button
 */
export function handFan(cards = [], options = {}) {
  let chosen = { deck: "french", label: t("web.your_hand"), ...options };
  const row = el("div", { class: "fan-row" });
  const fan = el("div", { class: "fan", role: "group", "aria-label": chosen.label }, row);

  const buttons = () => [...row.children];

  function stop(button) {
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
  }

  function make(name, ordinal) {
    const button = cardButton(name, { deck: chosen.deck, index: ordinal });
    button.addEventListener("click", () => chosen.onPick?.(name, button, buttons().indexOf(button)));
    button.addEventListener("focus", () => stop(button));
    chosen.made?.(button, name);
    return button;
  }

  fan.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(event.target.closest(".card"));
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(goal + all.length) % all.length].focus();
  });

  fan.show = (names, more = {}) => {
    chosen = { ...chosen, ...more };
    fan.setAttribute("aria-label", chosen.label);
    row.style.setProperty("--n", String(Math.max(2, names.length)));
    const seen = new Map();
    const items = names.map((name) => {
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return { name, ordinal: seen.get(name) - 1 };
    });
    reconcile(
      row,
      items,
      ({ name, ordinal }) => `${name}#${ordinal}`,
      ({ name, ordinal }) => make(name, ordinal),
      (button, { name }, index) => chosen.mark?.(button, name, index),
    );
    const all = buttons();
    if (all.length && !all.some((button) => button.tabIndex === 0 && button.hasAttribute("tabindex")))
      stop(all[0]);
    return fan;
  };
  return fan.show(cards);
}
