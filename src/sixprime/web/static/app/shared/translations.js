/**
 * Words for people, in the reader's language. English stands in the code; the other languages come from
 * `/static/words/LANG.json`, and where one is missing, English is shown.
 */

/** Codes and the names that speakers use. */
export const LANGUAGES = Object.freeze({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  hu: "Magyar",
});

/** @typedef {Record<string, string | string[]>} Texts */

let spoken = "en";
/** @type {Texts} */
let texts = {};
let plurals = new Intl.PluralRules("en");

/** The code of the language that is spoken now. */
export function language() {
  return spoken;
}

/**
 * A sentence. `{name}` in the template is replaced by the value of that name.
 * @param {string} template English, written out in the call, so that it can be collected for translation
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function text(template, values) {
  const translated = texts[template];
  return filled(typeof translated === "string" && translated ? translated : template, values);
}

/**
 * A sentence that depends on a number, shown as `{count}`.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function counted(singular, plural, count, values) {
  const translated = texts[singular];
  const forms = Array.isArray(translated) && translated.every(Boolean) ? translated : [singular, plural];
  const rule = forms === translated ? plurals : ENGLISH_PLURALS;
  const form = forms[rule.select(count) === "one" ? 0 : forms.length - 1] ?? plural;
  return filled(form, { count, n: count, ...values });
}

const ENGLISH_PLURALS = new Intl.PluralRules("en");

/**
 * @param {string} template
 * @param {Record<string, unknown>} [values]
 */
function filled(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The language to speak: the one that was chosen, else the first that the browser's user reads, else English.
 * @param {string} chosen
 * @param {readonly string[]} wished
 * @returns {string}
 */
export function chooseLanguage(chosen, wished) {
  for (const tag of [chosen, ...wished]) {
    const code = tag.toLowerCase().split("-")[0] ?? "";
    if (Object.hasOwn(LANGUAGES, code)) return code;
  }
  return "en";
}

/** @type {Promise<void>} */
let loading = Promise.resolve();

/**
 * Load a language's words. `language()` is that language at once, so that other things can be asked for in the meantime.
 * @param {string} code
 * @param {(url: string) => Promise<Response>} [load]
 */
export function loadWords(code, load = (url) => fetch(url)) {
  speak(code, {});
  loading = code === "en" ? Promise.resolve() : fetchWords(code, load).then((found) => speak(code, found));
  return loading;
}

/**
 * @param {string} code
 * @param {(url: string) => Promise<Response>} load
 * @returns {Promise<Texts>}
 */
async function fetchWords(code, load) {
  try {
    const answer = await load(`/static/words/${code}.json`);
    return answer.ok ? ((await answer.json()).texts ?? {}) : {};
  } catch {
    return {}; // Without its words the page speaks English.
  }
}

/** When the words are there that were asked for. */
export function wordsAreThere() {
  return loading;
}

/**
 * Speak a language with these words.
 * @param {string} code
 * @param {Texts} words
 */
export function speak(code, words) {
  spoken = code;
  texts = words;
  plurals = new Intl.PluralRules(code);
}

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  return new Intl.NumberFormat(spoken, options).format(value);
}

/**
 * A moment as the language writes it, with the day and the time.
 * @param {string | Date} moment
 */
export function dayAndTime(moment) {
  return new Intl.DateTimeFormat(spoken, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/**
 * How long ago something was: "yesterday", "5 minutes ago".
 * @param {string | Date} moment
 * @param {Date} [now]
 */
export function ago(moment, now = new Date()) {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(spoken, { numeric: "auto" });
  for (const [unit, size] of /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "minute");
}
