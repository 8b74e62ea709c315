/** The four rows of the slate as plain data: what stands on each lance, and what it has brought to whom. */

const ROWS = ["grande", "chica", "pares", "juego"];

/**
 * @typedef {object} Row
 * @property {string} lance
 * @property {boolean} now        whether it is being bet on
 * @property {object|null} bet    the bet that waits for an answer
 * @property {object|null} settled how the betting ended
 * @property {boolean[]|null} has  who said to have it, by seat
 * @property {number[]} won       stones it has brought in this hand, by seat
 */

/**
 * @param {object} picture see picture.js
 * @returns {Row[]}
 */
export function rows(picture) {
  const settled = new Map(picture.settled.map((each) => [each.lance, each]));
  const punto = picture.lance === "punto" || settled.has("punto") || picture.counts.has("punto");
  return ROWS.map((row) => {
    const lance = row === "juego" && punto ? "punto" : row;
    const now = picture.phase === "bet" && picture.lance === lance && !settled.has(lance);
    return {
      lance,
      now,
      bet: now ? picture.bet : null,
      settled: settled.get(lance) ?? null,
      has: row === "pares" ? picture.pares : row === "juego" ? picture.juego : null,
      won: picture.counts.get(lance) ?? deje(settled.get(lance)),
    };
  });
}

/** What a refused bet has brought at once. */
function deje(settled) {
  const none = [0, 0];
  return settled?.how === "refused" ? none.with(settled.seat, settled.stones) : none;
}
