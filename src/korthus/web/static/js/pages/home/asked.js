/** A seat that is kept for me: others want to play again, or wait for me in a tournament. */

import { post } from "../../api.js";
import { textButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { keepSeat, playerToken } from "../../store.js";
import { trying } from "../parts/say.js";
import { playersText } from "../parts/words.js";
import { heading } from "./rows.js";

/**
 * @param {Json} game
 * @param {() => Promise<void>} refresh
 */
export function askedRow(game, refresh) {
  const key = game.tournament === null ? "web_home.asked" : "web_home.asked.tournament";
  const { code } = game;
  return el(
    "li",
    { class: "my-turn" },
    el(
      "div",
      {},
      heading(game, el("span", { class: "turn-mark", text: t(key) })),
      el("span", { text: playersText(game.players) }),
    ),
    el(
      "div",
      { class: "rows" },
      textButton(t("web_home.asked.come"), `come-${code}`, () => trying(() => come(code)), "primary"),
      game.tournament === null &&
        textButton(
          t("web_home.asked.no"),
          `decline-${code}`,
          () => trying(() => decline(code, refresh)),
          "quiet small",
        ),
    ),
  );
}

/** @param {string} code */
async function come(code) {
  const { seat, token } = await post(`/api/tables/${code}/claim`, {}, { bearer: await playerToken() });
  keepSeat(code, seat, token);
  navigate(`/t/${code}`);
}

/**
 * @param {string} code
 * @param {() => Promise<void>} refresh
 */
async function decline(code, refresh) {
  await post(`/api/tables/${code}/decline`, {}, { bearer: await playerToken() });
  await refresh();
}
