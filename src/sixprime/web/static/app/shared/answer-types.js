/**
 * The answers of the server, for the type checker. There is nothing to run here.
 *
 * Made by scripts/describe-answers from the models in sixprime.server.schemas: change those, run it.
 *
 * @typedef {"white" | "black"} Side
 * @typedef {"bot" | "screen" | "link" | "study"} Kind
 * @typedef {"seats" | "seeds" | "opening" | "to-roll" | "to-play" | "to-answer-cube" | "to-answer-resignation" | "over" | "aborted"} PhaseName
 * @typedef {"open" | "roll" | "play" | "double" | "take" | "drop" | "beaver" | "raccoon" | "resign" | "accept" | "decline" | "end" | "reveal" | "take-back" | "abort" | "decline-abort"} ActionName
 */

/**
 * Why something was refused.
 * @typedef {object} RefusalAnswer
 * @property {"malformed" | "forbidden" | "foreign-origin" | "not-found" | "stale" | "not-allowed" | "too-large" | "too-slow" | "too-many" | "too-fast" | "unreadable" | "server-fault" | "stopping"} code
 * @property {string} message a sentence for people, in the client's language
 */

/**
 * A request that was refused.
 * @typedef {object} ErrorAnswer
 * @property {RefusalAnswer} error
 */

/**
 * A number for each side.
 * @typedef {object} NumberBySide
 * @property {number} white
 * @property {number} black
 */

/**
 * A text for each side.
 * @typedef {object} TextBySide
 * @property {string} white
 * @property {string} black
 */

/**
 * The doubling cube.
 * @typedef {object} CubeValueAnswer
 * @property {number} value
 * @property {Side | null} owner `null` in the middle
 */

/**
 * A resignation that waits for its answer.
 * @typedef {object} ResignationAnswer
 * @property {Side} by
 * @property {number} value 1, 2 or 3: a single game, a gammon, a backgammon
 */

/**
 * How a game may end, from the view of who decides; a backgammon counts as a gammon, a gammon as a win.
 * @typedef {object} ChancesAnswer
 * @property {number} win
 * @property {number} win_gammon
 * @property {number} win_backgammon
 * @property {number} lose_gammon
 * @property {number} lose_backgammon
 */

/**
 * How long a player of a match of two has been away.
 * @typedef {object} AbsenceAnswer
 * @property {string} since a time in UTC
 * @property {string} abort_from a time in UTC, from which on the other side may `abort` the match without asking
 */

/**
 * A seat, and who sits there.
 * @typedef {object} SeatAnswer
 * @property {string} name in a rematch also of the player who has not come yet
 * @property {"person" | "bot"} kind
 * @property {string | null} level of a bot
 * @property {string | null} level_title the level in the client's language
 * @property {boolean} taken
 * @property {boolean} present whether who sits there is connected; a bot always is
 * @property {AbsenceAnswer | null} [away] in a match of two that goes on, how long who sits there has been away; `null` for who is present, left out in lists
 */

/**
 * The two seats.
 * @typedef {object} SeatsAnswer
 * @property {SeatAnswer} white
 * @property {SeatAnswer} black
 */

/**
 * A cube that was turned and waits for its answer.
 * @typedef {object} CubeOfferAnswer
 * @property {Side} by who turned it last
 * @property {number} value what it would show if taken
 * @property {number} beavers 0 for a double, 1 for a beaver, 2 for a raccoon
 */

/**
 * The doubling cube, and the offer on the table.
 * @typedef {object} CubeAnswer
 * @property {number} value
 * @property {Side | null} owner `null` in the middle
 * @property {CubeOfferAnswer | null} offered
 */

/**
 * What each side can offer to lose.
 * @typedef {object} ResignationsAnswer
 * @property {number[]} white
 * @property {number[]} black
 */

/**
 * What each seat may do.
 * @typedef {object} ActionsAnswer
 * @property {ActionName[]} white
 * @property {ActionName[]} black
 */

/**
 * The legal steps of a roll.
 * @typedef {object} TurnGraphAnswer
 * @property {[number, number, number, number, number][][]} nodes a node is a list of steps `[source, target, die, hits, next node]`; play begins at node 0; a node without steps is the end of a complete play, and only those can be sent
 */

/**
 * A game that has ended.
 * @typedef {object} GameResultAnswer
 * @property {number} game its number, from 1
 * @property {Side} winner
 * @property {"single" | "gammon" | "backgammon"} win
 * @property {number} cube
 * @property {number} points
 * @property {"borne-off" | "dropped" | "resigned"} ending
 * @property {number} loser_off how many checkers the loser had borne off
 * @property {string} reason
 * @property {string} words
 */

/**
 * How a match ended.
 * @typedef {object} MatchResultAnswer
 * @property {Side | null} winner `null` where a session ends level
 * @property {NumberBySide} score
 * @property {string} words
 * @property {string | null} [reason] left out in lists
 */

/**
 * Who owes what, in money play.
 * @typedef {object} LedgerAnswer
 * @property {string} stake what a point is worth
 * @property {[Side, string][]} games of each game the winner and the amount
 * @property {TextBySide} balance
 */

/**
 * What a player adds to the dice.
 * @typedef {object} SeedAnswer
 * @property {string} commitment
 * @property {string | null} seed `null` until it is revealed
 */

/**
 * The seeds of both sides; `null` where a seat adds none.
 * @typedef {object} SeedsAnswer
 * @property {SeedAnswer | null} white
 * @property {SeedAnswer | null} black
 */

/**
 * What is known of the dice; see dice.md.
 * @typedef {object} DiceAnswer
 * @property {string} commitment the server's, to the secret of the dice
 * @property {SeedsAnswer} seeds
 * @property {number} rolls how many the match has, those that were taken back not counted
 * @property {string | null} secret `null` until the match is over or aborted
 */

/**
 * An entry, and what to say about it.
 * @typedef {object} LastEntryAnswer
 * @property {number} seq
 * @property {import("./types.js").GameEvent} entry
 * @property {string} words
 */

/**
 * The match in which the players of a finished one play again.
 * @typedef {object} RematchAnswer
 * @property {string} match its id
 * @property {Side[]} seated who has come; players keep their sides
 */

