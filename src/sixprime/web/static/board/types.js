/**
 * What the modules of the board tell each other: types only, nothing runs here. `State` is what the server sends
 * (docs/protocol.md), as far as a board looks at it.
 */

/** @typedef {"white" | "black"} Player */

/**
 * Somewhere on the board: `p1` to `p24` are White's points, then the bars, the trays, and what lies on the board.
 * @typedef {string} Place
 */

/**
 * A step that can be made: source, target, die, whether it hits, and the node of the graph it leads to.
 * Points are those of the player who moves: 25 is the bar, 0 is off.
 * @typedef {[source: number, target: number, die: number, hits: number, next: number]} Edge
 */

/** @typedef {{nodes: Edge[][]}} Graph The legal steps of a roll. */

/**
 * Where all checkers stand: `board` is White's view as in the protocol, `off` who has borne off how many.
 * @typedef {object} Position
 * @property {number[]} board
 * @property {Record<Player, number>} off
 */

/** @typedef {{player: Player, count: number}} Pile */

/** @typedef {{value: number, owner: Player | null, offered: {by: Player, value: number} | null}} Cube */

/** @typedef {{type: string, [more: string]: any}} Entry An event of the game, as in a record. */

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
 * @property {{winner: Player, words?: string}[]} [results]
 * @property {{seq: number, entry: Entry, words?: string} | null} [last]
 */

/**
 * The words of the board: `text` turns an English template into a sentence of the user's language, `counted` one
 * that depends on a number, which the template shows as {count}.
 * @typedef {object} Words
 * @property {(template: string, values?: Record<string, string | number>) => string} text
 * @property {(one: string, many: string, count: number, values?: Record<string, string | number>) => string} counted
 */

/**
 * 1 to 24 for each player, 1 to 12 and 1A to 12A for both, or 1 to 24 unseen.
 * @typedef {"points" | "sheets" | "off"} Numbering
 */

/** @typedef {{x: number, y: number}} Spot */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @typedef {{value: number, isPlayed: boolean}} Die */

/**
 * All that is to be seen on the board.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {Die[]} dice
 * @property {Player | null} roller Whose dice they are.
 * @property {"lively" | "ready" | "old"} diceMood To be played, to be confirmed, or of the last turn.
 * @property {boolean} mayRoll
 * @property {{value: number, owner: Player | null, offeredTo: Player | null} | null} cube
 * @property {Map<Place, number>} moved How many checkers on a place have been moved in this turn.
 * @property {Record<Player, number>} pips
 */

export {};
