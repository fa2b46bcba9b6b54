/** Creates SVG elements without parsing markup, as a strict content security policy requires. */

/** @typedef {import("../types.js").Spot} Spot */

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} content
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svgElement(name, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(made, attributes);
  made.append(...content);
  return made;
}

/** Set attributes; numbers are rounded to two decimals. @param {Element} element @param {Record<string, string | number>} attributes */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
}

/** The path data of a polygon. @param {readonly Spot[]} spots */
export function polygonPath(spots) {
  return `M${spots.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/** Round to one decimal. @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/** Move, scale and rotate an element. @param {Element} element @param {Spot} spot @param {number} [scale] @param {number} [turn] degrees */
export function setTransform(element, { x, y }, scale = 1, turn = 0) {
  const more = (scale === 1 ? "" : ` scale(${round(scale * 100) / 100})`) + (turn ? ` rotate(${round(turn)})` : "");
  element.setAttribute("transform", `translate(${round(x)} ${round(y)})${more}`);
}
