/** The games as cards. One tap plays the computer; turned over, a card has everything else. */

import { el, focusOn } from "../../dom.js";
import { t } from "../../i18n.js";
import { isNewcomer } from "../../learnt.js";
import { reduced } from "../../motion.js";
import { prepareTable } from "../../tables/load.js";
import { gameArt, gameTitle, usualLevel, usualSeats } from "../parts/games.js";
import { nameOrGuest } from "../parts/person.js";
import { trying } from "../parts/say.js";
import { openTable } from "./open.js";
import { setupSheet } from "./setup.js";

// keys: web_home.tag.*

/** The fan and the place where the turned card lies. @param {Json[]} games */
export function gameFan(games) {
  const place = el("div", { class: "home-turned", id: "turned" });
  const cards = games.map((game) => gameCard(game, () => turn(game)));
  const fan = el("div", { class: "home-fan", role: "group", "aria-label": t("web_home.games") }, cards);
  /** @type {string|null} */
  let turned = null;

  /** @param {Json} game */
  function turn(game) {
    const next = turned === game.name ? null : game.name;
    const card = cards[games.indexOf(game)];
    turned = next;
    fan.classList.toggle("has-turned", next !== null);
    cards.forEach((each, index) => {
      const on = games[index].name === next;
      each.classList.toggle("turned", on);
      each.querySelector(".game-more")?.setAttribute("aria-expanded", String(on));
    });
    const sheet = next && setupSheet(game, { close: () => turn(game) });
    place.replaceChildren(...(sheet ? [sheet] : []));
    if (!sheet) return focusOn(card.querySelector(".game-more"));
    if (!reduced()) turnOver(card, sheet);
    sheet.querySelector("h2").focus({ preventScroll: true });
    return sheet.scrollIntoView({ block: "nearest", behavior: reduced() ? "auto" : "smooth" });
  }

  return el("section", { class: "home-games" }, fan, place);
}

/**
 * @param {HTMLElement} card
 * @param {HTMLElement} sheet
 */
function turnOver(card, sheet) {
  const turning = { duration: 240, easing: "cubic-bezier(0.2, 0.75, 0.25, 1)" };
  card.animate([{ rotate: "y 0deg" }, { rotate: "y 90deg" }, { rotate: "y 0deg" }], turning);
  sheet.animate(
    [
      { rotate: "y -80deg", opacity: 0 },
      { rotate: "y 0deg", opacity: 1 },
    ],
    turning,
  );
}

/**
 * @param {Json} game
 * @param {() => void} onTurn
 */
function gameCard(game, onTurn) {
  const title = gameTitle(game.name);
  const play = el("button", {
    type: "button",
    class: "button primary game-play",
    text: t("web_home.play"),
    "aria-label": t("web_home.play.label", { game: title }),
    dataset: { test: `play-${game.name}` },
    on: { click: () => trying(() => playOrLearn(game)) },
  });
  const more = el("button", {
    type: "button",
    class: "button game-more",
    text: t("web_home.more"),
    "aria-label": t("web_home.more.label", { game: title }),
    "aria-expanded": "false",
    "aria-controls": "turned",
    dataset: { test: `more-${game.name}` },
    on: { click: onTurn },
  });
  return el(
    "article",
    { class: "game-card", dataset: { game: game.name } },
    el("h2", { text: title }),
    gameArt(game),
    el("p", { class: "game-tag", text: t(`web_home.tag.${game.name}`) }),
    el("div", { class: "game-buttons" }, play, more),
  );
}

/** The first tap of all asks whether to learn the game before. @param {Json} game */
async function playOrLearn(game) {
  if (isNewcomer()) {
    const { takesLessons } = await import("../../frame/offer.js");
    if (await takesLessons(game)) return;
  }
  await playAtOnce(game);
}

/** One tap: the usual rules against computers of the usual strength. @param {Json} game */
export async function playAtOnce(game) {
  prepareTable(game);
  const bots = Array(usualSeats(game) - 1).fill({ kind: "bot", level: usualLevel(game) });
  await openTable({
    game: game.name,
    preset: game.asks.preset,
    seats: [{ kind: "me", name: nameOrGuest() }, ...bots],
  });
}
