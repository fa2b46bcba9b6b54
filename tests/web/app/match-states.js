/** States of a match for the tests. */

export const START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

export function stateOf(more = {}) {
  return {
    match: "m",
    version: 5,
    kind: "bot",
    created: "2026-11-16T09:00:00Z",
    you: ["white"],
    seats: {
      white: { name: "Anna", kind: "person", level: null, level_title: null, taken: true, present: true },
      black: { name: "", kind: "bot", level: "club", level_title: "club player", taken: true, present: true },
    },
    length: 5,
    rules: { cube: true },
    preset: "standard",
    phase: "to-play",
    to_act: "white",
    on_roll: "white",
    board: START,
    checkers: 15,
    pips: { white: 167, black: 167 },
    off: { white: 0, black: 0 },
    roll: [3, 1],
    cube: { value: 1, owner: null, offered: null },
    resignation: null,
    score: { white: 0, black: 0 },
    game: 1,
    crawford: false,
    gammons_count: true,
    automatic_doubles: 0,
    actions: { white: ["play", "resign"], black: ["resign"] },
    turn: null,
    results: [],
    result: null,
    ledger: null,
    dice: null,
    last: { seq: 5, entry: { type: "open", white: 3, black: 1 }, words: "" },
    ...more,
  };
}
