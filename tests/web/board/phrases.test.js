/** What the board says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../../../src/sixprime/web/static/board/example/states.js";
import { Game } from "../../../src/sixprime/web/static/board/model/game.js";
import { cubeName, diceName, describeChange, placeName, placeWithStatus, describeStep } from "../../../src/sixprime/web/static/board/speech/phrases.js";
import { ENGLISH, fillTemplate } from "../../../src/sixprime/web/static/board/speech/english.js";

const view = { viewer: "white", numbering: "points" };

test("places have names with what stands on them", () => {
  assert.equal(placeName("p8", { player: "white", count: 3 }, view, ENGLISH), "8 point, 3 white checkers");
  assert.equal(placeName("p8", { player: "black", count: 1 }, view, ENGLISH), "8 point, 1 black checker");
  assert.equal(placeName("p8", undefined, view, ENGLISH), "8 point, empty");
  assert.equal(placeName("p8", undefined, { viewer: "black", numbering: "points" }, ENGLISH), "17 point, empty");
  assert.equal(placeName("p24", undefined, { viewer: "white", numbering: "sheets" }, ENGLISH), "1A point, empty");
  assert.equal(placeName("white-bar", { player: "white", count: 2 }, view, ENGLISH), "White's bar, 2 checkers");
  assert.equal(placeName("black-off", undefined, view, ENGLISH), "Black has borne off 0 checkers");
  assert.equal(placeWithStatus("8 point, 3 white checkers", "playable", ENGLISH), "8 point, 3 white checkers; playable");
});

test("steps say where they lead and whether they hit", () => {
  assert.equal(describeStep([8, 5, 3, 0], "white", "points", ENGLISH), "8 to 5");
  assert.equal(describeStep([8, 5, 3, 1], "white", "points", ENGLISH), "8 to 5, hits");
  assert.equal(describeStep([25, 20, 5, 0], "black", "points", ENGLISH), "bar to 20");
  assert.equal(describeStep([6, 0, 6, 0], "white", "sheets", ENGLISH), "6 to off");
});

test("the dice say what a tap on them does", () => {
  const game = new Game({ phase: "none", board: [] });
  game.receive(EXAMPLES.rolling.state);
  assert.equal(diceName(game.scene, false, ENGLISH), "Dice: roll");
  game.receive(EXAMPLES.opening.state);
  assert.equal(diceName(game.scene, true, ENGLISH), "Dice 3-1: swap them");
  game.turn = game.turn.tap(8);
  assert.equal(diceName(game.scene, false, ENGLISH), "Dice 3-1, left to play: 1");
  game.turn = game.turn.tap(6);
  assert.equal(diceName(game.scene, false, ENGLISH), "Dice 3-1: confirm the play");
});

test("the cube says whose it is", () => {
  assert.equal(cubeName({ value: 2, owner: "white", offeredTo: null }, false, ENGLISH), "Cube at 2, White's");
  assert.equal(cubeName({ value: 1, owner: null, offeredTo: null }, true, ENGLISH), "Cube at 1: double");
  assert.equal(cubeName({ value: 4, owner: null, offeredTo: "black" }, false, ENGLISH), "Cube, offered to Black at 4");
});

const news = (before, after, more = {}) =>
  describeChange({ ...EXAMPLES.rolling.state, last: { seq: 1, entry: { type: "open" } }, ...before }, { ...EXAMPLES.rolling.state, ...after }, { numbering: "points", seats: ["white"], own: false, ...more }, ENGLISH);

test("what the other side does is told", () => {
  const play = { type: "play", player: "black", steps: [[24, 18], [18, 13]] };
  assert.deepEqual(news({ on_roll: "black" }, { last: { seq: 2, entry: play } }), ["Black plays 24 to 18; 18 to 13", "Your turn to roll"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "roll", player: "black", dice: [6, 5] } } }), ["Black rolls 6-5"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "double", player: "black" } } }), ["Black doubles"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "play", player: "black", steps: [] } } }), ["Black cannot move"]);
});

test("events without words of the board's own are told by the server's", () => {
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "resign", player: "black", value: 2 }, words: "Black offers a gammon" } }), ["Black offers a gammon"]);
});

test("what is written around the game is no news", () => {
  for (const type of ["create", "seat", "reveal", "secret"]) {
    assert.deepEqual(news({}, { last: { seq: 2, entry: { type, seat: "white" }, words: "White adds a seed to the dice" } }), []);
  }
});

test("a session that ends level has no winner, and is told all the same", () => {
  const result = { winner: null, words: "level at 1-1" };
  assert.deepEqual(news({ result: null }, { result, last: { seq: 2, entry: { type: "secret" } } }), ["level at 1-1"]);
});

test("one's own play is not told again, and nothing twice", () => {
  const play = { type: "play", player: "white", steps: [[8, 5], [6, 5]] };
  assert.deepEqual(news({}, { last: { seq: 2, entry: play } }, { own: true }), []);
  assert.deepEqual(news({}, { last: { seq: 1, entry: { type: "open" } } }), []);
});

test("a roll without a move, and results, are told", () => {
  const last = { seq: 2, entry: { type: "roll", player: "white", dice: [5, 2] } };
  assert.deepEqual(news({}, { ...EXAMPLES.dancing.state, last }), ["White rolls 5-2", "No legal move"]);
  const results = [{ winner: "white", words: "White wins a gammon" }];
  assert.deepEqual(news({ results: [] }, { results, last: { seq: 1, entry: { type: "open" } } }), ["White wins a gammon"]);
});

test("values are filled in, unknown ones stay", () => {
  assert.equal(fillTemplate("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(ENGLISH.counted("{count} pip", "{count} pips", 1), "1 pip");
});
