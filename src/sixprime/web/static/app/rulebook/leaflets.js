/** The five printed leaflets that the rule book compares: their names, and what they say about a rule. */

import { text } from "../shared/translations.js";

/** @typedef {"000-de" | "000-fr" | "000-it" | "001-hu" | "002-it" | "003-de" | "004-fr"} LeafletText */

/**
 * What a leaflet says about a rule: the `same` as the rule book, nothing (`silent`), or something else (`differs`).
 * @typedef {object} Answer
 * @property {LeafletText[]} texts
 * @property {"same" | "silent" | "differs"} kind
 * @property {string} words
 * @property {string | null} preset  The preset with this rule.
 * @property {import("./pictures.js").PictureName | null} picture
 */

/** @type {readonly LeafletText[]} */
export const LEAFLET_TEXTS = ["000-de", "000-fr", "000-it", "001-hu", "002-it", "003-de", "004-fr"];

/** @type {readonly LeafletText[]} */
const THREE_TEXTS = ["000-de", "000-fr", "000-it"];

/**
 * The name of a leaflet, or of several of its texts. The book is read without the server, so it names the papers itself;
 * what the presets of a match are called comes from the server.
 * @param {readonly LeafletText[]} texts
 * @returns {string}
 */
export function leafletName(texts) {
  if (texts.length === 3) return text("Three-language leaflet");
  if (texts.length === 2) return text("Three-language leaflet, German and French texts");
  switch (texts[0]) {
    case "000-de":
      return text("Three-language leaflet, German text");
    case "000-fr":
      return text("Three-language leaflet, French text");
    case "000-it":
      return text("Three-language leaflet, Italian text");
    case "001-hu":
      return text("Hungarian leaflet");
    case "002-it":
      return text("Italian leaflet with the history of the game");
    case "003-de":
      return text("German leaflet from the cloth bag");
    default:
      return text("French leaflet without a cube");
  }
}

/**
 * How to recognise a leaflet.
 * @param {LeafletText} leaflet
 * @returns {string}
 */
export function leafletMark(leaflet) {
  switch (leaflet) {
    case "001-hu":
      return text("In Hungarian, with five figures and three optional rules at the end.");
    case "002-it":
      return text("In Italian; it begins with the history of the game, and its cube goes up to 32.");
    case "003-de":
      return text("In German, for a set in a cloth bag; the cube starts with the 64 on top.");
    case "004-fr":
      return text("In French, with points numbered from 1 to 24 in both colours, and without a cube.");
    default:
      return text("In German, French and Italian on one sheet; the points are called 1 to 12 and 1A to 12A.");
  }
}

/**
 * What all leaflets say about a rule: all but the exceptions say the same as the rule book.
 * @param {...Answer} exceptions
 * @returns {Answer[]}  In the order of the leaflets, the three texts of 000 together where they agree.
 */
export function leafletAnswers(...exceptions) {
  const named = new Set(exceptions.flatMap((it) => it.texts));
  const others = LEAFLET_TEXTS.filter((name) => !named.has(name));
  const same = grouped(others).map((group) => /** @type {Answer} */ ({ texts: group, kind: "same", words: text("The same as here."), preset: null, picture: null }));
  return [...same, ...exceptions].sort((one, other) => leafletOrder(one) - leafletOrder(other));
}

/**
 * Texts by leaflet: the three texts of 000 together, each other one alone.
 * @param {LeafletText[]} texts
 */
function grouped(texts) {
  const three = texts.filter((name) => THREE_TEXTS.includes(name));
  const single = texts.filter((name) => !THREE_TEXTS.includes(name)).map((name) => [name]);
  return three.length > 0 ? [three, ...single] : single;
}

/** @param {Answer} answer */
function leafletOrder(answer) {
  return Math.min(...answer.texts.map((name) => LEAFLET_TEXTS.indexOf(name)));
}

/**
 * Leaflets that say nothing about a rule.
 * @param {LeafletText[]} texts
 * @param {string} [words]
 * @returns {Answer[]}
 */
export function silent(texts, words = text("It says nothing about this; it is played as here.")) {
  return grouped(texts).map((group) => ({ texts: group, kind: "silent", words, preset: null, picture: null }));
}

/**
 * A leaflet that says something else.
 * @param {LeafletText[]} texts
 * @param {string} words
 * @param {string | null} [preset]
 * @param {import("./pictures.js").PictureName | null} [picture]
 * @returns {Answer}
 */
export function differs(texts, words, preset = null, picture = null) {
  return { texts, kind: "differs", words, preset, picture };
}

/**
 * All differences side by side, one row a leaflet.
 * @returns {{texts: LeafletText[], preset: string, tie: string, bearOff: string, triple: string, cube: string, besides: string}[]}
 */
export function comparison() {
  const again = text("roll again");
  const usual = text("standard rule");
  const home = text("bar or winner's home");
  const none = "–";
  return [
    { texts: ["000-de", "000-fr"], preset: "000-de", tie: again, bearOff: usual, triple: home, cube: text("no limit"), besides: none },
    { texts: ["000-it"], preset: "000-it", tie: again, bearOff: text("exact number only"), triple: home, cube: text("no limit"), besides: none },
    { texts: ["001-hu"], preset: "001-hu", tie: again, bearOff: usual, triple: home, cube: text("up to {limit}", { limit: 64 }), besides: none },
    {
      texts: ["001-hu"],
      preset: "001-hu-optional",
      tie: text("doubles the cube"),
      bearOff: usual,
      triple: home,
      cube: text("up to {limit}", { limit: 64 }),
      besides: text("with its optional rules: automatic doubles, beavers, Jacoby"),
    },
    { texts: ["002-it"], preset: "002-it", tie: again, bearOff: usual, triple: home, cube: text("up to {limit}", { limit: 32 }), besides: none },
    {
      texts: ["003-de"],
      preset: "003-de",
      tie: again,
      bearOff: text("rearmost checker only"),
      triple: text("any checker outside the home board"),
      cube: text("up to {limit}", { limit: 64 }),
      besides: none,
    },
    { texts: ["004-fr"], preset: "004-fr", tie: again, bearOff: usual, triple: home, cube: text("none"), besides: none },
  ];
}
