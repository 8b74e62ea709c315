/** Points as the panel shows them while an omgång is under way; finished ones come from the view's sheet. */

import { handValue, isSpecial } from "./values.js";

/** Intake above this pays. */
export const THRESHOLD = 20;

const RANK_POINTS = { A: 14, K: 13, Q: 12, J: 11, T: 10 };
const bonusOf = (intake) => 2 * Math.max(0, intake - THRESHOLD);

/** What a mulle of a card scores under the table's options. */
export const mullePoints = (card, options) =>
  options?.special_mulle_value === "hand" && isSpecial(card)
    ? handValue(card)
    : (RANK_POINTS[card[0]] ?? Number(card[0]));

/** What one seat has in this omgång so far: `{mulle, tabbe, intake, bonus}`. */
export function sideScore(side, options) {
  const scope = options?.bonus_scope ?? "omgang";
  let bonus = side.rond_bonus;
  if (scope === "omgang") bonus = bonusOf(side.intake);
  if (scope === "rond") bonus += bonusOf(side.intake - side.intake_before_rond);
  return {
    mulle: side.mulles.reduce((sum, card) => sum + mullePoints(card, options), 0),
    tabbe: side.tabbe,
    intake: side.intake,
    bonus,
  };
}

/** A seat's points over some omgångar. */
export function total(scores, options) {
  let points = 0;
  let intake = 0;
  for (const score of scores) {
    points += score.mulle + score.tabbe + score.bonus;
    intake += score.intake;
  }
  if (options?.bonus_scope === "session") points += bonusOf(intake);
  return options?.intake_in_total ? points + intake : points;
}

/** The sheet with the omgång under way as its last row, if that is not written down yet. */
export function rowsOf(view, options) {
  const running = view.omgang > view.sheet.length;
  return running ? [...view.sheet, view.sides.map((side) => sideScore(side, options))] : view.sheet;
}
