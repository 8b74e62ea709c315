/** A game's own explorer, for games that bring one: `/explore/<game>` shows `tables/<game>/explorer.js`. */

/**
 * Shows the explorer of a game.
 * @param {HTMLElement} root
 * @param {Json} more
 */
export default async function mount(root, { game }) {
  const { default: show } = await import(`../tables/${game}/explorer.js`);
  return show(root);
}
