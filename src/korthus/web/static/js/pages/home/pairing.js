/** Playing with a stranger: whoever waits for the same game is found, or one waits for the next. */

import { post } from "../../api.js";
import { formOf, submitButton } from "../../controls.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { navigate } from "../../router.js";
import { keepSeat, playerToken } from "../../store.js";
import { gameTitle, loadGames } from "../parts/games.js";
import { askName } from "../parts/person.js";
import { trying } from "../parts/say.js";
import { ratingText } from "../parts/words.js";

/** A choice of game and a button, and how strong this person is in the game. */
export function pairBox() {
  /** @type {Record<string, Json>} */
  let stats = {};
  const rating = el("p", { class: "small soft", hidden: true, dataset: { test: "my-rating" } });
  const draw = () => {
    const last = stats[game.value]?.ratings.at(-1);
    rating.hidden = last === undefined;
    if (last) {
      rating.textContent = t("web_home.rating.mine", {
        game: gameTitle(game.value),
        rating: ratingText(last),
      });
    }
  };
  /** @type {HTMLSelectElement} */
  const game = el("select", {
    "aria-label": t("web_home.pair.game"),
    dataset: { test: "pair-game" },
    on: { change: draw },
  });
  const find = submitButton(t("web_home.pair"), "pair");
  trying(async () => {
    const games = await loadGames();
    game.replaceChildren(
      ...games.map((/** @type {Json} */ { name }) => el("option", { value: name, text: gameTitle(name) })),
    );
    draw();
  });
  return {
    element: el(
      "div",
      {},
      formOf("with-button pair-box", () => trying(() => findPartner(game.value)), game, find),
      rating,
      el(
        "details",
        { class: "small" },
        el("summary", { text: t("web_home.rating.what"), dataset: { test: "rating-about" } }),
        el("p", { text: t("web_home.rating.about") }),
      ),
    ),
    /** Shows how strong this person is. @param {Record<string, Json>} mine their results by game */
    show(mine) {
      stats = mine;
      draw();
    },
  };
}

/** @param {string} game */
async function findPartner(game) {
  const name = await askName();
  if (!name) return;
  const { code, seat, token } = await post("/api/pair", { game, name, player: await playerToken() });
  keepSeat(code, seat, token);
  navigate(`/t/${code}`);
}
