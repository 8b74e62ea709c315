/** People, results and moments in words. */

import { language, number, t } from "../../i18n.js";

/** Who sits at a table: "Anna, Bo, computer (strong)". @param {{name: string|null}[]} players */
export function playersText(players) {
  return players
    .map((/** @type {{name: string|null}} */ player) => player.name ?? t("web_home.free_seat"))
    .join(", ");
}

/**
 * How strong somebody is, and how sure that is: "1520 ± 90"; a level that was measured has no doubt.
 * @param {{rating: number, unsure: number}} facts
 */
export function ratingText({ rating, unsure }) {
  return unsure > 0 ? t("web_home.rating", { rating, unsure }) : String(rating);
}

/**
 * Who sits at a table, with their ratings where they are known: "Anna (1520 ± 90), free".
 * @param {{name: string|null}[]} players
 * @param {(Json|null)[]} ratings
 */
export function ratedText(players, ratings) {
  return players
    .map((player, seat) => {
      const name = playersText([player]);
      return ratings[seat] ? `${name} (${ratingText(ratings[seat])})` : name;
    })
    .join(", ");
}

/**
 * The scores of an outcome by player: "Anna 38 – Bo 21".
 * @param {Outcome|null} outcome
 * @param {{name: string|null}[]} players
 */
export function scoreText(outcome, players) {
  if (!outcome) return "";
  return outcome.scores
    .map((score, seat) => `${players[seat]?.name ?? seat + 1} ${number(score)}`)
    .join(" – ");
}

/**
 * Whether a seat won, shared or lost, as a word.
 * @param {Outcome|null} outcome
 * @param {number|null|undefined} seat
 */
export function resultWord(outcome, seat) {
  if (!outcome || seat === null || seat === undefined) return "";
  if (!outcome.winners.includes(seat)) return t("web_home.result.lost");
  return t(outcome.winners.length > 1 ? "web_home.result.shared" : "web_home.result.won");
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * A moment as people say it: "3 hours ago", or the date if it is more than a week ago.
 * @param {number} value milliseconds since 1970
 */
export function momentText(value) {
  const moment = toDate(value);
  const seconds = (moment.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return moment.toLocaleDateString(language(), { dateStyle: "medium" });
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS[2];
  return format.format(Math.round(seconds / size), unit);
}

/** A moment of the server: milliseconds since 1970. @param {number} value */
export const toDate = (value) => new Date(value);
