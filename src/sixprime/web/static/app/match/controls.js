/**
 * The controls below the board: a main button for the next action, buttons for doubling and undo, a menu with the rest,
 * and the question when a double or a resignation waits for an answer. That question is no dialog, because a player who
 * decides about the cube wants to see the board.
 */

import { button, element, icon, iconButton, setChildren } from "../shared/dom.js";
import { nameOf, rematchWish, subjectOf } from "../shared/names.js";
import { text } from "../shared/translations.js";
import { abortDeclinedBy, abortNeedsConsent, isBetweenGames, isMine, isOver, seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * What the page does when a control is used.
 * @typedef {object} ControlHandlers
 * @property {(seat: Player, action: string, more?: Record<string, unknown>) => void} send
 * @property {() => void} undo
 * @property {() => void} undoAll
 * @property {() => void} confirm
 * @property {() => void} double
 * @property {() => void} resign
 * @property {() => void} hint
 * @property {() => void} takeBack
 * @property {() => void} abort
 * @property {() => void} share
 * @property {() => void} settings
 * @property {() => void} rules
 * @property {() => void} keys
 * @property {() => void} moves
 * @property {() => boolean} movesAreVisible
 * @property {() => void} results
 * @property {() => void} rematch
 * @property {() => void} flip
 * @property {(written: string) => void} typed
 */

/** The progress of the turn on the board. @typedef {{started: boolean, complete: boolean}} TurnProgress */

/** The height that the menu needs above its button, in pixels. */
const MENU_HEIGHT = 440;

/** Builds and updates the controls. */
export class Controls {
  /** @param {ControlHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.status = element("p", { class: "status" });
    this.row = element("div", { class: "control-row" });
    this.offer = element("div", { class: "offer", role: "group", tabindex: "-1", "aria-labelledby": "offer-words", hidden: true });
    this.question = element("div", { class: "question", hidden: true });
    this.typedRow = this.#typedRow();
    this.menuList = element("div", { class: "menu-list" });
    this.menu = element("div", { id: "more", class: "menu actions", popover: "auto" }, this.menuList);
    this.cubeFace = element("b", { class: "cube-face", "aria-hidden": "true" });
    this.double = element("button", { type: "button", class: "button control double", onclick: () => handlers.double() }, this.cubeFace, element("span", {}, text("Double")));
    this.undo = button(text("Undo"), { icon: "undo", class: "button control undo", title: text("Undo"), onclick: () => handlers.undo(), oncontextmenu: (/** @type {Event} */ event) => (event.preventDefault(), handlers.undoAll()) });
    this.main = element("button", { type: "button", class: "button main control wide-control", onclick: () => this.#mainAction?.() });
    this.more = iconButton(text("More"), "more", { class: "icon-button framed", popovertarget: "more", "aria-expanded": "false" });
    this.menu.addEventListener("beforetoggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
      this.#showMenu();
      this.#placeMenu();
    });
    this.menu.addEventListener("toggle", (event) => {
      const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
      this.more.setAttribute("aria-expanded", String(isOpen));
    });
    this.row.append(this.double, this.undo, this.main, this.more);
    new ResizeObserver(() => this.#fit()).observe(this.row);
    this.root = element("section", { class: "controls", "aria-label": text("Controls") }, this.status, this.offer, this.question, this.row, this.typedRow, this.menu);
    /** @type {(() => void) | null} */
    this.onOffer = null;
  }

  /** @type {(() => void) | null} */
  #mainAction = null;
  #mainKey = "";
  #rowKey = "";
  #offerKey = "";
  /** What had the focus when an offer took it. @type {HTMLElement | null} */
  #focusedBefore = null;
  #questionKey = "";

  /**
   * @param {MatchState} state
   * @param {TurnProgress} turn
   * @param {{busy: boolean, connected: boolean}} status
   */
  show(state, turn, { busy, connected }) {
    const may = (/** @type {string} */ action) => seatFor(state, action);
    this.status.textContent = statusText(state, turn, connected);
    const isIdle = state.you.length === 0 || isBetweenGames(state) || ["over", "aborted", "seats", "seeds"].includes(state.phase);
    this.double.hidden = isIdle || !state.you.some((seat) => state.doublers.includes(seat));
    this.double.disabled = !may("double") || busy;
    const value = state.cube.value * 2;
    this.cubeFace.textContent = String(value);
    this.double.title = text("Double to {value}", { value });
    this.undo.hidden = isIdle;
    this.undo.disabled = !turn.started;
    this.#showMain(state, turn, busy);
    this.#showOffer(state);
    this.#showQuestion(state);
    this.#state = state;
    if (this.menu.matches(":popover-open")) this.#showMenu();
    this.typedRow.hidden = !this.typing || state.you.length === 0;
  }

  typing = false;

  /**
   * @param {MatchState} state
   * @param {TurnProgress} turn
   * @param {boolean} busy
   */
  #showMain(state, turn, busy) {
    /** @type {[string, string, (() => void) | null]} */
    let [label, picture, run] = [text("Roll"), "dice", null];
    const roll = seatFor(state, "roll");
    const open = seatFor(state, "open");
    if (isOver(state)) [label, picture, run] = [text("Result"), "flag", () => this.handlers.results()];
    else if (open && isBetweenGames(state)) [label, picture, run] = [text("Next game"), "next", () => this.handlers.send(open, "open")];
    else if (open) [label, picture, run] = [text("Roll"), "dice", () => this.handlers.send(open, "open")];
    else if (roll) run = () => this.handlers.send(roll, "roll");
    else if (seatFor(state, "play")) [label, picture, run] = [text("Done"), "confirm", turn.complete ? () => this.handlers.confirm() : null];
    this.#mainAction = run && !busy ? run : null;
    this.main.hidden = (state.you.length === 0 && !isOver(state)) || state.phase === "seats" || state.phase === "seeds";
    // `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
    this.main.setAttribute("aria-disabled", String(!this.#mainAction));
    const key = `${picture} ${label}`;
    if (key !== this.#mainKey) {
      this.#mainKey = key;
      setChildren(this.main, icon(picture), element("span", {}, label));
    }
    const rowKey = [key, this.main.hidden, this.double.hidden, this.undo.hidden].join(" ");
    if (rowKey !== this.#rowKey) {
      this.#rowKey = rowKey;
      this.#fit();
    }
  }

  /** Hide labels where the row is too narrow: first the label of undo, then the main button's icon, then the label of double. */
  #fit() {
    const { row, double, undo, main, more } = this;
    const isBeside = (/** @type {HTMLElement} */ one, /** @type {HTMLElement} */ other) => one.hidden || other.hidden || one.offsetTop === other.offsetTop;
    for (const words of ["all", "most", "few", "least"]) {
      row.dataset.words = words;
      if (row.scrollWidth <= row.clientWidth && isBeside(double, undo) && isBeside(main, more)) return;
    }
  }

  /** @param {MatchState} state */
  #showOffer(state) {
    const seat = seatFor(state, "take") ?? seatFor(state, "accept");
    const key = seat ? `${state.version} ${state.phase}` : "";
    if (key === this.#offerKey) return;
    this.#offerKey = key;
    const hadFocus = this.offer.contains(document.activeElement);
    this.offer.hidden = !seat;
    this.status.hidden = Boolean(seat);
    this.row.hidden = Boolean(seat);
    if (!seat) {
      this.row.append(this.more);
      // Who plays by the keyboard goes on at the board without looking for it.
      if (hadFocus) this.#focusTable();
      return;
    }
    const isCube = state.phase === "to-answer-cube";
    const words = isCube ? cubeQuestion(state) : resignationQuestion(state);
    const answers = isCube
      ? [
          ["take", text("Take"), "main", "t"],
          ["drop", text("Drop"), "", "x"],
          ["beaver", text("Beaver"), "", "b"],
          ["raccoon", text("Raccoon"), "", "b"],
        ]
      : [
          ["accept", text("Accept"), "main", "a"],
          ["decline", text("Play on"), "", "n"],
        ];
    setChildren(
      this.offer,
      element("p", { id: "offer-words" }, words),
      element(
        "div",
        { class: "buttons" },
        ...answers
          .filter(([action]) => /** @type {readonly (string | undefined)[]} */ (state.actions[seat]).includes(action))
          .map(([action, label, kind, key]) => button(/** @type {string} */ (label), { kind, "aria-keyshortcuts": key, onclick: () => this.handlers.send(seat, /** @type {string} */ (action)) })),
        this.more,
      ),
    );
    if (!hadFocus) this.#focusedBefore = /** @type {HTMLElement | null} */ (document.activeElement);
    this.offer.focus({ preventScroll: true });
    this.onOffer?.();
  }

  /** Give the focus that an answer had to the board, if an offer has taken it from there, and else to a button. */
  #focusTable() {
    const before = this.#focusedBefore?.localName === "backgammon-board" ? this.#focusedBefore : null;
    (before ?? (this.main.hidden ? this.more : this.main)).focus({ preventScroll: true });
  }

  /**
   * Show a request to end the match without a result to everybody, and to those who wait for the answer that the other player wants to play on; or the
   * opponent's wish for a rematch.
   * @param {MatchState} state
   */
  #showQuestion(state) {
    const wish = rematchWish(state);
    const by = isOver(state) ? null : state.abort_asked;
    const declinedBy = isOver(state) ? null : abortDeclinedBy(state);
    const key = wish || (by ?? (declinedBy && `declined by ${declinedBy}`) ?? "");
    if (key === this.#questionKey) return;
    this.#questionKey = key;
    const hadFocus = this.question.contains(document.activeElement);
    this.question.hidden = !key;
    if (hadFocus) this.#focusTable();
    if (wish) {
      const play = button(text("Play the rematch"), { kind: "main", onclick: () => this.handlers.rematch() });
      setChildren(this.question, element("p", {}, wish), element("div", { class: "buttons" }, play));
    }
    if (declinedBy) setChildren(this.question, element("p", {}, text("{player} wants to play on", { player: subjectOf(state, declinedBy) })));
    if (!by) return;
    if (state.you.includes(by)) {
      setChildren(this.question, element("p", {}, text("You have offered to abandon the match.")));
      return;
    }
    const offer = element("p", {}, text("{player} offers to abandon the match", { player: subjectOf(state, by) }));
    const seat = seatFor(state, "decline-abort");
    if (!seat) {
      setChildren(this.question, offer);
      return;
    }
    setChildren(
      this.question,
      offer,
      element(
        "div",
        { class: "buttons" },
        button(text("Abandon"), { onclick: () => this.handlers.send(seat, "abort") }),
        button(text("Play on"), { kind: "main", onclick: () => this.handlers.send(seat, "decline-abort") }),
      ),
    );
  }

  /** @type {MatchState | null} */
  #state = null;
  #menuKey = "";

  /** Place the menu above its button or, if there is too little height, beside it; always within the window. */
  #placeMenu() {
    const { top, left, right } = this.more.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const isBeside = top < MENU_HEIGHT && left > MENU_HEIGHT;
    const { style } = this.menu;
    style.bottom = isBeside ? "8px" : `${innerHeight - top + 8}px`;
    style.right = isBeside ? `${width - left + 8}px` : `${Math.max(8, width - right)}px`;
    style.maxHeight = isBeside ? `${innerHeight - 16}px` : `${top - 16}px`;
  }

  /** Fill the menu with what is possible now. An open menu is rebuilt only if its items have changed, and keeps the focus. */
  #showMenu() {
    const state = this.#state;
    if (!state) return;
    const may = (/** @type {string} */ action) => seatFor(state, action) !== null;
    /** @type {[string, string, () => void][]} */
    const items = [];
    const helps = (state.kind === "bot" || state.kind === "screen") && isMine(state);
    if (helps && (state.phase === "to-play" || state.phase === "to-roll" || state.phase === "to-answer-cube")) items.push([text("Hint"), "hint", () => this.handlers.hint()]);
    if (may("take-back")) items.push([text("Undo the last turn"), "back", () => this.handlers.takeBack()]);
    if (state.you.length > 0) items.push([this.typing ? text("Hide the text box") : text("Type moves"), "keyboard", () => this.#toggleTyping()]);
    if (may("resign")) items.push([text("Resign"), "flag", () => this.handlers.resign()]);
    if (may("abort")) items.push([abortNeedsConsent(state) ? text("Offer to abandon the match") : text("Abandon the match"), "stop", () => this.handlers.abort()]);
    const end = seatFor(state, "end");
    if (end && state.results.length > 0) items.push([text("End the session"), "stop", () => this.handlers.send(end, "end")]);
    if (state.kind === "link") items.push([text("Links to share"), "share", () => this.handlers.share()]);
    if (!this.handlers.movesAreVisible()) items.push([text("Moves in this game"), "list", () => this.handlers.moves()]);
    items.push([text("Flip the board"), "turn", () => this.handlers.flip()]);
    items.push([text("Rules of this match"), "book", () => this.handlers.rules()]);
    if (matchMedia("(hover: hover)").matches) items.push([text("Keyboard shortcuts"), "keyboard", () => this.handlers.keys()]);
    items.push([text("Board and settings"), "settings", () => this.handlers.settings()]);
    const key = items.map(([label]) => label).join("\n");
    if (key === this.#menuKey) return;
    this.#menuKey = key;
    const focused = this.menuList.contains(document.activeElement) ? document.activeElement?.textContent : null;
    setChildren(
      this.menuList,
      ...items.map(([label, picture, run], place) =>
        element(
          "button",
          {
            type: "button",
            autofocus: place === 0,
            onclick: () => {
              this.menu.hidePopover();
              run();
            },
          },
          icon(picture),
          element("span", {}, label),
        ),
      ),
    );
    if (focused === null) return;
    const buttons = [...this.menuList.querySelectorAll("button")];
    (buttons.find((one) => one.textContent === focused) ?? buttons[0])?.focus();
  }

  #toggleTyping() {
    this.typing = !this.typing;
    this.typedRow.hidden = !this.typing;
    if (this.typing) this.typedRow.querySelector("input")?.focus();
  }

  #typedRow() {
    const input = element("input", {
      type: "text",
      id: "typed",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 80,
      placeholder: "8/5 6/5",
      "aria-describedby": "typed-help",
    });
    return element(
      "form",
      {
        class: "typed",
        hidden: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const written = input.value.trim();
          if (written) this.handlers.typed(written);
          input.select();
        },
      },
      element("label", { class: "hidden-words", for: "typed" }, text("Type a move or a command")),
      input,
      button(text("Enter"), { type: "submit", kind: "small" }),
      element(
        "span",
        { id: "typed-help", class: "hidden-words" },
        text("Moves like 8/5 6/5, or: {commands}", { commands: Object.values(typedCommands()).join(", ") }),
      ),
    );
  }

  /** Empty the text box after its command has been carried out. */
  clearTyped() {
    const input = /** @type {HTMLInputElement | null} */ (this.typedRow.querySelector("input"));
    if (input) input.value = "";
  }
}