/**
 * Where a match stands.
 * @typedef {object} StateAnswer
 * @property {string} match the id of the match
 * @property {number} version the number of the last entry
 * @property {Kind} kind `bot`, `screen` (both seats at one screen), `link` (two browsers) or `study` (imported, nobody acts)
 * @property {string} created a time in UTC
 * @property {Side[]} you the seats that this client holds; none for a spectator
 * @property {SeatsAnswer} seats
 * @property {string | null} [invitation] what opens the free seat; there only while one is free, and only for who holds the other; `null` in a rematch, whose free seat is kept for the other player
 * @property {number | null} length points to play to; `null` in money play
 * @property {import("./types.js").Rules} rules the options of the rules, as in a record
 * @property {string | null} preset the name of these rules, where they have one
 * @property {string} preset_title what these rules are called in the client's language
 * @property {PhaseName} phase `seats` (a seat is free), `seeds` (the dice wait for seeds), and then as the game has it
 * @property {Side | null} to_act whose decision it is
 * @property {Side | null} on_roll
 * @property {number[]} board White's view, whoever is on roll: place 1 to 24 are White's points, 25 is White's bar, 0 Black's bar; White's checkers count up from zero, Black's down. Steps are in the view of who makes them, as in a record: Black's point `p` is place `25 - p`
 * @property {number} checkers how many each side has
 * @property {NumberBySide} pips
 * @property {NumberBySide} off checkers borne off
 * @property {[number, number] | null} roll
 * @property {CubeAnswer} cube
 * @property {ResignationAnswer | null} resignation
 * @property {NumberBySide} score
 * @property {number} game the number of the game, from 1
 * @property {boolean} crawford whether this is the Crawford game
 * @property {boolean} gammons_count
 * @property {Side[]} doublers who can double in this game, now or on a later turn
 * @property {ResignationsAnswer} resignations what each side can offer to lose now: 1 for a single game, 2 for a gammon, 3 for a backgammon; a loss that cannot happen, or costs no more than a smaller one, is left out
 * @property {number} automatic_doubles
 * @property {ActionsAnswer} actions what each seat may do now, whoever asks; a client offers those of its own seats
 * @property {TurnGraphAnswer | null} turn the graph of the roll on the table for a client that holds the seat to play. A roll that allows nothing has one empty node, and the play to send has no steps
 * @property {boolean} can_take_back whether a seat of this client may take a turn back
 * @property {GameResultAnswer[]} results the games that have ended
 * @property {MatchResultAnswer | null} result once the match is over
 * @property {LedgerAnswer | null} ledger in money play
 * @property {Side | null} abort_asked who would like to end a match of two without a result; see `abort` among the commands
 * @property {DiceAnswer} dice
 * @property {LastEntryAnswer | null} last the last entry that is worth telling, which is the last one but for the secret of the dice
 * @property {RematchAnswer | null} [rematch] once a player of a finished match of two has asked for a rematch; only for its players, left out until then
 */

/**
 * Addresses for people.
 * @typedef {object} LinksAnswer
 * @property {string | null} play for who takes the free seat; `null` where none is free
 * @property {string} watch
 */

/**
 * A match that has been created.
 * @typedef {object} CreatedAnswer
 * @property {StateAnswer} state
 * @property {LinksAnswer} links
 * @property {string | null} invitation what opens the free seat
 */

/**
 * A match in which a seat has been taken.
 * @typedef {object} JoinedAnswer
 * @property {StateAnswer} state
 */

/**
 * A match in a list; fields are as in a state.
 * @typedef {object} MatchSummaryAnswer
 * @property {string} match
 * @property {Kind} kind
 * @property {SeatsAnswer} seats
 * @property {Side[]} you
 * @property {number | null} length
 * @property {NumberBySide} score
 * @property {PhaseName} phase
 * @property {Side | null} to_act
 * @property {string} created
 * @property {string} updated when the last entry came
 * @property {boolean} tutored whether the caller asked the tutor in it
 * @property {MatchResultAnswer | null} result
 */

/**
 * Matches of the caller, the latest first.
 * @typedef {object} MatchListAnswer
 * @property {MatchSummaryAnswer[]} matches
 * @property {boolean} more whether there are more than were asked for
 */

/**
 * A match that has been taken off the caller's list.
 * @typedef {object} RemovedAnswer
 * @property {string} match
 * @property {boolean} deleted whether it is gone for good, because nobody else has it in their list
 */

/**
 * An entry of a log.
 * @typedef {object} LogEntryAnswer
 * @property {number} seq its number, from 1
 * @property {Side | null} by whose command it was; `null` for what is nobody's
 * @property {import("./types.js").GameEvent} entry
 */

/**
 * A part of a log.
 * @typedef {object} LogPartAnswer
 * @property {LogEntryAnswer[]} entries
 * @property {number} version of the match, not of the last entry here
 * @property {boolean} more
 */

/**
 * A command that was granted, and is on disk.
 * @typedef {object} AckAnswer
 * @property {"ack"} type
 * @property {string} key
 * @property {number} version
 * @property {LogEntryAnswer[]} entries what the command has brought
 */

/**
 * A command that was not granted.
 * @typedef {object} RefusedAnswer
 * @property {"refused"} type
 * @property {string} key
 * @property {number} version
 * @property {RefusalAnswer} error
 */

/**
 * The answer to a hello, or its first part.
 * @typedef {object} WelcomeAnswer
 * @property {"welcome"} type
 * @property {number} version of the last entry in `missed`; where there is none, of the match
 * @property {LogEntryAnswer[]} missed the entries after the version that the client knew; none where it knew nothing
 * @property {StateAnswer} state as it is now; if its version is higher, the rest of what was missed follows as `entries`
 */

/**
 * The match has grown, also by one's own command, after its `ack`; or a further part of what was missed.
 * @typedef {object} EntriesAnswer
 * @property {"entries"} type
 * @property {LogEntryAnswer[]} entries
 * @property {StateAnswer} state as it is now; its version is higher than that of the last entry if more of what was missed follows
 */

/**
 * Which seats have somebody there.
 * @typedef {object} PresentAnswer
 * @property {boolean} white
 * @property {boolean} black
 */

/**
 * Who is away from a match of two that goes on.
 * @typedef {object} AbsencesAnswer
 * @property {AbsenceAnswer | null} white
 * @property {AbsenceAnswer | null} black
 */

/**
 * Somebody has come or gone.
 * @typedef {object} PresenceAnswer
 * @property {"presence"} type
 * @property {PresentAnswer} seats
 * @property {AbsencesAnswer} away
 */

