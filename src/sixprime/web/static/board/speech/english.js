/** The English words of the board, for pages that bring no others: templates with their values filled in. */

/**
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function filled(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @type {import("../types.js").Words} */
export const ENGLISH = {
  text: filled,
  counted: (one, many, count, values) => filled(count === 1 ? one : many, { count, ...values }),
};
