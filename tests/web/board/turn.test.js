/** A roll being played, step by step, on graphs that the rules have made. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../../../src/sixprime/web/static/board/example/states.js";
import { Turn, diceOf } from "../../../src/sixprime/web/static/board/model/turn.js";

function turnOf(name) {
  const { turn, roll } = EXAMPLES[name].state;
  return Turn.begin(turn, roll);
}

const sorted = (numbers) => [...numbers].sort((one, two) => one - two);

test("the higher die lies left, a double has four", () => {
  assert.deepEqual(diceOf([1, 3]), [3, 1]);
  assert.deepEqual(diceOf([3, 1]), [3, 1]);
  assert.deepEqual(diceOf([4, 4]), [4, 4, 4, 4]);
});

test("a tap plays the left die, then the other", () => {
  const first = turnOf("opening").tap(8);
  assert.deepEqual(first.steps, [[8, 5]]);
  assert.deepEqual(first.diceLeft, [1]);
  const second = first.tap(6);
  assert.deepEqual(second.steps, [[8, 5], [6, 5]]);
  assert.ok(second.isComplete);
  assert.deepEqual(second.diceLeft, []);
});

test("after a swap, and with the other button, it is the right die", () => {
  assert.deepEqual(turnOf("opening").swapped().tap(6).steps, [[6, 5]]);
  assert.deepEqual(turnOf("opening").tap(6, true).steps, [[6, 5]]);
});

test("dice are swapped only before the first step, and not those of a double", () => {
  const begun = turnOf("opening").tap(8);
  assert.equal(begun.canSwap, false);
  assert.equal(begun.swapped(), begun);
  assert.equal(turnOf("double").canSwap, false);
});

test("a die that cannot be played from a point gives way to the other", () => {
  const entered = turnOf("entering").tap(25);
  assert.deepEqual(turnOf("entering").dice, [6, 5]);
  assert.deepEqual(entered.steps, [[25, 20]]);
  assert.deepEqual(entered.diceLeft, [6]);
  assert.equal(turnOf("entering").tap(13), null);
});

test("a checker can be dragged as far as all dice take it", () => {
  assert.deepEqual(sorted(turnOf("running").destinations(24).keys()), [13, 18]);
  assert.deepEqual(turnOf("running").destinations(24).get(13).steps, [[24, 18], [18, 13]]);
  assert.deepEqual(sorted(turnOf("double").destinations(13).keys()), [5, 9]);
});

test("of two ways the one that does not hit is taken", () => {
  const ways = turnOf("hitting").destinations(24);
  assert.deepEqual(ways.get(16).steps, [[24, 22], [22, 16]]);
  assert.equal(ways.get(18).made[0][3], 1);
});

test("one step, or all, can be taken back", () => {
  const turn = turnOf("opening").tap(8).tap(6);
  assert.deepEqual(turn.undo().steps, [[8, 5]]);
  assert.deepEqual(turn.restarted().steps, []);
});

test("taking back one checker leaves the other where it is", () => {
  const turn = turnOf("opening").tap(8).tap(24);
  assert.deepEqual(turn.steps, [[8, 5], [24, 23]]);
  assert.deepEqual(turn.takenBack(5).steps, [[24, 23]]);
  assert.deepEqual(turn.takenBack(23).steps, [[8, 5]]);
  assert.equal(turn.takenBack(6), null);
});

test("a checker that went by both dice goes back all its way", () => {
  const turn = turnOf("running").destinations(24).get(13);
  assert.deepEqual([...turn.movedCheckers], [[13, 1]]);
  assert.deepEqual(turn.takenBack(13).steps, []);
  assert.deepEqual(turn.takenBack(13, 1).steps, [[24, 18]]);
});

test("what cannot stay without a step goes back with it", () => {
  const turn = turnOf("entering");
  const entered = turn.tap(25);
  const after = entered.tap(entered.edges[0][0]);
  assert.deepEqual(after.takenBack(entered.steps[0][1]).steps, []);
});

test("a moved checker can be dragged on, back, or to where it could have gone", () => {
  const moved = turnOf("running").tap(24);
  const choices = moved.dragTargets(18);
  assert.deepEqual(choices.get(13).steps, [[24, 18], [18, 13]]);
  assert.deepEqual(choices.get(24).steps, []);
  const stepped = turnOf("opening").tap(24);
  assert.deepEqual(stepped.steps, [[24, 21]]);
  assert.deepEqual(stepped.dragTargets(21).get(23).steps, [[24, 23]]);
  assert.deepEqual(stepped.dragTargets(21).get(20).steps.length, 2);
});

test("steps are made in another order if only that works", () => {
  const turn = turnOf("running");
  assert.deepEqual(turn.withSteps([[18, 13], [24, 18]]).steps, [[24, 18], [18, 13]]);
  assert.equal(turn.withSteps([[24, 20]]), null);
  assert.deepEqual(turn.withSteps([]).steps, []);
});

test("a roll without a move is complete at once, and forced", () => {
  const turn = turnOf("dancing");
  assert.ok(turn.isComplete && turn.isDance);
  assert.deepEqual(turn.forced.steps, []);
});

test("a play is forced when all ways lead to one result", () => {
  assert.equal(turnOf("opening").forced, null);
  const nodes = [
    [[24, 18, 6, 0, 1], [24, 19, 5, 0, 2]],
    [[18, 13, 5, 0, 3]],
    [[19, 13, 6, 0, 3]],
    [],
  ];
  assert.deepEqual(Turn.begin({ nodes }, [6, 5]).forced.steps.at(-1)[1], 13);
  nodes[2][0][3] = 1; // one way hits
  assert.equal(Turn.begin({ nodes }, [6, 5]).forced, null);
});

test("the greediest play bears off most", () => {
  const turn = turnOf("bearing-off").greediest;
  assert.ok(turn.isComplete);
  assert.deepEqual(turn.steps.map(([, target]) => target), [0, 0]);
});

test("dice that have been played are marked one by one", () => {
  const turn = turnOf("double").tap(13).tap(13);
  assert.deepEqual(turn.diceShown.map((die) => die.isPlayed), [true, true, false, false]);
});

test("points that two checkers can reach can be made, by the fewest steps", () => {
  const opening = turnOf("opening");
  assert.deepEqual(sorted(opening.makeable.keys()), [5]);
  assert.deepEqual(opening.makeable.get(5).steps, [[8, 5], [6, 5]]);
  assert.equal(opening.tap(8).makeable.size, 0, "one die is left");
  const double = turnOf("double");
  assert.deepEqual(sorted(double.makeable.keys()), [2, 4, 5, 9, 16, 20]);
  assert.deepEqual(double.makeable.get(20).steps, [[24, 20], [24, 20]]);
  assert.equal(double.makeable.get(16).steps.length, 4);
  assert.deepEqual(double.tap(24).makeable.get(4).steps, [[24, 20], [8, 4], [8, 4]], "steps made before stay");
});
