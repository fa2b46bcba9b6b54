/**
 * The types of docs/protocol.md; this module has no code.
 *
 * @typedef {"white" | "black"} Player
 * @typedef {{name: string, kind: "person" | "bot", level: string | null, taken: boolean, present: boolean}} Seat
 * @typedef {{white: Seat, black: Seat}} Seats
 * @typedef {{white: number, black: number}} Numbers
 * @typedef {{winner: Player, win: "single" | "gammon" | "backgammon", cube: number, points: number, reason: string, words: string}} GameResult
 * @typedef {{winner: Player | null, score: Numbers, words: string}} MatchResult
 * @typedef {{stake: string, games: [Player, string][], balance: {white: string, black: string}}} Ledger
 * @typedef {{type: string, player?: Player, steps?: [number, number][], dice?: [number, number], white?: number, black?: number, value?: number, seat?: Player}} GameEvent
 * @typedef {{seq: number, by?: Player | null, entry: GameEvent, words?: string}} Entry
 * @typedef {[source: number, target: number, die: number, hits: number, next: number]} GraphStep
 * @typedef {{nodes: GraphStep[][]}} Turn
 * @typedef {{commitment: string, seed: string | null} | null} SeedState
 * @typedef {{commitment: string, seeds: {white: SeedState, black: SeedState}, rolls: number, secret: string | null}} DiceState
 * @typedef {"bot" | "screen" | "link" | "study"} MatchKind
 * @typedef {"seats" | "seeds" | "opening" | "to-roll" | "to-play" | "to-answer-cube" | "to-answer-resignation" | "over" | "aborted"} Phase
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
 *
 * @typedef {object} MatchState
 * @property {string} match
 * @property {number} version
 * @property {MatchKind} kind
 * @property {string} created
 * @property {Player[]} you
 * @property {Seats} seats
 * @property {number | null} length
 * @property {Rules} rules
 * @property {string | null} preset
 * @property {Phase} phase
 * @property {Player | null} to_act
 * @property {Player | null} on_roll
 * @property {number[]} board
 * @property {number} checkers
 * @property {Numbers} pips
 * @property {Numbers} off
 * @property {[number, number] | null} roll
 * @property {{value: number, owner: Player | null, offered: {by: Player, value: number, beavers: number} | null}} cube
 * @property {{by: Player, value: number} | null} resignation
 * @property {Numbers} score
 * @property {number} game
 * @property {boolean} crawford
 * @property {boolean} gammons_count
 * @property {number} automatic_doubles
 * @property {{white: string[], black: string[]}} actions
 * @property {Turn | null} turn
 * @property {boolean} can_take_back
 * @property {Player | null} [abort_asked] the player who has asked to end the match without a result
 * @property {GameResult[]} results
 * @property {MatchResult | null} result
 * @property {Ledger | null} ledger
 * @property {DiceState | null} dice
 * @property {Entry | null} last
 *
 * @typedef {{match: string, kind: MatchKind, seats: Seats, you: Player[], length: number | null, score: Numbers, phase: Phase, to_act: Player | null, updated: string, result: MatchResult | null}} MatchSummary
 * @typedef {{name: string, title: string, error_rate: number}} LevelInfo
 * @typedef {{name: string, title?: string, words?: string | string[], rules: Rules}} PresetInfo
 * @typedef {{version: string, languages: Record<string, string>, levels: LevelInfo[], presets: PresetInfo[], formats: unknown}} About
 */
export {};
