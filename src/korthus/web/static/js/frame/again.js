/** Playing again: the others of a finished game are asked, and everybody comes to the same next table. */

import { post } from "../api.js";
import { t } from "../i18n.js";
import { navigate } from "../router.js";
import { keepSeat, seatToken } from "../store.js";

/**
 * Who wants to play again, or where the others are, in a sentence; null if nobody asks.
 * @param {TableState} state
 * @param {NameOf} nameOf
 */
export function againText({ again, seat }, nameOf) {
  if (!again || again.seat === seat) return null;
  return seat === null ? t("web.again.elsewhere") : t("web.again.asked", { name: nameOf(again.seat) });
}

/**
 * Goes to the next table of a finished game, to this person's own seat; the first who asks has it put up.
 * @param {TableState} state
 */
export async function goToNextTable({ code, again }) {
  if (again && seatToken(again.code)) {
    navigate(`/t/${again.code}`);
    return;
  }
  const next = await post(`/api/tables/${code}/again`, { token: seatToken(code) });
  keepSeat(next.code, next.seat, next.token);
  navigate(`/t/${next.code}`);
}
