/** Which checkers move between two positions. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { diffPositions } from "../../../src/sixprime/web/static/board/drawing/position-diff.js";
import { afterSteps, pilesOf, startPosition } from "../../../src/sixprime/web/static/board/model/places.js";

/** All checkers of a position, numbered: even ones are white. */
function standingOf(position) {
  let white = 0;
  let black = 1;
  return new Map(
    [...pilesOf(position)].map(([place, { player, count }]) => [
      place,
      Array.from({ length: count }, () => (player === "white" ? (white += 2) - 2 : (black += 2) - 2)),
    ]),
  );
}

const colourOf = (number) => (number % 2 ? "black" : "white");

function counts(standing) {
  return new Map([...standing].filter(([, numbers]) => numbers.length).map(([place, numbers]) => [place, { player: colourOf(numbers[0]), count: numbers.length }]));
}

test("only what differs moves", () => {
  const before = startPosition();
  const after = afterSteps(before, "white", [[8, 5], [6, 5]]);
  const { standing, moved, added, gone } = diffPositions(standingOf(before), pilesOf(after), colourOf);
  assert.equal(moved.length, 2);
  assert.deepEqual([added, gone], [[], []]);
  assert.deepEqual(counts(standing), pilesOf(after));
});

test("a hit moves the checker that was hit as well", () => {
  const before = { board: [0, 0, 0, 0, -1, 0, 0, 1, ...Array(18).fill(0)], off: { white: 14, black: 14 } };
  const after = afterSteps(before, "white", [[7, 4]]);
  const { standing, moved } = diffPositions(standingOf(before), pilesOf(after), colourOf);
  assert.equal(moved.length, 2);
  assert.equal(standing.get("black-bar").length, 1);
  assert.deepEqual(counts(standing), pilesOf(after));
});

test("going back is the same way round", () => {
  const before = startPosition();
  const after = afterSteps(before, "black", [[24, 18], [18, 13]]);
  const there = diffPositions(standingOf(before), pilesOf(after), colourOf);
  const back = diffPositions(there.standing, pilesOf(before), colourOf);
  assert.deepEqual(back.moved, there.moved);
  assert.deepEqual(counts(back.standing), pilesOf(before));
});

test("ways do not cross", () => {
  const board = (counted) => ({ board: Object.assign(Array(26).fill(0), counted), off: { white: 0, black: 0 } });
  const standing = standingOf(board({ 24: 1, 13: 1 }));
  const { standing: after } = diffPositions(standing, pilesOf(board({ 18: 1, 8: 1 })), colourOf);
  assert.deepEqual(after.get("p18"), standing.get("p24"));
  assert.deepEqual(after.get("p8"), standing.get("p13"));
});

test("a position with more or fewer checkers gets new ones, or lets some go", () => {
  const none = { board: Array(26).fill(0), off: { white: 0, black: 0 } };
  const full = diffPositions(new Map(), pilesOf(startPosition()), colourOf);
  assert.equal(full.added.length, 30);
  const empty = diffPositions(standingOf(startPosition()), pilesOf(none), colourOf);
  assert.equal(empty.gone.length, 30);
});
