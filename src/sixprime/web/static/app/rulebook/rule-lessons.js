// The lesson about each rule of the book that has one, and the preset of rules that it is learned by.
//
// tests/practice/lessons/test_courses.py checks that each lesson leads back to its rule.

/** @type {Readonly<Record<string, {name: string, preset: string}>>} */
export const LESSONS_OF_RULES = Object.freeze({
  aim: { name: "race", preset: "standard" },
  direction: { name: "direction", preset: "standard" },
  "opening-roll": { name: "opening-roll", preset: "standard" },
  "two-moves": { name: "two-checkers", preset: "standard" },
  "open-points": { name: "blocked", preset: "standard" },
  doubles: { name: "doubles", preset: "standard" },
  "both-numbers": { name: "both-numbers", preset: "standard" },
  "no-move": { name: "no-move", preset: "standard" },
  hit: { name: "hit", preset: "standard" },
  enter: { name: "enter", preset: "standard" },
  "closed-out": { name: "dance", preset: "standard" },
  prime: { name: "prime", preset: "standard" },
  "all-home": { name: "bear-in", preset: "standard" },
  exact: { name: "bear-off-exact", preset: "standard" },
  "not-compulsory": { name: "not-compulsory", preset: "standard" },
  gammon: { name: "gammon", preset: "standard" },
  backgammon: { name: "backgammon", preset: "standard" },
  doubling: { name: "double", preset: "standard" },
  "take-or-drop": { name: "take", preset: "standard" },
  "automatic-doubles": { name: "automatic-double", preset: "001-hu-optional" },
  beavers: { name: "beaver", preset: "001-hu-optional" },
  jacoby: { name: "jacoby", preset: "001-hu-optional" },
  crawford: { name: "crawford", preset: "standard" },
});
