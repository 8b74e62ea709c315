/** The coach of the first games: a line above the table, and what it says on the cards themselves. */

import { Refused } from "../api.js";
import { unmarked } from "../cards/text.js";
import { isCoached } from "../coaching.js";
import { el, setText } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { explained } from "../terms.js";
import { iconButton } from "./buttons.js";
import { note, openDialog } from "./dialogs.js";
import { isMine } from "./status.js";

/** Whether somebody plays here against computers only. @param {TableState} state */
const isAlone = ({ seat, started, over, players }) =>
  seat !== null && started && !over && players.every((each) => each.seat === seat || each.bot !== null);

/** What the server says, and for which position. */
export class Coach {
  #session;
  #tableOf;
  /** @type {Coaching|null} */
  #said = null;
  #version = -1;
  #asked = -1;
  #text = el("span", { class: "coach-words" });
  #spoken = el("p", { class: "visually-hidden", role: "status" });
  element = el(
    "section",
    { class: "coach-line", "aria-label": t("web.coach"), hidden: true, dataset: { test: "coach" } },
    el(
      "button",
      {
        type: "button",
        class: "coach-text",
        dataset: { test: "coach-now" },
        on: { click: () => this.#showAll() },
      },
      this.#text,
    ),
    iconButton("close", "web.coach.off", "coach-off", () => this.#turnOff()),
    this.#spoken,
  );
  #end = settings.on((name) => {
    if (name !== "coach") return;
    this.draw(this.#session.state);
    this.ask().catch(reportError);
  });

  /**
   * @param {import("../session.js").TableSession} session
   * @param {() => import("../tables/base.js").GameTable|null} tableOf the game's element, once it is there
   */
  constructor(session, tableOf) {
    this.#session = session;
    this.#tableOf = tableOf;
  }

  /** Listens to where somebody looks: at the frame, whose table it is. @param {HTMLElement} frame */
  follow(frame) {
    const look = (/** @type {Event} */ { target }) => this.#look(target);
    frame.addEventListener("pointerover", look);
    frame.addEventListener("focusin", look);
  }

  close() {
    this.#end();
  }

  /** Shows whether there is a coach, and forgets what was said of another position. @param {TableState} state */
  draw(state) {
    const isHere = isAlone(state) && isCoached(state.game, state.code);
    this.element.hidden = !isHere;
    if (isHere && state.version === this.#version) return;
    this.#version = isHere ? state.version : -1;
    this.#asked = -1;
    this.#tell(null);
  }

  /** Asks what can be done, once the table shows it. */
  async ask() {
    const { state } = this.#session;
    const { version } = state;
    if (this.element.hidden || !isMine(state) || !this.#tableOf()?.isCurrent) return;
    if (state.connection !== "open" || this.#asked === version) return;
    this.#asked = version;
    const said = await this.#request();
    if (said && this.#asked === version && this.#session.state.version === version) this.#tell(said);
  }

  /** What the server says; null if the moment has passed, or the line is down and will come back. */
  async #request() {
    try {
      return /** @type {Coaching} */ (await this.#session.request("coach"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#asked = -1;
      return null;
    }
  }

  /** @param {Coaching|null} said */
  #tell(said) {
    this.#said = said;
    this.#say(said?.now ?? t("web.coach.wait"));
    this.#spoken.textContent = said ? unmarked(said.now) : "";
    this.#tableOf()?.coach(said?.tips ?? []);
  }

  /** @param {string} text */
  #say(text) {
    if (this.#text.dataset.text === text) return;
    this.#text.dataset.text = text;
    setText(this.#text, text);
  }

  /** @param {EventTarget|null} target */
  #look(target) {
    if (!this.#said || (target instanceof Node && this.element.contains(target))) return;
    const tip = this.#tableOf()?.lookAt(target) ?? null;
    this.#say(tip?.says ?? this.#said.now);
  }

  #showAll() {
    const { game } = this.#session.state;
    const { now, tips } = this.#said ?? { now: t("web.coach.wait"), tips: [] };
    const about = (/** @type {Tip} */ { tag, says }) =>
      el("li", {}, tag ? el("b", { class: "coach-tag", text: tag }) : "", explained(game, says));
    openDialog(
      t("web.coach.all"),
      [el("p", {}, explained(game, now)), el("ul", { class: "coach-all" }, tips.map(about))],
      { kind: "drawer", test: "coach-all" },
    );
  }

  #turnOff() {
    settings.set("coach", "off");
    note(t("web.coach.gone"), { good: true });
  }
}
