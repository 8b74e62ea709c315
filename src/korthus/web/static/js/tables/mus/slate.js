/** The four rows of the slate as plain data: what stands on each lance, and what it has brought to whom. */

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
 * @param {object} scene see scene.js
 * @returns {Row[]}
 */
export function rows(scene) {
  const settled = new Map(scene.settled.map((each) => [each.lance, each]));
  return scene.lances.map((lance) => {
    const now = scene.phase === "bet" && scene.lance === lance && !settled.has(lance);
    return {
      lance,
      now,
      bet: now ? scene.bet : null,
      settled: settled.get(lance) ?? null,
      has: declared(scene, lance),
      won: scene.counts.get(lance) ?? deje(settled.get(lance)),
    };
  });
}

/** Who said to have what a lance is about; before punto, juego was asked for. */
const declared = (scene, lance) =>
  ({ pares: scene.pares, juego: scene.juego, punto: scene.juego })[lance] ?? null;

/** What a refused bet has brought at once. */
function deje(settled) {
  const none = [0, 0];
  return settled?.how === "refused" ? none.with(settled.seat, settled.stones) : none;
}
