/** Dialogs as `<dialog>` elements, so that the browser traps the focus and restores it afterwards. */

import { append, button, element, iconButton } from "./dom.js";
import { text } from "./translations.js";

/** @typedef {import("./dom.js").Child} Child */

let made = 0;

/**
 * Open a modal dialog. Its button, Escape or a click outside close and remove it.
 * @param {string} title
 * @param {Child[]} parts
 * @param {{kind?: string, onclose?: () => void, firm?: boolean}} [options] firm: only the buttons in `parts` close it
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, parts, { kind = "", onclose, firm = false } = {}) {
  made += 1;
  const id = `dialog-${made}`;
  const heading = element("h2", { id, tabindex: "-1" }, title);
  const dialog = element(
    "dialog",
    { class: kind, "aria-labelledby": id },
    heading,
    firm ? null : iconButton(text("Close"), "close", { class: "icon-button close", onclick: () => dialog.close() }),
  );
  append(dialog, ...parts);
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
  });
  dialog.addEventListener("cancel", (event) => firm && event.preventDefault());
  dialog.addEventListener("pointerdown", (event) => {
    if (firm || event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]"));
  (first ?? heading).focus();
  dialog.scrollTop = 0; // Focusing may have scrolled it; it starts with its title.
  return dialog;
}

/** The least width and height of a dialog beside or below something, in pixels. */
const LEAST = { width: 200, height: 150 };
const MARGIN = 8;

/**
 * Place a dialog below an element or to the right of it, wherever there is more space, so that the element can be seen
 * while the dialog is open. Without enough space it stays where it is.
 * @param {HTMLDialogElement} dialog
 * @param {Element} element
 */
export function keepClearOf(dialog, element) {
  const place = () => {
    const { bottom, right } = element.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth - right, innerHeight - bottom];
    const isBelow = height >= LEAST.height && height >= width;
    const isBeside = !isBelow && width >= LEAST.width;
    dialog.classList.toggle("clear-below", isBelow);
    dialog.classList.toggle("clear-beside", isBeside);
    dialog.style.setProperty("--clear-space", `${(isBelow ? height : width) - 2 * MARGIN}px`);
  };
  const observer = new ResizeObserver(place);
  observer.observe(element);
  observer.observe(document.documentElement);
  dialog.addEventListener("close", () => observer.disconnect());
  place();
}

/**
 * Ask for confirmation.
 * @param {string} question
 * @param {{explanation?: string, yes: string, no?: string, bad?: boolean}} words
 * @returns {Promise<boolean>}
 */
export function ask(question, { explanation, yes, no = text("Not now"), bad = false }) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(
      question,
      [
        explanation ? element("p", {}, explanation) : null,
        element(
          "div",
          { class: "buttons" },
          button(yes, { kind: bad ? "bad" : "main", autofocus: true, onclick: () => ((answer = true), dialog.close()) }),
          button(no, { onclick: () => dialog.close() }),
        ),
      ],
      { kind: "ask", onclose: () => resolve(answer) },
    );
  });
}

/**
 * Copy the content of a field. It is selected too, for the user to copy it where the browser forbids it.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>}
 */
export async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false;
  }
}

/**
 * A read-only field with a link, and a button that copies it.
 * @param {string} label
 * @param {string} link
 */
export function linkField(label, link) {
  made += 1;
  const id = `link-${made}`;
  const field = element("input", { type: "text", id, readonly: true, value: link, onfocus: () => field.select() });
  const done = element("span", { class: "copied", role: "status" });
  const press = button(text("Copy"), {
    icon: "copy",
    onclick: async () => {
      done.textContent = (await copy(field)) ? text("Copied.") : text("Selected: copy with Ctrl+C.");
    },
  });
  return element(
    "div",
    { class: "field" },
    element("label", { class: "label", for: id }, label),
    element("div", { class: "copy-row" }, field, press),
    done,
  );
}