/**
 * The bot begins to think.
 * @typedef {object} ThinkingAnswer
 * @property {"thinking"} type
 * @property {Side} seat
 */

/**
 * A player of a finished match of two has asked for a rematch, come to it or abandoned it; told to both.
 * @typedef {object} RematchOfferedAnswer
 * @property {"rematch"} type
 * @property {RematchAnswer | null} rematch `null` where it was abandoned before it began
 */

/**
 * The refusal of what is not even a command.
 * @typedef {object} LiveErrorAnswer
 * @property {"error"} type
 * @property {RefusalAnswer} error
 */

/**
 * The answer to a `ping`.
 * @typedef {object} PongAnswer
 * @property {"pong"} type
 */

/**
 * The server is about to stop: connect again in a moment.
 * @typedef {object} ClosingAnswer
 * @property {"closing"} type
 */

/**
 * A play that the rules allow.
 * @typedef {object} LegalPlayAnswer
 * @property {string} notation
 * @property {[number, number][]} steps
 * @property {number[]} result the board after it, White's view
 */

/**
 * All plays of a roll.
 * @typedef {object} LegalPlaysAnswer
 * @property {number} version
 * @property {LegalPlayAnswer[]} plays
 */

/**
 * Why nothing can be played from a point.
 * @typedef {object} StepRefusalAnswer
 * @property {number} version
 * @property {string} words
 */

/**
 * A play, and what the engine thinks of it, from the view of who plays.
 * @typedef {object} PlayHintAnswer
 * @property {string} notation
 * @property {[number, number][]} steps
 * @property {number[]} board the board after it, White's view
 * @property {number} equity
 * @property {number} lost how much less than the best play
 * @property {ChancesAnswer} chances
 * @property {string[] | null} [reasons] why the best play is better, for the first plays; only if it was asked for
 */

/**
 * What doubling is worth to the player on roll, who need not be the one who decides: a double that waits for its answer was the decision of the other side.
 * @typedef {object} CubeDecisionAnswer
 * @property {Side} player whose view it is
 * @property {number} no_double
 * @property {number} double_take
 * @property {number} double_pass
 * @property {number[] | null} match_chances the player's chances to win the match after each of the three, in this order; `null` in money play
 * @property {boolean} may_double whether the rules let the player double
 * @property {boolean} redouble whether the player owns the cube
 * @property {string} verdict what both sides should do, such as `double-take`
 * @property {string} words the same in the client's language
 */

/**
 * Something that may be done, from the view of who decides.
 * @typedef {object} RankedActionAnswer
 * @property {ActionName} action
 * @property {number} equity
 * @property {number} lost how much less than the best action
 */

/**
 * What the engine would do where there is no roll to play, from the view of who decides.
 * @typedef {object} CubeHintAnswer
 * @property {ActionName} action
 * @property {number | null} value of a resignation
 * @property {number} equity
 * @property {ChancesAnswer} chances
 * @property {string} words
 * @property {RankedActionAnswer[]} actions what may be done, the best first; equities are in units of the cube before a double that waits for its answer
 * @property {CubeDecisionAnswer | null} decision the cube decision of the player on roll; `null` where a beaver, a raccoon or a resignation waits for an answer
 * @property {string[] | null} [reasons] why the best action is better than the next one; only if it was asked for
 */

/**
 * What the engine would do.
 * @typedef {object} HintAnswer
 * @property {number} version
 * @property {Side} player who decides
 * @property {number} plies how far it looked ahead
 * @property {PlayHintAnswer[] | null} plays the best plays, the best one first; `null` where there is no roll to play
 * @property {CubeHintAnswer | null} cube `null` where there is a roll to play
 */

/**
 * A match of a file that has become a study.
 * @typedef {object} ImportedMatchAnswer
 * @property {string} match
 * @property {TextBySide} names
 * @property {number | null} length
 * @property {number} version
 * @property {number} games how many have ended
 */

/**
 * What became of a file.
 * @typedef {object} ImportAnswer
 * @property {string} format
 * @property {ImportedMatchAnswer[]} matches
 * @property {string[]} problems what could not be read, in words
 */

/**
 * A play, and what a program thought of it, from the view of who plays.
 * @typedef {object} AnalysedPlayAnswer
 * @property {string} notation
 * @property {[number, number][]} steps
 * @property {number | null} equity
 * @property {ChancesAnswer | null} chances
 * @property {number | null} win_chance the chance to win the match
 * @property {string} level the program's name of how it looked
 * @property {number | null} plies
 * @property {boolean} rollout
 */

/**
 * What a program thought of the plays of a roll.
 * @typedef {object} PlayAnalysisAnswer
 * @property {"plays"} type
 * @property {AnalysedPlayAnswer[]} plays the best one first
 * @property {number | null} played which of them was played, counted from 0
 * @property {number | null} luck
 * @property {number | null} error what the decision lost
 * @property {string} [program] which program it was, if the file says so
 */

/**
 * What a program thought of the cube, from the view of who may double.
 * @typedef {object} CubeAnalysisAnswer
 * @property {"cube"} type
 * @property {number | null} no_double
 * @property {number | null} double_take
 * @property {number | null} double_drop
 * @property {boolean} in_winning_chances whether the three are chances to win the match instead of equities
 * @property {number | null} cubeless
 * @property {ChancesAnswer | null} chances
 * @property {ChancesAnswer | null} chances_after_double
 * @property {string} level
 * @property {number | null} plies
 * @property {boolean} rollout
 * @property {number | null} error what doubling or not doubling lost
 * @property {number | null} answer_error what taking or dropping lost
 * @property {string} [program] which program it was, if the file says so
 */

/**
 * An event of the game, and what it led to.
 * @typedef {object} ReplayMoveAnswer
 * @property {number} version
 * @property {string} type the event's, as in a record
 * @property {Side | null} player
 * @property {[number, number] | null} roll
 * @property {[number, number][] | null} steps
 * @property {string | null} notation
 * @property {number | null} resigned what a resignation offers: 1 for a single game, 2 for a gammon, 3 for a backgammon
 * @property {string} words
 * @property {number[]} board the board after it, White's view
 * @property {CubeValueAnswer} cube
 * @property {string | null} comment the file's words about the event
 * @property {string | null} own_comment what a player, or who imported the match, wrote about it here
 * @property {FirstChoiceAnswer | null} first_choice what the caller had chosen when the tutor asked to look again; `null` if it did not ask, and for anybody else
 * @property {(PlayAnalysisAnswer | CubeAnalysisAnswer)[] | null} analyses what other programs thought; `null` unless they were asked for
 */

