/** What is read off a state, and what follows from events. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bestBearOff, nextAutomaticAction } from "../../../src/sixprime/web/static/app/match/automatic-actions.js";
import { abortNeedsConsent, absentPlayer, opponentIsGone, stateAfter, isBetweenGames, isMine, stateAtGameEnd, seatFor, shownScore, viewOf } from "../../../src/sixprime/web/static/app/match/match-state.js";
import { lineOf } from "../../../src/sixprime/web/static/app/match/move-list.js";
import { isShared } from "../../../src/sixprime/web/static/app/new-game/rematch.js";
import { nameOf, rematchWantedBy, subjectOf } from "../../../src/sixprime/web/static/app/shared/names.js";
import { stateOf } from "./match-states.js";

const WISHES = { autoroll: true };

test("a seat acts only if this browser holds it", () => {
  const state = stateOf();
  assert.equal(seatFor(state, "play"), "white");
  assert.equal(seatFor(state, "resign"), "white");
  assert.equal(seatFor(stateOf({ you: [] }), "play"), null);
  assert.equal(seatFor(stateOf({ you: ["black"] }), "play"), null);
  const both = stateOf({ you: ["white", "black"], to_act: "black", actions: { white: ["resign"], black: ["resign", "play"] } });
  assert.equal(seatFor(both, "resign"), "black");
  assert.ok(isMine(both));
});

test("a rematch is wanted by the opponent who waits for it", () => {
  const rematch = (...seated) => ({ match: "n", seated });
  assert.equal(rematchWantedBy(twoPlayers()), null);
  assert.equal(rematchWantedBy(twoPlayers({ rematch: null })), null);
  assert.equal(rematchWantedBy(twoPlayers({ rematch: rematch("black") })), "black");
  assert.equal(rematchWantedBy(twoPlayers({ rematch: rematch("white") })), null);
  assert.equal(rematchWantedBy(twoPlayers({ rematch: rematch("white", "black") })), null);
  assert.equal(rematchWantedBy(twoPlayers({ you: [], rematch: rematch("black") })), null);
});

test("players share a rematch if both have sat at the board of a match by link", () => {
  assert.ok(isShared(twoPlayers()));
  assert.ok(!isShared(twoPlayers({ you: [] })));
  assert.ok(!isShared(stateOf()));
  const { seats } = twoPlayers();
  assert.ok(!isShared(twoPlayers({ seats: { ...seats, black: { ...seats.black, taken: false } } })));
});

/** A match of two whose players have no names, the second of them away. @param {object} more */
function twoPlayers(more = {}) {
  const person = { name: "", kind: "person", level: null, level_title: null, taken: true, present: true, away: null };
  const away = { since: "2026-11-16T09:00:00Z", abort_from: "2026-11-17T09:10:00Z" };
  return stateOf({ kind: "link", seats: { white: person, black: { ...person, present: false, away } }, ...more });
}

test("players without a name are called as the reader sees them", () => {
  const mine = twoPlayers();
  assert.deepEqual([nameOf(mine, "white"), nameOf(mine, "black"), subjectOf(mine, "black")], ["You", "Opponent", "Your opponent"]);
  const spectator = twoPlayers({ you: [] });
  assert.deepEqual([nameOf(spectator, "white"), nameOf(spectator, "black"), subjectOf(spectator, "black")], ["White", "Black", "Black"]);
  assert.deepEqual([nameOf(stateOf(), "black"), subjectOf(stateOf(), "black")], ["Bot", "The bot"]);
});

test("a match of two can be ended without asking once the opponent has been away for long", () => {
  const state = twoPlayers();
  assert.equal(absentPlayer(state), "black");
  assert.equal(absentPlayer(twoPlayers({ you: ["black"] })), null);
  assert.equal(absentPlayer(twoPlayers({ you: [] })), "black");
  assert.ok(!opponentIsGone(state, Date.UTC(2026, 10, 17, 9, 9)));
  assert.ok(opponentIsGone(state, Date.UTC(2026, 10, 17, 9, 10)));
  assert.ok(!opponentIsGone(twoPlayers({ you: [] }), Date.UTC(2027, 0)), "a spectator ends nothing");
  const near = { ...state.seats.black, away: { since: "2026-11-16T09:00:00Z", abort_from: new Date(Date.now() + 60_000).toISOString() } };
  const past = { ...near, away: { ...near.away, abort_from: new Date(Date.now() - 60_000).toISOString() } };
  assert.ok(abortNeedsConsent(twoPlayers({ seats: { ...state.seats, black: near } })));
  assert.ok(!abortNeedsConsent(twoPlayers({ seats: { ...state.seats, black: past } })));
});

test("the own home is at the bottom", () => {
  assert.equal(viewOf(stateOf({ you: ["black"] })), "black");
  assert.equal(viewOf(stateOf({ you: ["white", "black"] })), "white");
  assert.equal(viewOf(stateOf({ you: [] })), "white");
});

test("events lead to what the server will show", () => {
  const played = stateAfter(stateOf(), { seq: 6, entry: { type: "play", player: "white", steps: [[8, 5], [6, 5]] } });
  assert.equal(played.board[5], 2);
  assert.equal(played.pips.white, 163);
  assert.equal(played.to_act, "black");
  assert.equal(played.roll, null);
  assert.deepEqual(played.actions, { white: [], black: [] });
  const rolled = stateAfter(played, { seq: 7, entry: { type: "roll", player: "black", dice: [6, 5] } });
  assert.deepEqual(rolled.roll, [6, 5]);
  const hit = stateAfter(stateOf({ board: [0, ...Array(4).fill(0), -1, 1, ...Array(19).fill(0)] }), { seq: 6, entry: { type: "play", player: "white", steps: [[6, 5]] } });
  assert.equal(hit.board[0], -1);
  assert.equal(hit.board[5], 1);
});

