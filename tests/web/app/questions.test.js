/** A decision as a question: the score, and its words in a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { opening, scoreWords } from "../../../src/sixprime/web/static/app/analysis/questions.js";

const names = [["black", "You"], ["white", "Opponent"]];

test("the score is told in the order of the names", () => {
  assert.equal(scoreWords({ length: 7, score: { white: 2, black: 3 }, crawford: false }, names), "Match to 7 · You 3 · Opponent 2");
  assert.equal(scoreWords({ length: 3, score: { white: 2, black: 0 }, crawford: true }, names), "Match to 3, Crawford game · You 0 · Opponent 2");
});

test("money play has no score, and may have the Jacoby rule", () => {
  const money = { length: null, score: { white: 0, black: 0 }, crawford: false };
  assert.equal(scoreWords(money, names), "Money play");
  assert.equal(scoreWords(money, names, { isJacoby: true }), "Money play · Jacoby rule");
});

test("an action begins a sentence with a capital, notation as it is written", () => {
  assert.equal(opening("no double"), "No double");
  assert.equal(opening("bar/22 6/2"), "bar/22 6/2");
});
