/** SVG elements, made one by one: no text is parsed, so a strict content security policy has nothing to object to. */

/** @typedef {import("../types.js").Spot} Spot */

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} content
 * @returns {SVGElementTagNameMap[Name]}
 */
export function shape(name, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(made, attributes);
  made.append(...content);
  return made;
}

/** @param {Element} element @param {Record<string, string | number>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
}

/** @param {readonly Spot[]} spots */
export function polygon(spots) {
  return `M${spots.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/** @param {Element} element @param {Spot} spot @param {number} [scale] @param {number} [turn] degrees */
export function moveTo(element, { x, y }, scale = 1, turn = 0) {
  const more = (scale === 1 ? "" : ` scale(${round(scale * 100) / 100})`) + (turn ? ` rotate(${round(turn)})` : "");
  element.setAttribute("transform", `translate(${round(x)} ${round(y)})${more}`);
}