/**
 * A game of a match.
 * @typedef {object} ReplayGameAnswer
 * @property {number} number
 * @property {NumberBySide} score at its start
 * @property {boolean} crawford
 * @property {ReplayMoveAnswer[]} moves
 * @property {GameResultAnswer | null} result `null` while it has not ended
 */

/**
 * Every position of a match.
 * @typedef {object} ReplayAnswer
 * @property {string} match
 * @property {number} version
 * @property {number | null} length
 * @property {number} checkers
 * @property {TextBySide} names
 * @property {Record<string, string>} details what the file of an imported match says about it: event, place, date, annotator
 * @property {number} analysed at how many events the file has an analysis
 * @property {boolean} may_comment whether the caller may write comments beside its events
 * @property {number[]} tutored the games in which the caller asked the tutor, by their numbers
 * @property {number[]} start the board before the first event, White's view
 * @property {ReplayGameAnswer[]} games
 */

/**
 * A job of the engine: a match, one decision of it, or a position.
 * @typedef {object} AnalysisAnswer
 * @property {string} analysis its id
 * @property {string | null} match `null` for a position
 * @property {number | null} event the decision, by the number of its event, counted from 0; `null` for a whole match and for a position
 * @property {"instant" | "fast" | "deep" | "rollout"} depth
 * @property {"waiting" | "running" | "done" | "cancelled" | "failed" | "stale"} state `stale` if moves of the match were taken back since
 * @property {number} done decisions and rolls of a match; games of a rollout
 * @property {number} total
 * @property {number} ahead how many jobs wait before it
 * @property {string} engine which engine made it
 * @property {boolean} is_current whether it is about the match as it is now, by the engine that the server has now
 * @property {boolean} mine whether the caller may cancel it
 * @property {string | null} message why it failed, in words
 */

/**
 * A decision of a match and what it gave away, from the view of who decided.
 * @typedef {object} DecisionSummaryAnswer
 * @property {number} event the number of its event, counted from 0
 * @property {number} version of the match after it, as in a replay
 * @property {number} game
 * @property {Side} player
 * @property {"play" | "double" | "answer" | "resignation" | "resignation-answer"} kind `double` is to double or to roll; `answer` is to take, drop or beaver
 * @property {string} action what the player did
 * @property {boolean} forced
 * @property {number} loss as a normalised equity, from 0 up
 * @property {number | null} match_loss as a chance to win the match; `null` in money play
 * @property {"none" | "inaccuracy" | "error" | "blunder"} mark
 * @property {string | null} cube_error which error with the cube it was, such as `missed-double-take`
 * @property {string} words what was done, in the client's language
 * @property {string} best what was best: the notation of a play, or words
 * @property {number | null} luck of the roll that was played; `null` for other decisions
 */

/**
 * A roll of a match and how lucky it was, from the view of who rolled.
 * @typedef {object} RollLuckAnswer
 * @property {number} event
 * @property {number} version
 * @property {number} game
 * @property {Side} player for an opening roll the player who starts
 * @property {[number, number]} roll
 * @property {number} luck how much better than the mean of all rolls, as a normalised equity
 * @property {number | null} match_luck
 * @property {"very-lucky" | "lucky" | "unlucky" | "very-unlucky" | null} mark
 * @property {number} win_chance the player's chance to win the game before the roll
 * @property {number | null} match_chance the player's chance to win the match before the roll; `null` in money play
 */

/**
 * A play, and what the engine thinks of it, from the view of who plays.
 * @typedef {object} PlayCandidateAnswer
 * @property {string} notation
 * @property {[number, number][]} steps
 * @property {number[]} board the board after it, White's view
 * @property {number} equity
 * @property {number} loss how much less than the best play
 * @property {number | null} match_chance the chance to win the match; `null` in money play
 * @property {ChancesAnswer} chances
 * @property {number} plies how far the engine looked ahead; in a rollout, how far its players did
 * @property {number} games how many games were rolled out; 0 for a search
 * @property {number | null} error the standard error of a rollout's equity
 * @property {boolean} played
 */

/**
 * Something other than a play that may be done, from the view of who decides.
 * @typedef {object} AnalysedActionAnswer
 * @property {ActionName} action
 * @property {number} equity
 * @property {number} lost how much less than the best action
 * @property {string} words in the client's language
 * @property {number | null} match_chance the chance to win the match; `null` in money play
 * @property {boolean} played
 */

/**
 * What the program that wrote an imported file thought of a decision.
 * @typedef {object} ComparisonAnswer
 * @property {string} program
 * @property {string} level the program's name of how it looked
 * @property {string} best the play or the action that it thought best
 * @property {number | null} loss what the decision lost by it
 * @property {boolean} agrees whether it thinks the same best
 */

/**
 * Everything that was found about a decision, from the view of who decides.
 * @typedef {object} DecisionAnswer
 * @property {number | null} event `null` for a position
 * @property {number | null} version
 * @property {Side} player
 * @property {"play" | "double" | "answer" | "resignation" | "resignation-answer"} kind
 * @property {string | null} action what the player did; `null` for a position
 * @property {string | null} words the same in the client's language
 * @property {number[]} board the board before it, White's view
 * @property {[number, number] | null} roll
 * @property {CubeValueAnswer} cube
 * @property {number | null} length
 * @property {NumberBySide} score
 * @property {boolean} crawford
 * @property {string | null} xgid `null` where no XGID can say it
 * @property {number} legal how many plays the roll has; 0 where there is none
 * @property {TurnGraphAnswer | null} turn the legal steps of the roll, to play it again on a board; `null` where there is no roll to play
 * @property {number | null} loss
 * @property {number | null} match_loss
 * @property {"none" | "inaccuracy" | "error" | "blunder" | null} mark
 * @property {string | null} cube_error which error with the cube it was, such as `missed-double-take`
 * @property {PlayCandidateAnswer[] | null} plays the best first; `null` where there is no roll to play
 * @property {AnalysedActionAnswer[] | null} actions the best first; `null` where there is a roll to play. For an offer of a resignation, the opponent's answers
 * @property {CubeDecisionAnswer | null} cube_decision the cube decision of the player on roll, for a double and for the answer to one
 * @property {ChancesAnswer} chances of the player who decides, with the best play
 * @property {number} plies
 * @property {number} games how many games were rolled out; 0 for a search
 * @property {number | null} error the standard error of a rollout
 * @property {"instant" | "fast" | "deep" | "rollout"} depth
 * @property {string} engine
 * @property {number | null} luck of the roll that was played
 * @property {ComparisonAnswer | null} comparison what the file of an imported match says
 */

