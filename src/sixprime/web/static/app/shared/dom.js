/** Elements of a page, made by hand: no templates, no framework, nothing that could carry foreign markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

const AS_PROPERTY = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "indeterminate"]);

/**
 * Make an element. A property that starts with `on` is a listener, `dataset` an object, `class` may be a list; `false`,
 * `null` and `undefined` leave a property out. Everything else is an attribute.
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
 * Append children; what is missing is passed over.
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
 * Give an element these children in place of those it has.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * One of our icons. It says nothing to a screen reader: the button around it does.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/icons/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/**
 * A button with words, and an icon before them if one is named.
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
 * A button that is only an icon; its name is for screen readers and shows as a tooltip.
 * @param {string} label
 * @param {string} picture
 * @param {Record<string, unknown>} [props]
 * @returns {HTMLButtonElement}
 */
export function iconButton(label, picture, props = {}) {
  return element("button", { type: "button", class: "icon-button", "aria-label": label, title: label, ...props }, icon(picture));
}
