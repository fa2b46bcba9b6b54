// The frames of a replay, from the server's events.
import assert from "node:assert/strict";
import { test } from "node:test";

import { errorOf, frameAt, framesOf, frameOfNextGame, versionInAddress } from "../../../src/sixprime/web/static/app/replay/frames.js";

const START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

/** @param {number} version @param {string} type @param {object} more */
function move(version, type, more = {}) {
  return { version, type, player: "white", roll: null, steps: null, notation: null, words: type, board: START, cube: { value: 1, owner: null }, ...more };
}

const NAMES = { white: "Ada", black: "Bruno" };
const REPLAY = {
  match: "m",
  length: 3,
  games: [
    {
      number: 1,
      score: { white: 0, black: 0 },
      result: { words: "White wins 1", winner: "white" },
      moves: [
        move(3, "open", { roll: [3, 1] }),
        move(4, "play", { roll: [3, 1], steps: [[8, 5], [6, 5]], notation: "8/5* 6/5", words: "Ada plays 8/5 6/5" }),
        move(5, "double", { player: "black" }),
        move(6, "drop"),
      ],
    },
    {
      number: 2,
      score: { white: 0, black: 1 },
      result: null,
      moves: [move(7, "open", { roll: [2, 2], player: null }), move(8, "open", { roll: [1, 4], player: "black" }), move(9, "play", { player: "black", roll: [4, 1], steps: [], notation: "", words: "Bruno cannot move" })],
    },
  ],
};

test("a roll and its play are one frame, on the board before the play", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.equal(frames.length, 6);
  assert.deepEqual(frames[0].steps, [[8, 5], [6, 5]]);
  assert.deepEqual(frames[0].roll, [3, 1]);
  assert.equal(frames[0].version, 3);
  assert.equal(frames[0].label, "8/5* 6/5");
  assert.equal(frames[0].words, "Ada plays 8/5* 6/5");
});

test("events are counted through the whole match, and the frame of a result has none", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.deepEqual(
    frames.map(({ events }) => events.map(({ event, version }) => [event, version])),
    [[[0, 3], [1, 4]], [[2, 5]], [[3, 6]], [], [[4, 7]], [[5, 8], [6, 9]]],
  );
});

test("a comment that was written here belongs to the frame", () => {
  const moves = [move(3, "open", { roll: [3, 1] }), move(4, "play", { roll: [3, 1], steps: [], own_comment: "Ouch." }), move(5, "double", { player: "black", own_comment: null })];
  const frames = framesOf({ match: "m", length: 3, games: [{ number: 1, score: { white: 0, black: 0 }, result: null, moves }] }, NAMES);
  assert.deepEqual(frames.map(({ ownComment }) => ownComment), ["Ouch.", ""]);
});

test("the reader is not spoken of by name", () => {
  assert.equal(framesOf(REPLAY, { ...NAMES, white: null })[0].words, "You play 8/5* 6/5");
});

test("what the file says about a roll and about its play stands in one frame, and a double's analysis in its answer too", () => {
  const cube = { type: "cube", error: 0.1, answer_error: 0.3 };
  const plays = { type: "plays", error: 0.05, plays: [] };
  const moves = [
    move(3, "roll", { roll: [3, 1], analyses: [cube], comment: "No double?" }),
    move(4, "play", { roll: [3, 1], steps: [], notation: "8/5 6/5", analyses: [plays], comment: "Good." }),
    move(5, "double", { player: "black", analyses: [cube] }),
    move(6, "take", { analyses: [] }),
    move(7, "roll", { player: "black", roll: [2, 1] }),
  ];
  const frames = framesOf({ match: "m", length: 3, games: [{ number: 1, score: { white: 0, black: 0 }, result: null, moves }] }, NAMES);
  assert.deepEqual(frames.map((frame) => frame.analyses), [[cube, plays], [cube], [cube], []]);
  assert.deepEqual(frames[0].comments, ["No double?", "Good."]);
  assert.deepEqual(frames.map((frame) => errorOf(frame)?.toFixed(2)), ["0.15", "0.10", "0.30", undefined]);
});

test("a double lies offered on the board; the take or drop does not", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.deepEqual(frames[1].cube.offered, { by: "black", value: 2, beavers: 0 });
  assert.equal(frames[1].label, "doubles to 2");
  assert.equal(frames[2].cube.offered, null);
});

test("a game that is over ends with a frame of its result; one that is not, does not", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.deepEqual(frames.map((frame) => frame.isEnd), [false, false, false, true, false, false]);
  assert.equal(frames[3].words, "White wins 1");
});

test("a tie in the opening is a frame of its own; a play of nothing says so", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.deepEqual(frames[4].roll, [2, 2]);
  assert.equal(frames[5].label, "no move");
  assert.equal(frames[5].words, "Bruno cannot move");
});

test("a version leads to the frame that shows it, or the next; beyond the end to the last", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.equal(frameAt(frames, 0), 0);
  assert.equal(frameAt(frames, 3), 0);
  assert.equal(frameAt(frames, 4), 0, "the play of a roll is in the roll's frame");
  assert.equal(frameAt(frames, 5), 1);
  assert.equal(frameAt(frames, 8), 5);
  assert.equal(frameAt(frames, 99), 5);
});

test("steps by whole games stop at the beginning and the end", () => {
  const frames = framesOf(REPLAY, NAMES);
  assert.equal(frameOfNextGame(frames, 0, 1), 4);
  assert.equal(frameOfNextGame(frames, 5, -1), 4);
  assert.equal(frameOfNextGame(frames, 4, -1), 0);
  assert.equal(frameOfNextGame(frames, 0, -1), 0);
  assert.equal(frameOfNextGame(frames, 4, 1), 5);
});

test("the address may name a version, and anything else", () => {
  assert.equal(versionInAddress("#v=37"), 37);
  assert.equal(versionInAddress("#v=-1"), null);
  assert.equal(versionInAddress("#v=1e9"), null);
  assert.equal(versionInAddress("#join=abc"), null);
  assert.equal(versionInAddress(""), null);
});
