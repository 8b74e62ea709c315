/** Who sits at the table, who is away, who is to act, and how many watch. */

import { el, reconcile } from "../dom.js";
import { face } from "../faces.js";
import { t } from "../i18n.js";
import { alike, levelName, temper } from "../people.js";
import { insteadText } from "./instead.js";

/**
 * Says that somebody is a computer player, and how strong; what it is like is told on hover.
 * @param {string} level
 * @param {string} game
 */
const botTag = (level, game) =>
  el("span", {
    class: "tag",
    text: `${t("web.table.bot")} · ${levelName(level)}`,
    title: temper(game, level),
  });

/** The list of players and the line about spectators. */
export class PlayerList {
  #nameOf;
  element = el("ul", { class: "frame-players", "aria-label": t("web.table.players") });
  spectators = el("p", { class: "small soft", dataset: { test: "spectators" } });

  /** @param {NameOf} nameOf */
  constructor(nameOf) {
    this.#nameOf = nameOf;
  }

  /** Draws who is there. @param {TableState} state */
  draw(state) {
    reconcile(
      this.element,
      state.players,
      ({ seat }) => seat,
      ({ seat }) => el("li", { dataset: { test: `player-${seat}` } }),
      (item, player) => this.#drawPlayer(item, player, state),
    );
    this.spectators.textContent = state.spectators ? t("web.table.spectators", { n: state.spectators }) : "";
    this.spectators.hidden = !state.spectators;
  }

  /**
   * @param {HTMLElement} item
   * @param {Player} player
   * @param {TableState} state
   */
  #drawPlayer(item, player, state) {
    const present = player.bot !== null || player.present;
    const acts = state.to_act === player.seat && !state.over;
    item.className = present ? "" : "away";
    item.replaceChildren(
      player.bot
        ? face(player.bot, alike(state.players, player))
        : el("span", { class: "presence", "aria-hidden": "true" }),
      el("span", {
        class: acts ? "to-act" : "",
        text: player.taken ? this.#nameOf(player.seat) : t("web.free_seat"),
      }),
    );
    if (player.bot) item.append(botTag(player.bot, state.game));
    if (player.instead) {
      const text = insteadText(player);
      item.append(el("small", { class: "soft instead", text, dataset: { test: "instead" } }));
    }
    if (player.taken && !present) item.append(el("span", { class: "tag", text: t("web.table.away") }));
    if (acts) item.append(el("span", { class: "visually-hidden", text: t("web.table.turn_mark") }));
  }
}
