/**
 * Translations of the pages. English is in the code; the other languages come from `/static/words/LANG.json`. A text
 * without a translation is shown in English.
 */

import { fillTemplate } from "../../board/speech/english.js";

/** The languages by their codes, each under its own name. */
export const LANGUAGES = Object.freeze({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  hu: "Magyar",
});

/** @typedef {Record<string, string | string[]>} Texts */

let current = "en";
/** @type {Texts} */
let texts = {};
let plurals = new Intl.PluralRules("en");

/** The code of the present language. */
export function language() {
  return current;
}

/**
 * Translate a text. `{name}` in the template is replaced by the value of that name.
 * @param {string} template in English, as a literal, so that it can be collected for translation
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function text(template, values) {
  const translated = texts[template];
  return fillTemplate(typeof translated === "string" && translated ? translated : template, values);
}

/**
 * Translate a text that depends on a number, which the template shows as `{count}`.
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
  return fillTemplate(form, { count, n: count, ...values });
}

const ENGLISH_PLURALS = new Intl.PluralRules("en");

/**
 * The language to use: the chosen one, else the browser's first preferred language that we have, else English.
 * @param {string} chosen
 * @param {readonly string[]} preferred
 * @returns {string}
 */
export function chooseLanguage(chosen, preferred) {
  for (const tag of [chosen, ...preferred]) {
    const code = tag.toLowerCase().split("-")[0] ?? "";
    if (Object.hasOwn(LANGUAGES, code)) return code;
  }
  return "en";
}

/** @type {Promise<void>} */
let loading = Promise.resolve();

/**
 * Load the translations of a language. `language()` returns it at once, so that requests can be sent in the meantime.
 * @param {string} code
 * @param {(url: string) => Promise<Response>} [load]
 */
export function loadTranslations(code, load = (url) => fetch(url)) {
  useLanguage(code, {});
  loading = code === "en" ? Promise.resolve() : fetchTranslations(code, load).then((found) => useLanguage(code, found));
  return loading;
}

/**
 * @param {string} code
 * @param {(url: string) => Promise<Response>} load
 * @returns {Promise<Texts>}
 */
async function fetchTranslations(code, load) {
  try {
    const answer = await load(`/static/words/${code}.json`);
    return answer.ok ? ((await answer.json()).texts ?? {}) : {};
  } catch {
    return {}; // Without translations the page is in English.
  }
}

/** Resolves when the translations are loaded. */
export function translationsLoaded() {
  return loading;
}

/**
 * Use a language with these translations.
 * @param {string} code
 * @param {Texts} words
 */
export function useLanguage(code, words) {
  current = code;
  texts = words;
  plurals = new Intl.PluralRules(code);
}

/** A text of the server with a capital letter at its beginning. @param {string} words */
export function sentence(words) {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/**
 * Format a number in the present language.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(value, options) {
  return new Intl.NumberFormat(current, options).format(value);
}

/**
 * Format a rating: a number that nobody divides into thousands, as 1.331 or 1,331 would be another number elsewhere.
 * @param {number} value
 */
export function formatRating(value) {
  return formatNumber(Math.round(value), { useGrouping: false });
}

/** The present language as it is written where the user lives: 15:12 in Britain and 3:12 PM in America. */
function regional() {
  return navigator.languages?.find((name) => name.split("-")[0] === current) ?? current;
}

/**
 * Format a date and time in the present language.
 * @param {string | Date} moment
 */
export function formatDateTime(moment) {
  return new Intl.DateTimeFormat(regional(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/** Whether a moment is today, by the user's clock. @param {string | Date} moment */
export function isToday(moment) {
  return new Date(moment).toDateString() === new Date().toDateString();
}

/**
 * Format a moment of these days: the time or, if it is not today, the day and the time.
 * @param {string | Date} moment
 * @param {{withDate?: boolean}} [how] withDate: with the day in any case
 */
export function formatMoment(moment, { withDate = false } = {}) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = withDate || !isToday(moment) ? { day: "numeric", month: "short" } : {};
  return new Intl.DateTimeFormat(regional(), { ...day, hour: "numeric", minute: "2-digit" }).format(new Date(moment));
}

/**
 * Format how long ago something was: "yesterday", "5 minutes ago".
 * @param {string | Date} moment
 * @param {Date} [now]
 */
export function formatTimeAgo(moment, now = new Date()) {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(current, { numeric: "auto" });
  for (const [unit, size] of /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "minute");
}