/**
 * Decisions, and what they gave away together.
 * @typedef {object} TallyAnswer
 * @property {number} count
 * @property {number} loss
 * @property {number} match_loss as a chance to win the match; 0 in money play
 * @property {number[]} events the decisions, by the numbers of their events
 * @property {string | null} [label] what they are called, in the client's language; only of marks and of errors with the cube
 */

/**
 * How lucky a player's rolls were.
 * @typedef {object} LuckAnswer
 * @property {number} sum as a normalised equity
 * @property {number} match as a chance to win the match; 0 in money play
 * @property {number} points each roll times its cube
 * @property {number} difference `sum` less the opponent's
 * @property {number[]} very_lucky rolls by the numbers of their events
 * @property {number[]} lucky
 * @property {number[]} unlucky
 * @property {number[]} very_unlucky
 */

/**
 * The figures of a player; docs/analysis.md has their formulas.
 * @typedef {object} FiguresAnswer
 * @property {string} name
 * @property {number} moves turns with a roll
 * @property {number} decisions those that count for `pr`
 * @property {number} pr
 * @property {string} band what a player with this `pr` is called, in the client's language
 * @property {number} gnubg_rate
 * @property {number} gnubg_play_rate
 * @property {number} gnubg_cube_rate
 * @property {number} snowie_rate
 * @property {number} loss all errors but those with resignations
 * @property {number} match_loss
 * @property {TallyAnswer} plays
 * @property {TallyAnswer} cube
 * @property {TallyAnswer} doubles
 * @property {TallyAnswer} answers
 * @property {TallyAnswer} resignations
 * @property {Record<string, TallyAnswer>} marks
 * @property {Record<string, TallyAnswer>} cube_errors
 * @property {LuckAnswer} luck
 * @property {number | null} luck_adjusted_result `null` for one game, and for a match that is not over
 */

/**
 * The figures of both players.
 * @typedef {object} FiguresBySide
 * @property {FiguresAnswer} white
 * @property {FiguresAnswer} black
 */

/**
 * The figures of one game.
 * @typedef {object} GameFiguresAnswer
 * @property {number} game
 * @property {FiguresBySide} figures
 */

/**
 * What was found about a match.
 * @typedef {object} ReviewAnswer
 * @property {AnalysisAnswer} analysis
 * @property {string} match
 * @property {number} version of the match that was analysed
 * @property {"instant" | "fast" | "deep" | "rollout"} depth
 * @property {string} engine
 * @property {boolean} is_current
 * @property {boolean} is_complete
 * @property {FiguresBySide} figures
 * @property {GameFiguresAnswer[]} games
 * @property {DecisionSummaryAnswer[]} decisions
 * @property {RollLuckAnswer[]} rolls
 * @property {AnalysisAnswer[]} available all analyses of the match, the deepest first
 * @property {string[]} file_programs programs whose analyses the file of an imported match has
 */

/**
 * A comment that somebody wrote beside an event.
 * @typedef {object} CommentAnswer
 * @property {string} match
 * @property {number} event
 * @property {string} comment empty if it was removed
 */

/**
 * How far an analysis has come.
 * @typedef {object} AnalysisProgressAnswer
 * @property {"progress"} type
 * @property {AnalysisAnswer} analysis
 */

/**
 * What was found about a match since the last message.
 * @typedef {object} AnalysedDecisionsAnswer
 * @property {"decisions"} type
 * @property {DecisionSummaryAnswer[]} decisions
 * @property {RollLuckAnswer[]} rolls
 * @property {FiguresBySide} figures of all that was found so far
 */

/**
 * What was found about a position or one decision; while a rollout runs, so far.
 * @typedef {object} AnalysisResultAnswer
 * @property {"result"} type
 * @property {DecisionAnswer} result
 */

/**
 * What a learner has set.
 * @typedef {object} PracticeSettingsAnswer
 * @property {number} retention which share of cards is to be known when they come back
 * @property {number} new_a_day how many new cards a day
 */

/**
 * An answer that a learner gave, and how it went.
 * @typedef {object} AttemptAnswer
 * @property {string} id the sender's
 * @property {"card" | "opening" | "drill" | "puzzle" | "lesson"} kind
 * @property {string} key what was asked: the id of a card, the name of a lesson
 * @property {string} topic what it counts as in statistics
 * @property {number} grade 1: wrong, 2: nearly the best, 3: right, 4: right and easy
 * @property {number | null} loss what the answer gives away, as a normalised equity; `null` where that is not known
 * @property {number | null} milliseconds how long the answer took
 * @property {number} at milliseconds since 1970
 * @property {import("./types.js").AttemptDetail} detail what the page that asked wants to know of it later
 */

/**
 * Attempts, the last one first.
 * @typedef {object} AttemptListAnswer
 * @property {AttemptAnswer[]} attempts
 * @property {boolean} more whether there are more before them
 */

/**
 * What became of attempts that were sent.
 * @typedef {object} AttemptsKeptAnswer
 * @property {string[]} kept the ids of those that are new here; others were sent before, or are at cards that are gone
 */

/**
 * Attempts counted together.
 * @typedef {object} AttemptCountAnswer
 * @property {string} name the topic, or the day as yyyy-mm-dd
 * @property {string} label the same in the client's language, where it is a topic that has a name; else the name
 * @property {number} attempts
 * @property {number} right those with a grade above 1
 * @property {number} loss the sum of what was given away
 * @property {number | null} milliseconds how long an answer took on average
 */

/**
 * All attempts of a kind.
 * @typedef {object} KindStatisticsAnswer
 * @property {"card" | "opening" | "drill" | "puzzle" | "lesson"} kind
 * @property {number} attempts
 * @property {number} right
 * @property {AttemptCountAnswer[]} topics
 * @property {AttemptCountAnswer[]} days the first day first; days without attempts are left out
 */

