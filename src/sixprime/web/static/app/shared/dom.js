/** Creates DOM elements without templates or markup, so that no text can be taken for HTML. */

import { svgElement } from "../../board/drawing/svg.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

const AS_PROPERTY = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "indeterminate"]);

/**
 * Create an element. A property that starts with `on` is an event listener, `dataset` is an object, `class` may be a
 * list; `false`, `null` and `undefined` leave a property out. Everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on") && typeof value === "function") {
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "dataset") {
      Object.assign(made.dataset, value);
    } else if (name === "class") {
      made.className = Array.isArray(value) ? value.filter(Boolean).join(" ") : String(value);
    } else if (AS_PROPERTY.has(name)) {
      Object.assign(made, { [name]: value });
    } else if (value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(made, ...children);
  return made;
}

/**
 * Append children; `null`, `undefined` and `false` are ignored.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function append(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replace the children of an element.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function setChildren(parent, ...children) {
  parent.replaceChildren();
  append(parent, ...children);
}

/**
 * The element that has the focus, in the tree that a node is in: outside a shadow root, its host seems to have it.
 * @param {Node} node
 * @returns {Element | null}
 */
export function focusedNear(node) {
  const root = node.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

let hasIcons = typeof document !== "undefined" && Boolean(document.getElementById("icons"));

/** Say that the icons are in the tree where elements will be shown, as in a widget. */
export function useOwnIcons() {
  hasIcons = true;
}

/**
 * An icon from icons.svg, which a saved page has inside. It is hidden from screen readers: the button around it has the
 * label.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const file = hasIcons ? "" : "/static/icons/icons.svg";
  return iconFrame(svgElement("use", { href: `${file}#${name}` }));
}

/**
 * An icon of 24 by 24 units with this content.
 * @param {SVGElement} content
 * @returns {SVGSVGElement}
 */
export function iconFrame(content) {
  return svgElement("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, content);
}

/**
 * A button with a label and, optionally, an icon before it.
 * @param {string} label
 * @param {{icon?: string, kind?: string, onclick?: (event: MouseEvent) => void, [more: string]: unknown}} [props]
 * @returns {HTMLButtonElement}
 */
export function button(label, props = {}) {
  const { icon: picture, kind = "", ...more } = props;
  return element(
    "button",
    { type: "button", class: `button ${kind}`.trim(), ...more },
    picture ? icon(picture) : null,
    element("span", {}, label),
  );
}

/**
 * A button with an icon only; its label is for screen readers and appears as a tooltip.
 * @param {string} label
 * @param {string} picture
 * @param {Record<string, unknown>} [props]
 * @returns {HTMLButtonElement}
 */
export function iconButton(label, picture, props = {}) {
  return element("button", { type: "button", class: "icon-button", "aria-label": label, title: label, ...props }, icon(picture));
}
