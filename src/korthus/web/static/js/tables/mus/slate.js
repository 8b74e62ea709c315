/** The four rows of the slate as plain data: what stands on each lance, and what it has brought to whom. */

/**
 * @typedef {import("./scene.js").Scene} Scene
 *
 * @typedef {object} Row
 * @property {Mus.Lance} lance
 * @property {boolean} now        whether it is being bet on
 * @property {Scene["bet"]} bet    the bet that waits for an answer
 * @property {Mus.Settled|null} settled how the betting ended
 * @property {Scene["declared"][number]} has who said to have what it is about, by seat
 * @property {number[]} won       stones it has brought in this hand, by seat
 */

/**
 * @param {Scene} scene
 * @returns {Row[]}
 */
export function rows(scene) {
  const settled = new Map(scene.settled.map((each) => [each.lance, each]));
  return scene.lances.map((lance, row) => {
    const now = scene.phase === "bet" && scene.lance === lance && !settled.has(lance);
    return {
      lance,
      now,
      bet: now ? scene.bet : null,
      settled: settled.get(lance) ?? null,
      has: scene.declared[row],
      won: scene.counts.get(lance) ?? [0, 0],
    };
  });
}