/**
 * How strong a learner is, by Glicko-2.
 * @typedef {object} RatingAnswer
 * @property {string} pool what is rated, such as `puzzle`
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 * @property {number} attempts
 */

/**
 * What a learner has done.
 * @typedef {object} PracticeStatisticsAnswer
 * @property {KindStatisticsAnswer[]} kinds
 * @property {RatingAnswer[]} ratings
 */

/**
 * A name of a player of imported matches.
 * @typedef {object} LearnerNameAnswer
 * @property {string} name
 * @property {boolean} me whether that is the learner
 */

/**
 * The names of players about which a learner was asked.
 * @typedef {object} LearnerNamesAnswer
 * @property {LearnerNameAnswer[]} names
 */

/**
 * A card in a list.
 * @typedef {object} CardSummaryAnswer
 * @property {string} card its id
 * @property {"play" | "double" | "answer"} kind what is decided
 * @property {string} topic
 * @property {string} label the topic in the client's language
 * @property {string | null} xgid the position; `null` where no XGID can say it
 * @property {number} due milliseconds since 1970
 * @property {boolean} is_new whether it was never answered
 * @property {boolean} is_suspended
 * @property {number} answers
 * @property {number} lapses how often it was forgotten after it had been known
 * @property {number} times how often it went wrong in matches
 * @property {number | null} loss what was given away in the last of them
 * @property {string | null} match that match, if it is still there
 * @property {number | null} event
 * @property {string[]} tags
 */

/**
 * A match whose errors wait: it is not known which side was the learner.
 * @typedef {object} UnnamedMatchAnswer
 * @property {string} match
 * @property {string} white the name of White; `MATCH/white` if there is none; empty where it is known that this was somebody else
 * @property {string} black
 */

/**
 * Where a learner's cards stand.
 * @typedef {object} DueCardsAnswer
 * @property {number} total how many cards there are
 * @property {number} due how many were answered before and are to be asked now
 * @property {number} fresh how many new ones are to be asked today
 * @property {number} waiting how many new ones there are in all
 * @property {number | null} next when the next one is due after now, in milliseconds since 1970
 * @property {CardSummaryAnswer[]} cards the cards to be asked now, those that were answered before first
 * @property {number} collected how many errors have become cards just now
 * @property {number} left_out how many did not fit, because there are too many cards
 * @property {boolean} more whether there are more analysed matches to look at: ask again
 * @property {UnnamedMatchAnswer[]} unnamed
 */

/**
 * Why the best answer is better than another one.
 * @typedef {object} CardReasonAnswer
 * @property {string} answer the other one: the notation of a play, or the name of an action
 * @property {string[]} sentences
 */

/**
 * A card with its question, what the engine thinks, and reasons.
 * @typedef {object} CardAnswer
 * @property {CardSummaryAnswer} card
 * @property {DecisionAnswer} decision the position and what the engine found; `played` marks what was done in the match
 * @property {import("./types.js").Rules} rules
 * @property {number} checkers of each side
 * @property {CardReasonAnswer[]} reasons
 */

/**
 * Cards in the order of their ids.
 * @typedef {object} CardListAnswer
 * @property {CardSummaryAnswer[]} cards
 * @property {boolean} more
 * @property {string[]} tags all tags of the cards that are listed
 */

/**
 * What became of positions that were added.
 * @typedef {object} CardsAddedAnswer
 * @property {CardSummaryAnswer[]} cards the cards, also those that were there before
 * @property {number} left_out how many did not fit
 * @property {string[]} problems lines that could not be read, in the client's language
 */

/**
 * A card in a file of practice.
 * @typedef {object} KeptCardAnswer
 * @property {string} situation the position, as a record of a match
 * @property {string | null} finding what the engine thinks, as JSON
 * @property {string | null} engine
 * @property {string | null} depth
 * @property {string | null} played
 * @property {number | null} loss
 * @property {number} times
 * @property {string[]} tags
 * @property {boolean} is_suspended
 * @property {number} due
 * @property {number} state
 * @property {number | null} step
 * @property {number | null} stability
 * @property {number | null} difficulty
 * @property {number | null} last
 * @property {number} answers
 * @property {number} lapses
 * @property {number} created
 */

/**
 * Everything that a learner has, to be taken to another browser or server.
 * @typedef {object} PracticeFileAnswer
 * @property {"sixprime-practice"} format
 * @property {1} version
 * @property {PracticeSettingsAnswer} settings
 * @property {LearnerNameAnswer[]} names
 * @property {KeptCardAnswer[]} cards
 * @property {AttemptAnswer[]} attempts
 * @property {RatingAnswer[]} ratings
 */

/**
 * What of a file was new.
 * @typedef {object} PracticeImportedAnswer
 * @property {number} cards
 * @property {number} attempts
 */

/**
 * Whether there was something to delete.
 * @typedef {object} PracticeDeletedAnswer
 * @property {boolean} deleted
 */

/**
 * A lesson in the list.
 * @typedef {object} LessonSummaryAnswer
 * @property {string} name
 * @property {string} title
 * @property {string} chapter the name of the chapter that it belongs to
 */

/**
 * A chapter of the course.
 * @typedef {object} ChapterAnswer
 * @property {string} name
 * @property {string} title
 */

/**
 * All lessons for a set of rules, in their order.
 * @typedef {object} CourseAnswer
 * @property {string} preset
 * @property {string} preset_title
 * @property {ChapterAnswer[]} chapters
 * @property {LessonSummaryAnswer[]} lessons
 */

/**
 * One of the answers to choose from.
 * @typedef {object} LessonOptionAnswer
 * @property {string} name
 * @property {string} words
 */

/**
 * A lesson: White is the reader, and a board is to be played on, or one of several answers to be chosen.
 * @typedef {object} LessonAnswer
 * @property {string} name
 * @property {string} chapter
 * @property {string} title
 * @property {string} words what there is to know
 * @property {string} task
 * @property {string} hint
 * @property {string} rule the place in the rule book, `/rules#RULE`
 * @property {string | null} leaflet what the chosen rules say differently from tournament rules here
 * @property {number[]} board
 * @property {number} checkers
 * @property {Side} on_roll
 * @property {Side} to_act
 * @property {[number, number] | null} roll
 * @property {CubeAnswer} cube
 * @property {number | null} length
 * @property {NumberBySide} score
 * @property {boolean} crawford
 * @property {import("./types.js").Rules} rules
 * @property {TurnGraphAnswer | null} turn the legal steps; `null` if there is nothing to play
 * @property {LessonOptionAnswer[]} options none where a play is asked for
 * @property {[number, number][]} solution a play that solves the lesson; none where an option is to be chosen
 */

