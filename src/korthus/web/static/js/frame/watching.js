/** Looking on: a line that says so, and at a table of computers only a way to stop and hurry them. */

import { el } from "../dom.js";
import { language, t } from "../i18n.js";
import { noting } from "./dialogs.js";

// keys: web.watch.speed.*

/** @type {NonNullable<TableState["watch"]>["speed"][]} */
const SPEEDS = ["half", "usual", "double", "fast"];

/** The strip below the bar of a table, for those who have no seat. */
export class WatchStrip {
  #session;
  #line = el("span", { class: "watch-line", dataset: { test: "watching" } });
  #pause = el("button", {
    type: "button",
    class: "button small",
    dataset: { test: "watch-pause" },
    on: { click: () => this.#ask({ paused: !this.#now.paused }) },
  });
  #speed = el(
    "select",
    {
      "aria-label": t("web.watch.speed"),
      dataset: { test: "watch-speed" },
      on: { change: (event) => this.#ask({ speed: SPEEDS[event.target.selectedIndex] }) },
    },
    SPEEDS.map((speed) => el("option", { value: speed, text: t(`web.watch.speed.${speed}`) })),
  );
  element = el("div", { class: "watch-strip", hidden: true }, this.#line, this.#pause, this.#speed);

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  get #now() {
    return this.#session.state.watch ?? { paused: false, speed: "usual" };
  }

  /** Shows who plays, and what can be done. @param {TableState} state */
  draw({ seat, started, over, players, watch, connection }) {
    this.element.hidden = seat !== null || !started || connection === "moved";
    if (this.element.hidden) return;
    const names = players.map((player) => player.name ?? t("web.seat", { n: player.seat + 1 }));
    this.#line.textContent = t("web.watch", { names: new Intl.ListFormat(language()).format(names) });
    this.#pause.hidden = this.#speed.hidden = watch === null || over;
    this.#pause.textContent = t(this.#now.paused ? "web.watch.go_on" : "web.watch.pause");
    this.#speed.value = this.#now.speed;
  }

  /** @param {Partial<NonNullable<TableState["watch"]>>} wish */
  #ask(wish) {
    noting(() => this.#session.request("watch", { ...this.#now, ...wish }));
  }
}
