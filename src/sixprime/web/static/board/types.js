/**
 * The types that the board's modules share; this module has no code. `State` is the part of the server's state
 * (docs/protocol.md) that a board uses.
 */

/** @typedef {"white" | "black"} Player */

/**
 * A place on the board: `p1` to `p24` are White's points; `white-bar`, `black-off` and so on are the bars and trays;
 * `dice`, `cube` and `undo` are the other things a user can press.
 * @typedef {string} Place
 */

/**
 * A legal step: source, target, die, whether it hits, and the node of the graph it leads to.
 * Points are in the view of the player who moves: 25 is the bar, 0 is off.
 * @typedef {[source: number, target: number, die: number, hits: number, next: number]} Edge
 */

/** @typedef {{nodes: Edge[][]}} Graph The legal steps of a roll. */

/**
 * Where all checkers stand: `board` is in White's view as in the protocol, `off` counts the checkers borne off.
 * @typedef {object} Position
 * @property {number[]} board
 * @property {Record<Player, number>} off
 */

/** @typedef {{player: Player, count: number}} Pile */

/** @typedef {{value: number, owner: Player | null, offered: {by: Player, value: number} | null}} Cube */

/** @typedef {{type: string, [more: string]: any}} Entry An event of the game, as in a match record. */

/**
 * @typedef {object} State
 * @property {string} [match]
 * @property {number} [version]
 * @property {Player[]} [you]
 * @property {string} phase
 * @property {Player | null} [to_act]
 * @property {Player | null} [on_roll]
 * @property {number[]} board
 * @property {number} [checkers]
 * @property {Record<Player, number>} [off]
 * @property {Record<Player, number>} [pips]
 * @property {number[] | null} [roll]
 * @property {Cube | null} [cube]
 * @property {boolean} [crawford]
 * @property {number | null} [length]
 * @property {Record<string, any>} [rules]
 * @property {Record<Player, string[]>} [actions]
 * @property {Graph | null} [turn]
 * @property {{by: Player, value: number} | null} [resignation]
 * @property {{winner: Player | null, words?: string} | null} [result]
 * @property {{winner: Player, words?: string, points?: number, win?: string}[]} [results]
 * @property {Record<Player, unknown>} [seats] there if the state is that of a match with players
 * @property {{seq: number, entry: Entry, words?: string} | null} [last]
 */

/**
 * Translates the board's sentences: `text` turns an English template into the user's language, `counted` does so for a
 * sentence that depends on a number, which the template shows as {count}.
 * @typedef {object} Translator
 * @property {(template: string, values?: Record<string, string | number>) => string} text
 * @property {(one: string, many: string, count: number, values?: Record<string, string | number>) => string} counted
 */

/**
 * How points are numbered: `points` is 1 to 24 for each player, `sheets` is 1 to 12 and 1A to 12A for both, `off` is
 * 1 to 24 without numbers on the board.
 * @typedef {"points" | "sheets" | "off"} Numbering
 */

/**
 * A play whose arrows are shown. The kind has a line style (`best` is solid, `played` dashed, `other` dotted), the mark a
 * colour; `plain` arrows have the theme's accent.
 * @typedef {object} ShownPlay
 * @property {readonly (readonly number[])[]} steps
 * @property {"plain" | "best" | "played" | "other"} [kind]
 * @property {"none" | "inaccuracy" | "error" | "blunder"} [mark] how bad the play is
 */

/** @typedef {{x: number, y: number}} Spot A point of the picture, in units of the picture. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @typedef {{value: number, isPlayed: boolean}} Die */

/**
 * Everything that the board shows.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {Die[]} dice
 * @property {Player | null} roller The player whose dice they are.
 * @property {"lively" | "ready" | "old"} diceState Still to be played, to be confirmed, or from the last turn.
 * @property {boolean} mayRoll
 * @property {{value: number, owner: Player | null, offeredTo: Player | null} | null} cube
 * @property {Map<Place, number>} moved How many checkers on each place have been moved in this turn.
 * @property {Record<Player, number>} pips
 */

export {};