/**
 * What became of an answer.
 * @typedef {object} LessonVerdictAnswer
 * @property {boolean} right
 * @property {string} words
 */

/**
 * Something that can be drilled.
 * @typedef {object} DrillAnswer
 * @property {string} name
 * @property {string} title
 * @property {string} words what it is about
 */

/**
 * All drills.
 * @typedef {object} DrillListAnswer
 * @property {DrillAnswer[]} drills
 * @property {number} levels levels go from 1 to this
 */

/**
 * A cube action to choose.
 * @typedef {object} DrillActionAnswer
 * @property {string} name
 * @property {string} words
 */

/**
 * A problem of a drill. White is the reader, and on roll.
 * @typedef {object} DrillProblemAnswer
 * @property {string} drill
 * @property {number} level
 * @property {number} seed with drill and level it makes the same problem again
 * @property {"number" | "percent" | "play" | "action"} kind what is asked for
 * @property {string} question
 * @property {number[] | null} board `null` where a score alone is asked about
 * @property {number} checkers
 * @property {[number, number] | null} roll
 * @property {CubeValueAnswer} cube
 * @property {TurnGraphAnswer | null} turn the legal steps, where a play is asked for
 * @property {DrillActionAnswer[]} actions
 */

/**
 * What became of an answer, and how to get to the right one.
 * @typedef {object} DrillVerdictAnswer
 * @property {boolean} right
 * @property {string} words
 * @property {string[]} working
 */

/**
 * What is better than the action, and why; only where it is to be shown.
 * @typedef {object} BetterChoiceAnswer
 * @property {ActionName} action `decline` beside a resignation means to play on
 * @property {string} words the action in words; a play in its notation
 * @property {[number, number][] | null} steps of a play
 * @property {string[]} reasons why it is better, the most important first; none where nothing measured explains it
 * @property {PlayHintAnswer[] | null} plays the best plays and the one that was chosen, the best one first; `null` without a roll
 * @property {RankedActionAnswer[] | null} actions what else may be done, the best first; `null` with a roll and beside a resignation
 * @property {CubeDecisionAnswer | null} decision the cube decision of the player on roll, for a double and the answer to one
 */

/**
 * An action that is about to be taken, from the view of who decides.
 * @typedef {object} ChoiceAdviceAnswer
 * @property {"play" | "double" | "answer" | "resignation" | "resignation-answer"} kind
 * @property {ActionName} action
 * @property {boolean} forced whether there is nothing else to do
 * @property {number} lost how much less than the best action it is worth, as a normalised equity
 * @property {"none" | "inaccuracy" | "error" | "blunder"} mark
 * @property {ChancesAnswer} chances after the play; of other actions, as the position stands
 * @property {BetterChoiceAnswer | null} better `null` unless it is to be shown and there is something better
 */

/**
 * What the tutor says.
 * @typedef {object} AdviceAnswer
 * @property {number} version
 * @property {Side} player who decides
 * @property {number} plies how far it looked ahead
 * @property {boolean} forced whether there is only one thing to do, or none
 * @property {number | null} luck of the roll on the table, as a normalised equity; `null` without one
 * @property {"very-lucky" | "lucky" | "unlucky" | "very-unlucky" | null} luck_mark
 * @property {ChancesAnswer} chances of the player if the best is done
 * @property {ChoiceAdviceAnswer | null} choice what was asked about; `null` if that was nothing, or decides nothing
 */

/**
 * What a player had chosen when the tutor asked to look again.
 * @typedef {object} FirstChoiceAnswer
 * @property {ActionName} action
 * @property {string} words in the client's language; a play in its notation
 * @property {number} lost what it would have lost, by the tutor
 * @property {boolean} changed whether something else was done in the end
 * @property {boolean} shown whether the player had the answer shown
 */

/**
 * A decision without its answer.
 * @typedef {object} QuestionAnswer
 * @property {Side} player who decides
 * @property {"play" | "double" | "answer"} kind
 * @property {number[]} board White's view
 * @property {[number, number] | null} roll `null` where there is a cube action to choose
 * @property {CubeValueAnswer} cube
 * @property {number | null} length
 * @property {NumberBySide} score
 * @property {boolean} crawford
 * @property {string | null} xgid
 * @property {TurnGraphAnswer | null} turn the legal steps of the roll; `null` where there is none
 * @property {string} words what is asked, in the client's language
 */

/**
 * What an answer is worth beside the best one.
 * @typedef {object} VerdictAnswer
 * @property {DecisionAnswer} decision everything about the decision, the answer marked as what was played
 * @property {number} loss
 * @property {"none" | "inaccuracy" | "error" | "blunder"} mark
 * @property {boolean} right whether nothing is better
 * @property {string} best the best play or cube action, in the client's language
 * @property {string} choice the answer, in the same way
 * @property {boolean} by_rollout whether rollouts say what the answer is worth; else a search does
 * @property {string[]} reasons why the best is better, in the client's language; empty if nothing measured explains it
 */

/**
 * A line of the opening book and its best play.
 * @typedef {object} OpeningSummaryAnswer
 * @property {string} line its rolls, such as `31` or `31-64`
 * @property {[number, number]} roll
 * @property {string} best
 * @property {number} equity of the player who plays the roll
 * @property {number} error
 * @property {string | null} name what players call the play, in the client's language; `null` where it has no name
 */

/**
 * The opening book: its first rolls, and how it was made.
 * @typedef {object} OpeningBookAnswer
 * @property {OpeningSummaryAnswer[]} first
 * @property {number} games how many games a first play was rolled out, if it was not clearly worse
 * @property {number} reply_games
 * @property {number} truncate after so many rolls the net said what the position is worth
 * @property {string} command the command that makes this book
 * @property {string} program
 * @property {string} engine
 */

/**
 * What players call a play.
 * @typedef {object} PlayNameAnswer
 * @property {string} notation
 * @property {string} name
 */

