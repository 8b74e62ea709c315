/** The drawings of a deck, brought into the document once so that every card can point at them. */

const asked = new Map();

/**
 * Brings the symbols of a deck ("french" or "spanish") into the page; cards made before appear then.
 * @returns {Promise<void>}
 */
export function ensureDeck(deck) {
  if (!asked.has(deck)) asked.set(deck, bring(deck));
  return asked.get(deck);
}

async function bring(deck) {
  const answer = await fetch(`/static/cards/${deck}.svg`);
  if (!answer.ok) {
    asked.delete(deck);
    throw new Error(`the ${deck} deck did not come (${answer.status})`);
  }
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const sprite = document.importNode(drawn.documentElement, true);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
}
