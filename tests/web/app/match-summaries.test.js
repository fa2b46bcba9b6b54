// What the list of matches says, from the reader's side.
import assert from "node:assert/strict";
import { test } from "node:test";

import { canAnalyse, opponents, queryOf, removalText, scoreOf, groupOf, standing } from "../../../src/sixprime/web/static/app/history/match-summaries.js";
import { useLanguage } from "../../../src/sixprime/web/static/app/shared/translations.js";

const person = (name) => ({ name, kind: "person", level: null, level_title: null, taken: true, present: true });

/** @param {object} more */
function match(more) {
  return {
    match: "m", kind: "link", seats: { white: person("Anna"), black: person("Béla") }, you: ["black"], length: 5,
    score: { white: 1, black: 3 }, phase: "to-roll", to_act: "white", updated: "2026-01-01T00:00:00Z", result: null, ...more,
  };
}

test("the reader's points come first", () => {
  assert.deepEqual(scoreOf(match({})), [3, 1]);
  assert.deepEqual(scoreOf(match({ you: ["white"] })), [1, 3]);
  assert.deepEqual(scoreOf(match({ you: [] })), [1, 3]);
  assert.deepEqual(scoreOf(match({ you: [], score: { white: 0, black: 6 } })), [0, 5]); // won by more than it needed
  assert.deepEqual(scoreOf(match({ you: [], length: null, score: { white: 0, black: 6 } })), [0, 6]);
});

test("against whom, or who against whom", () => {
  assert.equal(opponents(match({})), "Against Anna");
  assert.equal(opponents(match({ you: ["white", "black"], kind: "screen" })), "Anna against Béla");
  assert.equal(opponents(match({ kind: "study", you: [] })), "Anna against Béla");
  const bot = { name: "", kind: "bot", level: "club", level_title: "club player", taken: true, present: true };
  assert.equal(opponents(match({ kind: "bot", seats: { white: bot, black: person("") } })), "Against the bot (club player)");
  const free = { name: "", kind: "person", level: null, level_title: null, taken: false, present: false };
  assert.equal(opponents(match({ seats: { white: free, black: person("Béla") } })), "Waiting for an opponent");
});

test("names are shown as they were typed", () => {
  const seats = { white: person("anna"), black: person("iPhone") };
  assert.equal(opponents(match({ you: [], kind: "study", seats })), "anna against iPhone");
  assert.equal(opponents(match({ seats })), "Against anna");
  const bot = { name: "", kind: "bot", level: "club", level_title: "club player", taken: true, present: true };
  assert.equal(opponents(match({ you: ["white", "black"], kind: "study", seats: { white: bot, black: person("bo") } })), "The bot (club player) against bo");
  useLanguage("xx", { "against {name}": "{name} ellen" });
  assert.equal(opponents(match({ seats })), "anna ellen");
  useLanguage("en", {});
});

test("a filter becomes a query", () => {
  const all = { group: "all", name: "", days: null };
  assert.equal(queryOf(all), "");
  assert.equal(queryOf({ ...all, group: "open" }, "abc"), "?phase=open&kind=bot&kind=screen&kind=link&before=abc");
  assert.equal(queryOf({ ...all, group: "over" }), "?phase=ended&kind=bot&kind=screen&kind=link");
  assert.equal(queryOf({ ...all, group: "study", name: "A & B" }), "?kind=study&name=A+%26+B");
  assert.equal(queryOf({ ...all, days: 7 }, undefined, Date.UTC(2026, 0, 8)), `?since=${encodeURIComponent("2026-01-01T00:00:00.000Z")}`);
});

test("before a match is deleted it is said what that means for the other player", () => {
  assert.equal(removalText(match({ kind: "bot" })).yes, "Delete");
  assert.match(removalText(match({})).explanation, /when you have been away for a day/);
  assert.match(removalText(match({ phase: "over" })).explanation, /when both of you have removed it/);
  const free = { ...person(""), taken: false };
  assert.equal(removalText(match({ seats: { white: free, black: person("Béla") } })).yes, "Delete");
});

test("how it stands", () => {
  assert.deepEqual(standing(match({})), { words: "in play", kind: "plain" });
  assert.deepEqual(standing(match({ to_act: "black" })), { words: "your turn", kind: "turn" });
  const over = { phase: "over", to_act: null };
  assert.equal(standing(match({ ...over, result: { winner: "black" } })).kind, "won");
  assert.equal(standing(match({ ...over, result: { winner: "white" } })).kind, "lost");
  assert.equal(standing(match({ ...over, result: { winner: null } })).words, "tied");
  assert.equal(standing(match({ ...over, you: [], kind: "study", result: { winner: "white" } })).words, "Anna won");
  assert.equal(standing(match({ phase: "aborted" })).words, "abandoned");
});

test("a match by link can be analysed when it is over, others at any time", () => {
  assert.deepEqual([{ kind: "bot" }, { kind: "screen" }, { kind: "link" }, { kind: "link", phase: "over" }, { kind: "study" }].map((more) => canAnalyse(match(more))), [true, true, false, true, true]);
});

test("on which shelf", () => {
  assert.equal(groupOf(match({})), "open");
  assert.equal(groupOf(match({ phase: "over" })), "over");
  assert.equal(groupOf(match({ phase: "aborted" })), "over");
  assert.equal(groupOf(match({ kind: "study", phase: "over" })), "study");
});