/**
 * A line of the opening book.
 * @typedef {object} OpeningLineAnswer
 * @property {string} line
 * @property {"first" | "reply" | "third"} stage
 * @property {OpeningSummaryAnswer[]} before the lines that lead to it, each with the play that was made
 * @property {DecisionAnswer} decision
 * @property {PlayNameAnswer[]} names
 * @property {OpeningSummaryAnswer[]} replies what the other side plays then, after the best play; empty for third rolls
 */

/**
 * A line that is asked.
 * @typedef {object} OpeningQuestionAnswer
 * @property {string} line
 * @property {"first" | "reply" | "third"} stage
 * @property {OpeningSummaryAnswer[]} before
 * @property {QuestionAnswer} question
 */

/**
 * A puzzle without its answer.
 * @typedef {object} PuzzleAnswer
 * @property {string} puzzle its key
 * @property {string} phase the kind of position, in the client's language
 * @property {number} rating how hard it is, by Glicko-2
 * @property {string | null} day the day whose puzzle it is, as yyyy-mm-dd; `null` if it was not asked for by its day
 * @property {boolean} done whether the caller has answered it before; then it is not rated again
 * @property {QuestionAnswer} question
 */

/**
 * What an answer to a puzzle is worth, and what it does to the ratings.
 * @typedef {object} PuzzleVerdictAnswer
 * @property {string} puzzle
 * @property {VerdictAnswer} verdict
 * @property {number} rating the caller's, after the answer
 * @property {number} change by how much it has changed; 0 if the puzzle was not rated
 * @property {number} deviation how sure the rating is
 * @property {number} puzzle_rating
 * @property {number} gap how much the next best loses in rollouts
 * @property {number} error the standard error of that
 */

/**
 * A level at which the bot plays.
 * @typedef {object} LevelAnswer
 * @property {string} name
 * @property {string} title in the client's language
 * @property {number} error_rate how much it loses by its decisions
 * @property {string} description in the client's language: for whom it is a good opponent
 * @property {number} plies how far it looks ahead
 * @property {boolean} default
 * @property {boolean} available whether it can be chosen now; levels that look ahead cannot until the engine is compiled
 */

/**
 * Rules that have a name.
 * @typedef {object} PresetAnswer
 * @property {string} name
 * @property {string} title in the client's language: what is different in these rules
 * @property {string} short_title in the client's language: what they are called
 * @property {import("./types.js").Rules} rules
 * @property {string[]} words the rules in words, for a match
 * @property {string[]} money_words the rules in words, for money play
 */

/**
 * A kind of match file that can be imported.
 * @typedef {object} ReadFormatAnswer
 * @property {string} name
 * @property {string[]} extensions
 */

/**
 * The kinds of match files.
 * @typedef {object} FormatsAnswer
 * @property {ReadFormatAnswer[]} read
 * @property {string[]} written
 */

/**
 * What the server is and offers.
 * @typedef {object} AboutAnswer
 * @property {"sixprime"} name
 * @property {string} version
 * @property {Record<string, string>} languages their own names, by code
 * @property {LevelAnswer[]} levels
 * @property {PresetAnswer[]} presets
 * @property {string[]} starts names of start positions
 * @property {FormatsAnswer} formats
 * @property {boolean} anki whether cards can be taken along as a package for Anki
 */

/**
 * A position in every kind of id; `null` where that kind cannot say it.
 * @typedef {object} IdsAnswer
 * @property {string | null} position_id
 * @property {string | null} gnubg_id
 * @property {string | null} xgid
 * @property {string | null} ogid
 * @property {string | null} fibs_board
 */

/**
 * What an id or a board says. Of a board with defects only these, the board and the number of checkers are told.
 * @typedef {object} PositionAnswer
 * @property {string | null} kind which id was found in a text; `null` for a board
 * @property {number[]} board White's view
 * @property {number} checkers
 * @property {Side | null} [on_roll]
 * @property {Side | null} [to_act]
 * @property {[number, number] | null} [roll]
 * @property {CubeValueAnswer | null} [cube]
 * @property {"double" | "beaver" | "raccoon" | null} [offer] where a cube waits for its answer
 * @property {ResignationAnswer | null} [resignation]
 * @property {number | null} [length]
 * @property {NumberBySide | null} [score]
 * @property {boolean | null} [crawford]
 * @property {boolean | null} [jacoby]
 * @property {boolean | null} [beavers]
 * @property {NumberBySide | null} [pips]
 * @property {NumberBySide | null} [off]
 * @property {string[]} defects what is wrong with a board on which nobody can play, in words
 * @property {IdsAnswer | null} ids
 */

/**
 * A roll and its number in the match.
 * @typedef {object} NumberedDiceAnswer
 * @property {number} number
 * @property {[number, number]} dice
 */

/**
 * The transcript of the dice of a match; see dice.md.
 * @typedef {object} DiceTranscriptAnswer
 * @property {"sixprime-dice"} format
 * @property {1} version
 * @property {string} match
 * @property {string} commitment
 * @property {string | null} secret
 * @property {SeedsAnswer} seeds
 * @property {number} imported how many rolls came with an imported match; these dice did not throw them
 * @property {NumberedDiceAnswer[]} rolls
 */

/**
 * What was counted beside what fair dice lead one to expect, by name.
 * @typedef {object} DistributionAnswer
 * @property {Record<string, number>} counts
 * @property {Record<string, number>} expected
 * @property {number} chi_square
 * @property {number} degrees of freedom
 * @property {number} p_value the share of fair dice that would stray at least as far
 */

/**
 * How all dice of the server were spread.
 * @typedef {object} DiceStatisticsAnswer
 * @property {number} matches
 * @property {number} rolls
 * @property {DistributionAnswer} faces
 * @property {DistributionAnswer} pairs by roll, the higher number first: `"31"`
 * @property {DistributionAnswer} doubles
 * @property {DistributionAnswer} repeats the same roll as before
 * @property {DistributionAnswer} runs_of_doubles by length
 */

/**
 * Whether the server can serve.
 * @typedef {object} ReadyAnswer
 * @property {boolean} ready
 * @property {boolean} board whether boards and rules can be used
 * @property {boolean} bot whether the bot can play
 * @property {number} compiled how much of the engine is compiled, from 0 to 1; at 1 it has its full strength
 * @property {boolean} database whether the database answers, takes writes and has room on its disk
 * @property {boolean} stopping whether it is about to stop
 */

/**
 * The process lives.
 * @typedef {object} HealthAnswer
 * @property {"ok"} status
 * @property {"sixprime"} name
 */

export {};