/** The commands that can be typed, by their English names, in the user's language. @returns {Record<string, string>} */
export function typedCommands() {
  return {
    roll: text("roll"),
    double: text("double"),
    take: text("take"),
    drop: text("drop"),
    beaver: text("Beaver").toLowerCase(),
    raccoon: text("Raccoon").toLowerCase(),
    undo: text("undo"),
    done: text("done"),
    accept: text("accept"),
    decline: text("decline"),
    pips: text("pips"),
    last: text("last"),
  };
}

/** @param {MatchState} state */
function cubeQuestion(state) {
  const offer = state.cube.offered;
  if (!offer) return "";
  const name = subjectOf(state, offer.by);
  const words =
    offer.beavers === 0
      ? text("{player} doubles to {value}.", { player: name, value: offer.value })
      : offer.beavers === 1
        ? text("{player} beavers: the cube goes to {value}.", { player: name, value: offer.value })
        : text("{player} raccoons: the cube goes to {value}.", { player: name, value: offer.value });
  const question = text("Play on for {value}, or drop and lose the game?", { value: offer.value });
  return `${words} ${toWhom(state, question)}`;
}

/** @param {MatchState} state */
function resignationQuestion(state) {
  const offer = state.resignation;
  if (!offer) return "";
  const player = subjectOf(state, offer.by);
  const points = offer.value * state.cube.value;
  const words = [
    text("{player} resigns a single game.", { player }),
    text("{player} resigns a gammon.", { player }),
    text("{player} resigns a backgammon.", { player }),
  ][offer.value - 1];
  const win = state.kind === "screen" && state.to_act ? text("{player} would win {points}.", { player: nameOf(state, state.to_act), points }) : text("You would win {points}.", { points });
  return `${words} ${win}`;
}

