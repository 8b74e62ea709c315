/** The line about the moment: whose turn it is, how much time is left, how it ended. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { headline } from "./result.js";

/** How long a table shows an ordinary move, in milliseconds: it is not worth a word of its own. */
const A_MOVE = 1200;

/** Whether this browser's person is to act. @param {TableState} state */
export function isMine({ seat, to_act: turn, over, started }) {
  return started && !over && seat !== null && turn === seat;
}

/** The line, and the title of the browser's tab. */
export class StatusLine {
  #session;
  #nameOf;
  /** What was said of another's turn, or of a move under way, before the table fell behind; and when that was. */
  #last = "";
  /** Whether anything was said of the game: before that, the table has shown nothing. */
  #hasTold = false;
  /** @type {number|null} */
  #behindSince = null;
  element = el("p", { class: "frame-status", dataset: { test: "status" } });

  /**
   * @param {Session} session
   * @param {NameOf} nameOf
   */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
  }

  /**
   * Draws the moment.
   * @param {string} title
   * @param {boolean} endShown the end is not told before the table has shown it
   * @param {boolean} isBehind the table still shows what came before: nor is the turn told before
   */
  draw(title, endShown, isBehind) {
    const { state } = this.#session;
    const mine = isMine(state) && !isBehind;
    this.element.classList.toggle("mine", mine);
    const text = this.#text(state, endShown, isBehind);
    this.#write(text, clockText(state));
    document.title = `${mine ? `● ${t("web.turn.yours")} · ` : ""}${title} · korthus`;
  }

  /**
   * @param {TableState} state
   * @param {boolean} endShown
   * @param {boolean} isBehind
   */
  #text(state, endShown, isBehind) {
    if (!isBehind || state.connection !== "open") this.#behindSince = null;
    if (state.over && !endShown) return t("web.turn.last");
    if (!isBehind || state.over || state.connection !== "open") {
      const text = statusText(state, this.#nameOf);
      if (state.started && state.connection === "open") {
        this.#hasTold = true;
        if (!isMine(state) || state.pending) this.#last = text;
      }
      return text;
    }
    if (!this.#hasTold) return t("web.turn.dealing");
    this.#behindSince ??= performance.now();
    const isNew = performance.now() - this.#behindSince < A_MOVE;
    return isNew && this.#last ? this.#last : t("web.turn.shown");
  }

  /**
   * @param {string} text
   * @param {string} clock
   */
  #write(text, clock) {
    if (this.element.dataset.text === text + clock) return;
    this.element.dataset.text = text + clock;
    this.element.replaceChildren(
      el("span", { class: "moment", text }),
      el("span", { class: "clock", text: clock }),
    );
  }
}

/**
 * One line about the moment.
 * @param {TableState} state
 * @param {NameOf} nameOf
 */
function statusText(state, nameOf) {
  if (state.connection === "connecting") return t("web.connection.connecting");
  if (state.connection === "lost") return t("web.connection.lost");
  if (!state.started) return t("web.turn.waiting");
  if (state.over) return state.outcome ? headline(state, nameOf) : t("web.turn.over");
  if (state.pending) return t("web.turn.sending");
  if (isMine(state)) return t("web.turn.yours");
  if (state.to_act === null || state.to_act < 0) return t("web.turn.dealing");
  return t("web.turn.theirs", { name: nameOf(state.to_act) });
}

/** @param {TableState} state */
function clockText({ deadline, over }) {
  if (deadline === null || over) return "";
  const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  return t("web.clock", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` });
}
