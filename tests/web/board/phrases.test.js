/** What the board says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../../../src/sixprime/web/static/board/example/states.js";
import { Game } from "../../../src/sixprime/web/static/board/model/game.js";
import { cubeName, diceName, describeChange, placeName, placeWithStatus, describePips, describeStep } from "../../../src/sixprime/web/static/board/speech/phrases.js";
import { ENGLISH, fillTemplate } from "../../../src/sixprime/web/static/board/speech/english.js";

const view = { counter: "white", isTurn: true, numbering: "points" };
const nobody = { seats: [], names: {} };
const you = { seats: ["white"], names: {} };
const withBot = { seats: ["white"], names: { white: "Anna", black: "Bot" } };

test("places have names with what stands on them", () => {
  const shown = { ...view, isTurn: false };
  assert.equal(placeName("p8", { player: "white", count: 3 }, shown, nobody, ENGLISH), "8 point, 3 white checkers");
  assert.equal(placeName("p8", { player: "black", count: 1 }, shown, nobody, ENGLISH), "8 point, 1 black checker");
  assert.equal(placeName("p8", undefined, shown, nobody, ENGLISH), "8 point, empty");
  assert.equal(placeName("white-bar", { player: "white", count: 2 }, shown, nobody, ENGLISH), "White's bar, 2 checkers");
  assert.equal(placeName("black-off", undefined, shown, nobody, ENGLISH), "Black has borne off 0 checkers");
  assert.equal(placeWithStatus("8 point, 3 white checkers", "playable", ENGLISH), "8 point, 3 white checkers; playable");
  assert.equal(placeWithStatus("5 point, empty", "makeable", ENGLISH), "5 point, empty; can be made");
});

test("the user's checkers are yours, those of the other have a name", () => {
  assert.equal(placeName("p8", { player: "white", count: 3 }, view, withBot, ENGLISH), "8 point, 3 checkers, yours");
  assert.equal(placeName("p12", { player: "black", count: 1 }, view, withBot, ENGLISH), "12 point, 1 checker, Bot");
  assert.equal(placeName("p12", { player: "black", count: 5 }, view, you, ENGLISH), "12 point, 5 black checkers");
  assert.equal(placeName("white-bar", { player: "white", count: 1 }, view, withBot, ENGLISH), "Your bar, 1 checker");
  assert.equal(placeName("black-bar", { player: "black", count: 2 }, view, withBot, ENGLISH), "Bot's bar, 2 checkers");
  assert.equal(placeName("white-off", { player: "white", count: 2 }, view, withBot, ENGLISH), "You have borne off 2 checkers");
  assert.equal(placeName("black-off", { player: "black", count: 2 }, view, withBot, ENGLISH), "Bot has borne off 2 checkers");
});

test("points are counted by the side to move, and others are told whose they are", () => {
  const other = { counter: "black", isTurn: true, numbering: "points" };
  assert.equal(placeName("p8", undefined, view, you, ENGLISH), "8 point, empty");
  assert.equal(placeName("p8", undefined, other, withBot, ENGLISH), "Bot's 17 point, empty");
  assert.equal(placeName("p8", undefined, other, you, ENGLISH), "Black's 17 point, empty");
  assert.equal(placeName("p8", undefined, view, { seats: ["white", "black"], names: {} }, ENGLISH), "White's 8 point, empty");
  assert.equal(placeName("p24", undefined, { ...view, numbering: "sheets" }, nobody, ENGLISH), "1A point, empty");
  assert.equal(placeName("p24", undefined, { ...other, numbering: "sheets" }, nobody, ENGLISH), "1A point, empty");
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
  assert.equal(cubeName({ value: 2, owner: "white", offeredTo: null }, false, nobody, ENGLISH), "Cube at 2, White's");
  assert.equal(cubeName({ value: 2, owner: "white", offeredTo: null }, false, withBot, ENGLISH), "Cube at 2, yours");
  assert.equal(cubeName({ value: 2, owner: "black", offeredTo: null }, false, withBot, ENGLISH), "Cube at 2, Bot's");
  assert.equal(cubeName({ value: 2, owner: null, offeredTo: "white" }, false, withBot, ENGLISH), "Cube, offered to you at 2");
  assert.equal(cubeName({ value: 2, owner: null, offeredTo: "black" }, false, withBot, ENGLISH), "Cube, offered to Bot at 2");
  assert.equal(cubeName({ value: 1, owner: null, offeredTo: null }, true, nobody, ENGLISH), "Cube at 1: double");
  assert.equal(cubeName({ value: 4, owner: null, offeredTo: "black" }, false, nobody, ENGLISH), "Cube, offered to Black at 4");
});

const news = (before, after, more = {}) =>
  describeChange({ ...EXAMPLES.rolling.state, last: { seq: 1, entry: { type: "open" } }, ...before }, { ...EXAMPLES.rolling.state, ...after }, { numbering: "points", ...you, own: false, ...more }, ENGLISH);

test("what the other side does is told", () => {
  const play = { type: "play", player: "black", steps: [[24, 18], [18, 13]] };
  assert.deepEqual(news({ on_roll: "black" }, { last: { seq: 2, entry: play } }), ["Black plays 24 to 18; 18 to 13", "Your turn to roll"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "roll", player: "black", dice: [6, 5] } } }), ["Black rolls 6-5"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "double", player: "black" } } }), ["Black doubles"]);
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "play", player: "black", steps: [] } } }), ["Black cannot move"]);
});

test("what the other side hits is told", () => {
  const board = [0, -2, 0, 0, 0, 1, 5, 0, 3, 0, 0, 0, -5, 4, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
  const before = { board, phase: "to-play", on_roll: "black", roll: [4, 1] };
  const play = { type: "play", player: "black", steps: [[24, 20], [13, 12]] };
  assert.equal(news(before, { last: { seq: 2, entry: play } })[0], "Black plays 24 to 20, hits; 13 to 12");
  assert.equal(news({ ...before, board: board.with(5, 0) }, { last: { seq: 2, entry: play } })[0], "Black plays 24 to 20; 13 to 12");
});

test("you and the other's name are told instead of colours", () => {
  const told = (entry) => news({}, { last: { seq: 2, entry } }, withBot)[0];
  assert.equal(told({ type: "roll", player: "black", dice: [6, 5] }), "Bot rolls 6-5");
  assert.equal(told({ type: "roll", player: "white", dice: [6, 5] }), "You roll 6-5");
  assert.equal(told({ type: "open", white: 3, black: 1 }), "Opening roll: you 3, Bot 1");
  assert.equal(told({ type: "double", player: "white" }), "You double");
  assert.equal(told({ type: "take", player: "black" }), "Bot takes");
  assert.equal(told({ type: "accept", player: "black" }), "Bot accepts your resignation");
  assert.equal(describePips({ white: 160, black: 167 }, withBot, ENGLISH), "Pips: you 160, Bot 167");
  assert.equal(describePips({ white: 160, black: 167 }, nobody, ENGLISH), "Pips: White 160, Black 167");
  const last = { seq: 1, entry: { type: "open" } };
  const results = [{ winner: "black", points: 2, win: "gammon", words: "Black wins 2" }];
  assert.deepEqual(news({ results: [] }, { results, last }, withBot), ["Bot wins 2 points: gammon"]);
  assert.deepEqual(news({ results: [] }, { results: [{ ...results[0], winner: "white" }], last }, withBot), ["You win 2 points: gammon"]);
  const over = { result: { winner: "black", words: "Black wins 1-0" }, seats: { white: {}, black: {} }, length: 1, phase: "over", last };
  assert.deepEqual(news({ result: null }, over, withBot), ["Bot won the match"]);
});

test("resignations, take-backs and ends without a result are told by name too", () => {
  const told = (entry) => news({}, { last: { seq: 2, entry, words: "White does something" } }, withBot)[0];
  const games = ["a single game", "a gammon", "a backgammon"];
  for (const [place, game] of games.entries()) {
    assert.equal(told({ type: "resign", player: "white", value: place + 1 }), `You offer to resign ${game}`);
    assert.equal(told({ type: "resign", player: "black", value: place + 1 }), `Bot offers to resign ${game}`);
  }
  assert.equal(told({ type: "take-back", seat: "white", to: 1 }), "You take a turn back");
  assert.equal(told({ type: "take-back", seat: "black", to: 1 }), "Bot takes a turn back");
  assert.equal(told({ type: "ask-abort", seat: "white" }), "You offer to abandon the match");
  assert.equal(told({ type: "ask-abort", seat: "black" }), "Bot offers to abandon the match");
  assert.equal(told({ type: "ask-abort", seat: null, declined_by: "white" }), "You want to play on");
  assert.equal(told({ type: "ask-abort", seat: null, declined_by: "black" }), "Bot wants to play on");
  assert.equal(told({ type: "abort", seat: "white" }), "You abandon the match");
  assert.equal(told({ type: "abort", seat: "black" }), "Bot abandons the match");
});

test("events without words of the board's own are told by the server's", () => {
  assert.deepEqual(news({}, { last: { seq: 2, entry: { type: "end" }, words: "the session ends" } }), ["the session ends"]);
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
  assert.deepEqual(news({}, { ...EXAMPLES.dancing.state, last }), ["You roll 5-2", "No legal move"]);
  const results = [{ winner: "white", words: "White wins a gammon" }];
  assert.deepEqual(news({ results: [] }, { results, last: { seq: 1, entry: { type: "open" } } }), ["White wins a gammon"]);
});

test("values are filled in, unknown ones stay", () => {
  assert.equal(fillTemplate("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(ENGLISH.counted("{count} pip", "{count} pips", 1), "1 pip");
});