/**
 * The state of the game in one line.
 * @param {MatchState} state
 * @param {TurnProgress} turn
 * @param {boolean} connected
 */
export function statusText(state, turn, connected) {
  if (!connected) return text("No connection");
  if (state.phase === "over") return text("The match is over");
  if (state.phase === "aborted") return text("Match abandoned");
  if (state.phase === "seats") return text("Waiting for the other player");
  if (state.phase === "seeds") return text("The dice are being prepared");
  if (isBetweenGames(state)) return text("The game is over");
  if (state.phase === "opening") return text("Each player rolls one die; the higher starts");
  if (!isMine(state)) {
    const player = state.to_act ? subjectOf(state, state.to_act) : "";
    if (state.phase === "to-answer-cube") return text("{player} is considering the double", { player });
    if (state.phase === "to-answer-resignation") return text("{player} is considering the resignation", { player });
    return text("{player}'s turn", { player });
  }
  if (state.phase === "to-roll") return toWhom(state, seatFor(state, "double") ? text("Roll or double") : text("Roll the dice"));
  if (state.phase === "to-play") {
    if (turn.complete && !turn.started) return toWhom(state, text("No legal move"));
    return toWhom(state, turn.complete ? text("Tap the dice to confirm, or undo") : text("Play your roll"));
  }
  return toWhom(state, text("Your answer?"));
}

/** Words for the player to act, whose name stands before them where two play at one screen. @param {MatchState} state @param {string} words */
function toWhom(state, words) {
  return state.kind === "screen" && state.to_act ? text("{what}: {words}", { what: nameOf(state, state.to_act), words }) : words;
}
