/** Controls in words: buttons, links that look like buttons, forms, fields, and one choice of several. */

import { el } from "./dom.js";

/** The classes of a button that looks like this. @param {string} look `primary`, `quiet`, `small`, … */
const buttonClass = (look) => (look ? `button ${look}` : "button");

/**
 * A button that does something.
 * @param {string|number} text
 * @param {string} test
 * @param {(event: any) => void} click
 * @param {string} look
 */
export function textButton(text, test, click, look = "") {
  return el("button", { type: "button", class: buttonClass(look), text, dataset: { test }, on: { click } });
}

/**
 * The button that sends its form.
 * @param {string} text
 * @param {string} test
 * @param {string} look
 */
export function submitButton(text, test, look = "") {
  return el("button", { type: "submit", class: buttonClass(look), text, dataset: { test } });
}

/**
 * A link that looks like a button.
 * @param {string} href
 * @param {string} text
 * @param {string} test
 * @param {string} look
 * @param {Props} more
 */
export function linkButton(href, text, test, look = "", more = {}) {
  return el("a", { class: buttonClass(look), href, text, dataset: { test }, ...more });
}

/**
 * A form that the page itself answers.
 * @param {string} look its classes
 * @param {() => void} send
 * @param {...Child} children
 */
export function formOf(look, send, ...children) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  };
  return el("form", { class: look, on: { submit } }, ...children);
}

/**
 * A control with its name over it.
 * @param {string} name
 * @param {HTMLElement} control
 */
export function fieldOf(name, control) {
  return el("label", { class: "field" }, el("span", { text: name }), control);
}

/**
 * A read-only text, all of which is selected when somebody comes to it.
 * @param {string} text
 * @param {string} label
 * @param {string} test
 * @returns {HTMLInputElement}
 */
export function givenText(text, label, test) {
  return el("input", {
    type: "text",
    readonly: true,
    value: text,
    "aria-label": label,
    dataset: { test },
    on: { focus: (event) => event.target.select() },
  });
}

/**
 * One choice of several, all of which are read.
 * @template {string} T
 * @param {{name: string, legend: Child, values: T[], chosen: T, choose: (value: T) => void,
 *   textOf: (value: T) => string, look: string, row?: string, group?: string}} facts `look` and `row` are the
 *   classes of the whole and of each choice; `group` is its name in the document, if that is another
 */
export function radios({ name, legend, values, chosen, choose, textOf, look, row = "", group = name }) {
  return el(
    "fieldset",
    { class: look },
    legend,
    values.map((value) =>
      el(
        "label",
        { class: row },
        el("input", {
          type: "radio",
          name: group,
          value,
          checked: value === chosen,
          dataset: { test: `${name}-${value}` },
          on: { change: () => choose(value) },
        }),
        el("span", { text: textOf(value) }),
      ),
    ),
  );
}
