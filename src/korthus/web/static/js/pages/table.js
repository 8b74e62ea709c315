/** The page of a table: an invitation in the address is answered first, then the table's frame is opened. */

import { clear } from "../dom.js";
import { noting } from "../frame/dialogs.js";
import { enter, invitation, sitDown } from "../frame/entrance.js";
import { TableFrame } from "../frame/frame.js";

/**
 * Shows the table of a code.
 * @param {HTMLElement} root
 * @param {Json} more
 * @returns {Promise<() => void>} leaves it
 */
export default async function mount(root, { code }) {
  /** @type {TableFrame|null} */
  let frame = null;

  function show() {
    frame?.close();
    clear(root);
    frame = new TableFrame(root, code, show);
    frame.open();
  }

  async function come() {
    const invite = await enter(code);
    if (!invite) {
      show();
      return;
    }
    const onSit = async (/** @type {string} */ name) => {
      await sitDown(code, invite, name);
      show();
    };
    const sheet = await invitation(code, { onSit, onWatch: show });
    frame?.close();
    frame = null;
    root.replaceChildren(sheet);
  }

  // A link pasted into a tab that already shows this table only changes what is behind #.
  const onHash = () => {
    if (/^#(join|seat)=/.test(location.hash)) noting(come).catch(reportError);
  };
  addEventListener("hashchange", onHash);
  await come();
  return () => {
    removeEventListener("hashchange", onHash);
    frame?.close();
  };
}
