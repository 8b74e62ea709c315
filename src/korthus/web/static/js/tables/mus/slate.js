/** The four rows of the slate as plain data: what stands on each lance, and what it has brought to whom. */

/**
 * @typedef {import("./scene.js").Scene} Scene
 *
 * @typedef {object} Row
 * @property {Mus.Lance} lance
 * @property {boolean} now        whether it is being bet on
 * @property {Scene["bet"]} bet    the bet that waits for an answer
 * @property {Mus.Settled|null} settled how the betting ended
 * @property {Scene["pares"]} has  who said to have it, by seat
 * @property {number[]} won       stones it has brought in this hand, by seat
 */

/**
 * @param {Scene} scene
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

/**
 * Who said to have what a lance is about; before punto, juego was asked for.
 * @param {Scene} scene
 * @param {Mus.Lance} lance
 */
function declared(scene, lance) {
  if (lance === "pares") return scene.pares;
  return lance === "juego" || lance === "punto" ? scene.juego : null;
}

/** What a refused bet has brought at once. @param {Mus.Settled|undefined} settled */
function deje(settled) {
  const none = [0, 0];
  if (settled?.how !== "refused" || settled.seat === null) return none;
  return none.with(settled.seat, settled.stones);
}
