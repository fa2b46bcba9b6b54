/** Plays as people type them, and as they are written. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../../../src/sixprime/web/static/board/example/states.js";
import { UnplayableText, readPlay, renumbered, writePlay } from "../../../src/sixprime/web/static/board/model/notation.js";
import { positionOf } from "../../../src/sixprime/web/static/board/model/scene.js";
import { Turn } from "../../../src/sixprime/web/static/board/model/turn.js";
import { ENGLISH } from "../../../src/sixprime/web/static/board/speech/english.js";

function read(name, written, numbering = "points") {
  const { state } = EXAMPLES[name];
  const reading = { player: "white", numbering, position: positionOf(state), words: ENGLISH };
  return readPlay(written, Turn.begin(state.turn, state.roll), reading).steps;
}

const reason = (name, written) => {
  try {
    read(name, written);
  } catch (error) {
    assert.ok(error instanceof UnplayableText);
    return error.message;
  }
  return assert.fail("it was played");
};

for (const written of ["8/5 6/5", " 6/5, 8/5 ", "8-5 6-5", "8 / 5  6 / 5", "8/5* 6/5"]) {
  test(`"${written}" is read`, () => {
    const steps = read("opening", written);
    assert.deepEqual(new Set(steps.map(String)), new Set(["8,5", "6,5"]));
  });
}

test("several steps may be written as one, or with their stops", () => {
  assert.deepEqual(read("running", "24/13"), [[24, 18], [18, 13]]);
  assert.deepEqual(read("running", "24/18/13"), [[24, 18], [18, 13]]);
  assert.deepEqual(read("double", "13/9(2) 6/2(2)").length, 4);
  assert.deepEqual(read("double", "13/5 (2)").length, 4);
});

test("bar and off have names, also in other languages", () => {
  assert.equal(read("entering", "bar/20 6/off".replace("6/off", "24/18"))[0][0], 25);
  assert.equal(read("entering", "Schranke/20 24/18")[0][0], 25);
  assert.deepEqual(read("bearing-off", "6/off 4/aus").map(([, target]) => target), [0, 0]);
});

test("points of numbered sheets", () => {
  const steps = read("running", "1A/12A", "sheets");
  assert.deepEqual(steps, [[24, 18], [18, 13]]);
});

test("a roll without a move is a dash, or nothing", () => {
  assert.deepEqual(read("dancing", "-"), []);
  assert.deepEqual(read("dancing", ""), []);
});

test("what cannot be played is refused with the reason", () => {
  assert.match(reason("opening", "hello"), /hello is not a move/);
  assert.match(reason("opening", "8/5(9)"), /not a move/);
  assert.match(reason("opening", "5/8 6/5"), /forward/);
  assert.match(reason("opening", "8/5 30/5"), /no 30 point/);
  assert.match(reason("opening", "8/5"), /1 more number must be played/);
  assert.match(reason("opening", ""), /2 more numbers must be played/);
  assert.match(reason("opening", "7/4 6/5"), /no checker on the 7 point/);
  assert.match(reason("opening", "bar/22 6/5"), /no checker on the bar/);
  assert.match(reason("running", "24/19 13/7"), /blocked: the opponent holds the 19 point with 5 checkers/);
  assert.match(reason("entering", "8/2 6/1"), /must enter first/);
  assert.match(reason("opening", "8/3 6/5"), /the dice left are 3 1/);
  assert.match(reason("opening", "8/7 7/6 6/5 5/4 4/3"), /more than four/);
  assert.match(reason("opening", "x".repeat(300)), /too long/);
  assert.match(reason("dancing", "bar/20"), /nothing more can be played/);
});

test("plays are written by checkers, with hits and repetitions", () => {
  const write = (steps) => writePlay(steps, String);
  assert.equal(write([[6, 5, 1, 0], [8, 5, 3, 0]]), "8/5 6/5");
  assert.equal(write([[24, 18, 6, 0], [18, 13, 5, 0]]), "24/13");
  assert.equal(write([[24, 18, 6, 1], [18, 13, 5, 0]]), "24/18*/13");
  assert.equal(write([[13, 9], [13, 9], [6, 2], [6, 2]]), "13/9(2) 6/2(2)");
  assert.equal(write([[25, 20, 5, 1], [6, 0, 6, 0]]), "bar/20* 6/off");
  assert.equal(write([]), "");
});

test("a play is written in the numbers of the board", () => {
  assert.equal(renumbered("bar/20* 13/7(2) 6/off", "white", "points"), "bar/20* 13/7(2) 6/off");
  assert.equal(renumbered("bar/20* 13/7(2) 6/off", "white", "sheets"), "bar/5A* 12A/7(2) 6/off");
  assert.equal(renumbered("24/13 8/5", "black", "sheets"), "1/12 8A/5A");
});
