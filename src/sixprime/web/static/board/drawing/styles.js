/** The style sheet of the board, shared by all boards of a page. Colours are CSS variables from `themes.js`. */

import { themeRules } from "./themes.js";

const RULES = /* css */ `
:host { display: block; position: relative; width: 100%; aspect-ratio: 1.375; contain: layout style;
  user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; -webkit-tap-highlight-color: transparent; }
:host([hidden]) { display: none; }
@media (max-width: 540px) { :host { aspect-ratio: 0.92; } }
.room { position: absolute; inset: 0; display: grid; place-content: center; overflow: hidden; }
.table { position: relative; forced-color-adjust: none; touch-action: manipulation; }
.table.live { touch-action: none; }
/* Browsers lay out a page for paper without telling observers, so the size in pixels is still that of the screen. */
@media print { .table { position: absolute; inset: 0; width: auto !important; height: auto !important; } }
svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; overflow: visible;
  font: 600 14px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  pointer-events: none; }
text { text-anchor: middle; dominant-baseline: central; }

.frame { stroke: var(--frame-line); stroke-width: 1.5; }
.frame-from { stop-color: var(--frame-light); } .frame-to { stop-color: var(--frame); }
.field { fill: var(--field); }
.field-line { fill: none; stroke: var(--frame-line); stroke-width: 2; }
.depth { fill: #000; opacity: calc(var(--shade) * 0.45); }
.point { stroke: var(--point-line); stroke-width: 1.2; stroke-linejoin: round; }
.point.dark { fill: var(--dark-point); } .point.light { fill: var(--light-point); }
.hinge { stroke: var(--frame-line); stroke-width: 1.5; }
.tray { fill: var(--tray); stroke: var(--frame-line); stroke-width: 1.5; }
.numbers, .pips { fill: var(--frame-ink); }
.numbers { font-size: 14px; } .pips { font-size: 17px; font-weight: 700; }
.plate { fill: var(--tray); stroke: var(--frame-line); stroke-width: 1.2; }

.checker .shade, .die .shade, .cube .shade { fill: #000; opacity: var(--shade); }
.checker .face { stroke-width: 1.6; }
.checker .ring { fill: none; stroke-width: 1.4; opacity: 0.5; }
.white .face { stroke: var(--white-rim); } .black .face { stroke: var(--black-rim); }
.white .ring { stroke: var(--white-rim); } .black .ring { stroke: var(--black-ink); opacity: 0.28; }
.white text { fill: var(--white-ink); } .black text { fill: var(--black-ink); }
.checker text { font-size: 19px; font-weight: 700; }
.white .slab { fill: var(--white); stroke: var(--white-rim); }
.black .slab { fill: var(--black); stroke: var(--black-rim); }
.slab { display: none; stroke-width: 1.2; }
.checker.off .slab { display: inline; }
.checker.off :is(.face, .ring, .shade, text) { display: none; }
.white-light { stop-color: var(--white-light); } .white-mid { stop-color: var(--white); }
.white-deep { stop-color: color-mix(in srgb, var(--white), var(--white-rim) calc(var(--shade) * 90%)); }
.black-light { stop-color: var(--black-light); } .black-mid { stop-color: var(--black); }
.black-deep { stop-color: color-mix(in srgb, var(--black), #000 calc(var(--shade) * 110%)); }
.checker .moved { display: none; fill: var(--accent); stroke: var(--accent-edge); stroke-width: 1.6; }
.checker.was-moved .moved { display: inline; }
.checker.numbered .moved { transform: translate(13px, -13px); }
.checker.off .moved { display: none; }
.checker.movable:not(.off) .face { stroke: var(--accent); stroke-width: 4; }
.checker.lifted .shade { opacity: calc(var(--shade) * 1.3); }
.ghost { fill: none; stroke: var(--accent); stroke-width: 2; stroke-dasharray: 5 4; }

.die .body { stroke-width: 1.5; }
.white.die .body { fill: var(--white); stroke: var(--white-rim); }
.black.die .body { fill: var(--black); stroke: var(--black-rim); }
.white.die .dot { fill: var(--white-ink); } .black.die .dot { fill: var(--black-ink); }
.die.played > :not(.shade) { opacity: 0.42; } .die.played > .shade { opacity: 0; }
.old .die > :not(.shade) { opacity: 0.5; } .old .die > .shade { opacity: 0; }
.ready-ring { display: none; fill: none; stroke: var(--accent); stroke-width: 3.5; }
.ready .ready-ring { display: inline; }
.tick { display: none; } .ready .tick { display: inline; }
.ready .die.played > :not(.shade) { opacity: 0.8; }
.tick circle { fill: var(--accent); stroke: var(--accent-edge); stroke-width: 2; }
.tick path { fill: none; stroke: var(--accent-edge); stroke-width: 3.4; stroke-linecap: round; stroke-linejoin: round; }
.invitation { display: none; }
.invitation.shown { display: inline; }
.invitation .pill { fill: var(--accent); stroke: var(--accent-edge); stroke-width: 2; }
.invitation text { fill: var(--accent-edge); font-size: 18px; font-weight: 650; }

.cube .body { fill: var(--cube); stroke: var(--cube-ink); stroke-width: 1.4; }
.cube .inner { fill: none; stroke: var(--cube-ink); opacity: 0.2; }
.cube text { fill: var(--cube-ink); font-weight: 700; }
.cube .offer { display: none; fill: none; stroke: var(--accent); stroke-width: 3.5; }
.cube.offered .offer { display: inline; }

.lit { fill: var(--accent); opacity: 0.2; }
.lit.over { opacity: 0.42; }
.refused { fill: none; stroke: var(--accent); stroke-width: 4; stroke-dasharray: 9 6; }
.landing { fill: var(--accent); stroke: var(--accent-edge); stroke-width: 2; }
.arrows { --arrow: var(--accent); --arrow-edge: var(--accent-edge); stroke-linecap: round; stroke-linejoin: round; }
.arrows:is(.best, .played, .other) { --arrow: var(--best-arrow, #2f9e58); --arrow-edge: var(--arrow-rim, #fff); }
.arrows:is(.played, .other) { --arrow: var(--fair-arrow, #2f6fd0); }
.arrows.inaccuracy { --arrow: var(--inaccuracy-arrow, #b98900); }
.arrows.error { --arrow: var(--error-arrow, #d9631e); }
.arrows.blunder { --arrow: var(--blunder-arrow, #c62f3c); }
.arrow .edge { fill: none; stroke: var(--arrow-edge); stroke-width: 8; opacity: 0.85; }
.arrow .line { fill: none; stroke: var(--arrow); stroke-width: 4.5; }
.arrow .head { fill: var(--arrow); stroke: var(--arrow-edge); stroke-width: 2; }
.best .arrow .edge { stroke-width: 9.5; } .best .arrow .line { stroke-width: 6; }
.played .arrow .line { stroke-dasharray: 13 9; } .other .arrow .line { stroke-dasharray: 1 9; stroke-width: 5.5; }
.undo-sign { display: none; }
.undo-sign.shown { display: inline; }
.undo-sign circle { fill: var(--frame); stroke: var(--frame-ink); stroke-width: 1.5; }
.undo-sign path { fill: none; stroke: var(--frame-ink); stroke-width: 3.2; stroke-linecap: round;
  stroke-linejoin: round; }

button { position: absolute; margin: 0; padding: 0; border: 0; background: none; color: transparent; font-size: 1px;
  border-radius: 5px; cursor: default; overflow: hidden; touch-action: inherit; }
button.playable { cursor: pointer; }
button:focus { outline: none; }
button:focus-visible { outline: 3px solid #fff; outline-offset: -3px; box-shadow: inset 0 0 0 6px #10243e; z-index: 2; }
.dragging button { cursor: grabbing; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** The style sheet, created on first use. */
export function boardStyles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(`${themeRules()}\n${RULES}`);
  }
  return sheet;
}