test("after the last checker is borne off it is nobody's turn", () => {
  const board = [0, 1, ...Array(22).fill(0), -2, 0];
  const played = stateAfter(stateOf({ board }), { seq: 6, entry: { type: "play", player: "white", steps: [[1, 0]] } });
  assert.equal(played.phase, "over");
  assert.equal(played.to_act, null);
});

test("a beaver turns the cube again", () => {
  const doubled = stateAfter(stateOf({ phase: "to-roll" }), { seq: 6, entry: { type: "double", player: "white" } });
  assert.deepEqual(doubled.cube.offered, { by: "white", value: 2, beavers: 0 });
  const beavered = stateAfter(doubled, { seq: 7, entry: { type: "beaver", player: "black" } });
  assert.deepEqual(beavered.cube.offered, { by: "black", value: 4, beavers: 1 });
  assert.equal(beavered.to_act, "white");
});

test("the last board of a game stays, though the state is that of the next", () => {
  const before = stateOf({ board: [0, 1, ...Array(24).fill(0)], off: { white: 14, black: 0 }, roll: [2, 1] });
  const seen = stateAtGameEnd(before, [{ seq: 6, entry: { type: "play", player: "white", steps: [[1, 0]] } }]);
  assert.equal(seen.board[1], 0);
  assert.equal(seen.off.white, 15);
  assert.equal(seen.phase, "over");
});

test("between two games the next one waits to be asked for", () => {
  const result = { winner: "white", win: "single", cube: 1, points: 1, reason: "", words: "" };
  const between = stateOf({ phase: "opening", to_act: null, on_roll: null, results: [result], last: { seq: 9, entry: { type: "drop", player: "black" } }, actions: { white: ["open"], black: ["open"] } });
  assert.ok(isBetweenGames(between));
  assert.equal(nextAutomaticAction(between, WISHES), null);
  const tie = { ...between, last: { seq: 10, entry: { type: "open", white: 2, black: 2 } } };
  assert.equal(nextAutomaticAction(tie, WISHES)?.action, "open");
  assert.equal(nextAutomaticAction({ ...between, results: [] }, WISHES)?.action, "open");
});

test("only rolls without a choice are made by themselves", () => {
  const roll = stateOf({ phase: "to-roll", roll: null, actions: { white: ["roll", "resign"], black: [] } });
  assert.equal(nextAutomaticAction(roll, WISHES)?.action, "roll");
  assert.equal(nextAutomaticAction(roll, { autoroll: false }), null);
  assert.equal(nextAutomaticAction({ ...roll, actions: { white: ["roll", "double"], black: [] } }, WISHES), null);
  assert.equal(nextAutomaticAction({ ...roll, you: [] }, WISHES), null);
  assert.equal(nextAutomaticAction(stateOf({ phase: "seeds", actions: { white: ["reveal"], black: [] } }), WISHES)?.action, "reveal");
});

test("of plays that are as good, the one that bears off most is made", () => {
  const [pretty, plain, worse] = [
    { equity: 1.0, steps: [[2, 1], [2, 0]] },
    { equity: 0.9999, steps: [[2, 0], [1, 0]] },
    { equity: 0.9, steps: [[2, 0], [2, 0]] },
  ];
  assert.equal(bestBearOff([pretty, plain, worse]), plain);
  assert.equal(bestBearOff([pretty, worse]), pretty);
  assert.equal(bestBearOff([]), undefined);
});

test("moves are listed as players write them", () => {
  const line = (entry, more) => {
    const { roll = "", words } = lineOf(entry, stateOf(more)) ?? {};
    return words && [roll, words].filter(Boolean).join(": ");
  };
  assert.equal(line({ type: "play", player: "white", steps: [[8, 5], [6, 5]] }), "31: 8/5 6/5");
  assert.equal(line({ type: "play", player: "white", steps: [[24, 18], [18, 13]] }, { roll: [5, 6] }), "65: 24/13");
  assert.equal(line({ type: "play", player: "black", steps: [[24, 23]] }, { roll: [1, 2], board: [0, ...Array(1).fill(-1), 1, ...Array(23).fill(0)] }), "21: 24/23*");
  assert.equal(line({ type: "play", player: "white", steps: [[6, 2], [6, 3], [24, 20], [24, 20]] }, { roll: [4, 3] }), "43: 24/20(2) 6/3 6/2");
  assert.equal(line({ type: "play", player: "white", steps: [] }), "31: no move");
  assert.equal(line({ type: "double", player: "white" }), "doubles to 2");
  assert.equal(line({ type: "resign", player: "white", value: 2 }), "resigns a gammon");
  assert.equal(line({ type: "roll", player: "white", dice: [1, 2] }), undefined);
  assert.equal(line({ type: "open", white: 4, black: 4 }), "opening 4-4: tie");
});

test("a score never exceeds the length of its match", () => {
  assert.equal(shownScore({ score: { white: 6, black: 1 }, length: 3 }, "white"), 3);
  assert.equal(shownScore({ score: { white: 6, black: 1 }, length: 3 }, "black"), 1);
  assert.equal(shownScore({ score: { white: 6, black: 1 }, length: null }, "white"), 6);
});
