/** What a board knows of the match while states come in. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EXAMPLES } from "../../../src/sixprime/web/static/board/example/states.js";
import { Game } from "../../../src/sixprime/web/static/board/model/game.js";
import { startPosition } from "../../../src/sixprime/web/static/board/model/places.js";

function gameWith(name, more = {}) {
  const game = new Game({ phase: "none", ...startPosition() });
  const news = game.receive({ ...EXAMPLES[name].state, match: "m", version: 5, ...more });
  return { game, news };
}

test("a roll begins a turn for a seat of this board", () => {
  const { game, news } = gameWith("opening");
  assert.ok(news.isNewRoll && news.isNewTurn && news.isLater);
  assert.equal(game.activeTurn.mover, "white");
  assert.equal(gameWith("opening", { you: ["black"] }).game.activeTurn, null);
  assert.equal(gameWith("opening", { you: [] }).game.activeTurn, null);
});

test("steps stay when the same state comes again", () => {
  const { game } = gameWith("opening");
  game.turn = game.turn.swapped().tap(6);
  const news = game.receive({ ...game.state });
  assert.ok(!news.isNewState && !news.isNewTurn && !news.isNewRoll);
  assert.deepEqual(game.turn.steps, [[6, 5]]);
  assert.deepEqual(game.turn.dice, [1, 3]);
});

test("a play that was sent is shown until the answer comes; the same state again is a refusal", () => {
  const { game } = gameWith("opening");
  game.turn = game.turn.tap(8).tap(6);
  game.isSent = true;
  assert.equal(game.activeTurn, null);
  assert.equal(game.scene.position.board[5], 2);
  assert.equal(game.scene.diceState, "old");
  const news = game.receive({ ...game.state });
  assert.ok(news.wasSent && news.isNewTurn && !news.isNewRoll);
  assert.equal(game.scene.position.board[5], 0);
  assert.deepEqual(game.turn.steps, []);
});

test("an older state is no news", () => {
  const { game } = gameWith("opening");
  game.receive({ ...EXAMPLES.rolling.state, match: "m", version: 6 });
  const news = game.receive({ ...EXAMPLES.opening.state, match: "m", version: 5 });
  assert.ok(news.isNewState && !news.isLater && !news.isNewRoll);
});

test("a turn that comes later for the same version is a new turn", () => {
  const { game } = gameWith("opening", { turn: null });
  assert.equal(game.activeTurn, null);
  const news = game.receive({ ...EXAMPLES.opening.state, match: "m", version: 5 });
  assert.ok(news.isNewTurn && !news.isNewState);
  assert.ok(game.activeTurn);
});

test("who may roll and double", () => {
  const { game } = gameWith("rolling");
  assert.deepEqual(game.mayRoll, { seat: "white", action: "roll" });
  assert.equal(game.mayDouble, "white");
  game.isRollRequested = true;
  assert.equal(game.mayRoll, null);
  assert.equal(gameWith("rolling", { crawford: true }).game.mayDouble, null);
  assert.equal(gameWith("rolling", { you: ["black"] }).game.mayRoll, null);
  const opening = { phase: "opening", actions: { white: ["open"], black: ["open"] } };
  assert.deepEqual(gameWith("rolling", opening).game.mayRoll, { seat: "white", action: "open" });
});

test("the dice of the turn before stay until the next roll", () => {
  const { game } = gameWith("opening");
  game.receive({ ...EXAMPLES.rolling.state, match: "m", version: 6 });
  assert.deepEqual(game.scene.dice.map((die) => die.value), [3, 1]);
  assert.equal(game.scene.diceState, "old");
});

test("the cube that is offered lies before who has to answer", () => {
  assert.deepEqual(gameWith("doubled").game.scene.cube, { value: 2, owner: null, offeredTo: "white" });
  assert.equal(gameWith("rolling", { length: 1 }).game.scene.cube, null);
  assert.equal(gameWith("rolling", { rules: { cube: false } }).game.scene.cube, null);
});

test("help is given where it was wished for, and only there", () => {
  const off = { autoForced: "off", autoBearOff: "off" };
  assert.equal(gameWith("dancing").game.automaticPlay(off), null);
  assert.deepEqual(gameWith("dancing").game.automaticPlay({ ...off, autoForced: "show" }).isSent, false);
  assert.deepEqual(gameWith("dancing").game.automaticPlay({ ...off, autoForced: "play" }).turn.steps, []);
  assert.equal(gameWith("opening").game.automaticPlay({ autoForced: "play", autoBearOff: "greedy" }), null);
  assert.equal(gameWith("bearing-off").game.automaticPlay({ ...off, autoBearOff: "greedy" }).turn.steps.length, 2);
  assert.equal(gameWith("bearing-off").game.automaticPlay({ ...off, autoBearOff: "best" }).turn, null);
  assert.equal(gameWith("bearing-off").game.automaticPlay(off), null);
});

test("with contact nothing is borne off by itself", () => {
  const board = [...EXAMPLES["bearing-off"].state.board];
  board[24] = 0;
  board[2] = -0;
  const contact = [-1, ...board.slice(1)];
  assert.equal(gameWith("bearing-off", { board: contact }).game.automaticPlay({ autoForced: "off", autoBearOff: "greedy" }), null);
});

test("no dice lie under a cube that is offered", () => {
  const { game } = gameWith("opening");
  game.receive({ ...EXAMPLES.doubled.state, match: "m", version: 7, to_act: "white" });
  assert.equal(game.scene.cube.offeredTo, "white");
  assert.deepEqual(game.scene.dice, []);
  game.receive({ ...EXAMPLES.rolling.state, match: "m", version: 8 });
  assert.deepEqual(game.scene.dice.map(({ value }) => value), [3, 1]);
});
