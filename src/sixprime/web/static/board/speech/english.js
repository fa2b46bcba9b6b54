/** The board in English, for pages that supply no other language. */

/**
 * Replace each `{name}` in a template by the value of that name.
 * @param {string} template
 * @param {Record<string, unknown>} [values]
 */
export function fillTemplate(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @type {import("../types.js").Translator} */
export const ENGLISH = {
  text: fillTemplate,
  counted: (one, many, count, values) => fillTemplate(count === 1 ? one : many, { count, ...values }),
};
