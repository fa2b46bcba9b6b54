/**
 * The types of the server's answers, as the pages name them, and of the parts of a match record; this module has no code.
 *
 * @typedef {import("./answer-types.js").Side} Player
 * @typedef {import("./answer-types.js").SeatAnswer} Seat
 * @typedef {import("./answer-types.js").SeatsAnswer} Seats
 * @typedef {import("./answer-types.js").NumberBySide} Numbers
 * @typedef {import("./answer-types.js").GameResultAnswer} GameResult
 * @typedef {import("./answer-types.js").MatchResultAnswer} MatchResult
 * @typedef {import("./answer-types.js").LedgerAnswer} Ledger
 * @typedef {import("./answer-types.js").TurnGraphAnswer} Turn
 * @typedef {import("./answer-types.js").DiceAnswer} DiceState
 * @typedef {import("./answer-types.js").Kind} MatchKind
 * @typedef {import("./answer-types.js").PhaseName} Phase
 * @typedef {import("./answer-types.js").StateAnswer} MatchState
 * @typedef {import("./answer-types.js").MatchSummaryAnswer} MatchSummary
 * @typedef {import("./answer-types.js").LevelAnswer} LevelInfo
 * @typedef {import("./answer-types.js").PresetAnswer} PresetInfo
 * @typedef {import("./answer-types.js").AboutAnswer} About
 * @typedef {{type: string, player?: Player, steps?: [number, number][], dice?: [number, number], white?: number, black?: number, value?: number, seat?: Player | null, declined_by?: Player}} GameEvent
 * @typedef {{seq: number, by?: Player | null, entry: GameEvent, words?: string}} Entry
 * @typedef {[source: number, target: number, die: number, hits: number, next: number]} GraphStep
 * @typedef {Record<string, unknown>} AttemptDetail what a page wants to know of an answer later
 *
 * @typedef {object} Rules missing options are as in tournament play
 * @property {"reroll" | "automatic-double"} [opening_tie]
 * @property {number | null} [automatic_double_limit]
 * @property {"standard" | "rearmost-only" | "exact-only"} [bear_off]
 * @property {"winners-home" | "outside-home"} [triple_win]
 * @property {boolean} [cube]
 * @property {number | null} [cube_limit]
 * @property {boolean} [beavers]
 * @property {boolean} [raccoons]
 * @property {boolean} [jacoby]
 * @property {boolean} [crawford]
 * @property {string | {points: number[], checkers: number}} [start]
 * @property {string} [stake]
 */
export {};
