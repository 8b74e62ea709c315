/** What everybody at the table should know now: a lost connection, somebody away, a wish to take back. */

import { el, reconcile } from "../dom.js";
import { t } from "../i18n.js";
import { navigate } from "../router.js";
import { againText, goToNextTable } from "./again.js";
import { noting } from "./dialogs.js";
import { insteadTexts } from "./instead.js";

/** @typedef {{key: string, kind: string, text: string|null, buttons?: () => HTMLElement[]}} Banner */

/** @param {number} until a moment of `performance.now()` */
const seconds = (until) => Math.max(0, Math.ceil((until - performance.now()) / 1000));

/**
 * @param {string} key
 * @param {string} test
 * @param {() => void} click
 */
const button = (key, test, click, kind = "button small") =>
  el("button", { type: "button", class: kind, text: t(key), dataset: { test }, on: { click } });

/** The banners over a table. A banner has a key, words, an urgency, and buttons that are made once. */
export class Banners {
  #session;
  #nameOf;
  #onWatch;
  /** @type {number|null} */
  #retryAt = null;
  #knownRead = false;
  #declined = false;
  element = el("div", { class: "banners", "aria-live": "polite" });

  /**
   * @param {import("../session.js").TableSession} session
   * @param {(seat: number) => string} nameOf
   * @param {() => void} onWatch what to do when a moved seat wants to watch here
   */
  constructor(session, nameOf, onWatch) {
    this.#session = session;
    this.#nameOf = nameOf;
    this.#onWatch = onWatch;
  }

  /** Says when the connection is tried again, a moment of `performance.now()`. @param {number|null} at */
  retry(at) {
    this.#retryAt = at;
    this.draw();
  }

  draw() {
    const { state } = this.#session;
    reconcile(
      this.element,
      [
        ...this.#ofTheShuffle(state),
        ...this.#ofTheServer(state),
        ...(state.over || state.connection !== "open" ? [] : this.#ofThePlayers(state)),
        ...this.#ofTakingBack(state),
        ...this.#ofPlayingAgain(state),
      ],
      ({ key }) => key,
      ({ key, kind, buttons }) =>
        el(
          "div",
          { class: `banner ${kind}`, dataset: { test: `banner-${key}` } },
          el("span", { class: "banner-text" }),
          buttons?.(),
        ),
      (banner, { text }) => {
        const words = /** @type {Element} */ (banner.firstElementChild);
        if (words.textContent !== text) words.textContent = text;
        // A countdown is for the eye; a screen reader hears of it once, when it begins.
        words.setAttribute("aria-live", "off");
      },
    );
  }

  /**
   * @param {TableState} state
   * @returns {Banner[]}
   */
  #ofTheShuffle({ sealed, known_cards: known, started, over, players }) {
    /** @type {Banner[]} */
    const found = [];
    if (!sealed) found.push({ key: "seal", kind: "warning", text: t("web.seal.other") });
    const people = players.filter(({ bot }) => bot === null).length;
    if (known && !this.#knownRead && started && !over && people > 1) {
      const read = () => {
        this.#knownRead = true;
        this.draw();
      };
      found.push({
        key: "known-cards",
        kind: "warning",
        text: t("web.known_cards"),
        buttons: () => [button("web.known_cards.read", "known-cards-read", read)],
      });
    }
    return found;
  }

  /**
   * @param {TableState} state
   * @returns {Banner[]}
   */
  #ofTheServer({ connection, cannot_write: waits }) {
    if (connection === "lost") {
      const n = this.#retryAt === null ? 0 : seconds(this.#retryAt);
      const text = n > 0 ? t("web.connection.retry", { n }) : t("web.connection.trying");
      return [{ key: "lost", kind: "warning", text }];
    }
    if (connection === "moved") {
      return [
        {
          key: "moved",
          kind: "warning",
          text: `${t("web.connection.moved")} ${t("web.connection.moved.about")}`,
          buttons: () => [button("web.connection.watch", "watch-here", this.#onWatch)],
        },
      ];
    }
    if (connection !== "open" || !waits) return [];
    return [{ key: "cannot-write", kind: "warning", text: t("web.cannot_write") }];
  }

  /**
   * @param {TableState} state
   * @returns {Banner[]}
   */
  #ofThePlayers({ players }) {
    const found = insteadTexts(players).map(({ key, why, text }) => ({
      key: `instead-${key}`,
      kind: why === "compiling" ? "" : "warning",
      text,
    }));
    for (const { seat, standing_in: replaced, absent_at: until } of players) {
      const name = this.#nameOf(seat);
      const own = seat === this.#session.state.seat;
      const text = own ? t("web.standing_in_for_you") : t("web.standing_in", { name });
      if (replaced) found.push({ key: `bot-${seat}`, kind: "", text });
      else if (until !== null && until !== undefined) {
        const text = t("web.absent", { name, n: seconds(until) });
        found.push({ key: `away-${seat}`, kind: "warning", text });
      }
    }
    return found;
  }

  /**
   * @param {TableState} state
   * @returns {Banner[]}
   */
  #ofTakingBack({ undo_asked: asked, seat }) {
    if (asked === null || seat === null) return [];
    if (asked === seat) return [{ key: "undo", kind: "asking", text: t("web.undo.asked_by_me") }];
    const answer = (/** @type {boolean} */ agree) => () =>
      noting(() => this.#session.request("undo_answer", { agree }));
    return [
      {
        key: "undo-asked",
        kind: "asking",
        text: t("web.undo.asked", { name: this.#nameOf(asked) }),
        buttons: () => [
          button("web.undo.allow", "undo-allow", answer(true), "button small primary"),
          button("web.undo.refuse", "undo-refuse", answer(false)),
        ],
      },
    ];
  }

  /**
   * @param {TableState} state
   * @returns {Banner[]}
   */
  #ofPlayingAgain(state) {
    const text = againText(state, this.#nameOf);
    if (text === null || state.again === null || this.#declined) return [];
    const { code } = state.again;
    const buttons =
      state.seat === null
        ? () => [button("web.again.watch", "again-watch", () => navigate(`/t/${code}`))]
        : () => [
            button("web.result.again", "again-go", () => this.#goOn(), "button small primary"),
            button("web.again.no", "again-no", () => this.#decline()),
          ];
    return [{ key: "again", kind: "asking", text, buttons }];
  }

  #goOn() {
    noting(() => goToNextTable(this.#session.state));
  }

  #decline() {
    this.#declined = true;
    this.draw();
    noting(() => this.#session.request("decline_again"));
  }
}
