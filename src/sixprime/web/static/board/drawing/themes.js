/**
 * The colours of the board. Each becomes a CSS variable of the element (`--field` and so on), which a page can override
 * in its own CSS.
 */

/**
 * @typedef {object} Theme
 * @property {string} frame
 * @property {string} frameLight the highlight on the frame
 * @property {string} frameLine
 * @property {string} frameInk the numbers of the points
 * @property {string} field
 * @property {string} darkPoint
 * @property {string} lightPoint
 * @property {string} pointLine the outline of the points
 * @property {string} tray
 * @property {string} white
 * @property {string} whiteLight the highlight on a checker
 * @property {string} whiteRim
 * @property {string} whiteInk
 * @property {string} black
 * @property {string} blackLight
 * @property {string} blackRim
 * @property {string} blackInk
 * @property {string} cube
 * @property {string} cubeInk
 * @property {string} accent marks reachable places, moved checkers and whatever waits for the user
 * @property {string} accentEdge
 * @property {string} shade the opacity of shadows, from 0 to 1
 */

/** @type {Record<string, Theme>} */
export const THEMES = {
  classic: {
    frame: "#5d3a21",
    frameLight: "#79502f",
    frameLine: "#3b2413",
    frameInk: "#f0ddc0",
    field: "#e6cfa6",
    darkPoint: "#a25a33",
    lightPoint: "#f6ead0",
    pointLine: "#83602f",
    tray: "#3f2511",
    white: "#fcf6e8",
    whiteLight: "#ffffff",
    whiteRim: "#7d6138",
    whiteInk: "#4d301b",
    black: "#2a1d16",
    blackLight: "#5a463a",
    blackRim: "#c2ad96",
    blackInk: "#f4e6c9",
    cube: "#fffaf0",
    cubeInk: "#8c1d18",
    accent: "#0b6b86",
    accentEdge: "#ffffff",
    shade: "0.24",
  },
  wood: {
    frame: "#3f2413",
    frameLight: "#6b4023",
    frameLine: "#241308",
    frameInk: "#ecd3ac",
    field: "#9c6734",
    darkPoint: "#3b1f10",
    lightPoint: "#f2dcb3",
    pointLine: "#2c160a",
    tray: "#26140a",
    white: "#fbf1dc",
    whiteLight: "#fffdf6",
    whiteRim: "#6a4725",
    whiteInk: "#472b16",
    black: "#1f1613",
    blackLight: "#5b4a40",
    blackRim: "#c9a57c",
    blackInk: "#f4e3c6",
    cube: "#fbf1dc",
    cubeInk: "#6f1a12",
    accent: "#ffd24a",
    accentEdge: "#2c160a",
    shade: "0.32",
  },
  felt: {
    frame: "#3a2a20",
    frameLight: "#5a4434",
    frameLine: "#20150e",
    frameInk: "#e8dcc6",
    field: "#2a8560",
    darkPoint: "#0a3323",
    lightPoint: "#efe2bd",
    pointLine: "#0a3323",
    tray: "#22170f",
    white: "#fdf8ec",
    whiteLight: "#ffffff",
    whiteRim: "#4f4630",
    whiteInk: "#3a2a20",
    black: "#1a1614",
    blackLight: "#4f4843",
    blackRim: "#d8cdb4",
    blackInk: "#f6eddc",
    cube: "#fffdf6",
    cubeInk: "#1d2b24",
    accent: "#ffd24a",
    accentEdge: "#0a2a1d",
    shade: "0.3",
  },
  flat: {
    frame: "#dfe4ea",
    frameLight: "#dfe4ea",
    frameLine: "#bcc5cf",
    frameInk: "#3e4c59",
    field: "#f9fafb",
    darkPoint: "#6c88a3",
    lightPoint: "#dde5ed",
    pointLine: "#73889d",
    tray: "#cbd3dc",
    white: "#ffffff",
    whiteLight: "#ffffff",
    whiteRim: "#3e4c59",
    whiteInk: "#1f2933",
    black: "#27323d",
    blackLight: "#27323d",
    blackRim: "#16202a",
    blackInk: "#ffffff",
    cube: "#ffffff",
    cubeInk: "#1f2933",
    accent: "#c2410c",
    accentEdge: "#ffffff",
    shade: "0",
  },
  dark: {
    frame: "#20252e",
    frameLight: "#2c333f",
    frameLine: "#0c0e12",
    frameInk: "#b4bdcb",
    field: "#2e3642",
    darkPoint: "#1d232c",
    lightPoint: "#566580",
    pointLine: "#8290a6",
    tray: "#0f1217",
    white: "#ece7db",
    whiteLight: "#fffdf7",
    whiteRim: "#8f8878",
    whiteInk: "#262b34",
    black: "#0d0f13",
    blackLight: "#3d434e",
    blackRim: "#c3ccd9",
    blackInk: "#f1f4f8",
    cube: "#f2c14e",
    cubeInk: "#2b2110",
    accent: "#5ec8e5",
    accentEdge: "#0c0e12",
    shade: "0.4",
  },
  contrast: {
    frame: "#ffffff",
    frameLight: "#ffffff",
    frameLine: "#000000",
    frameInk: "#000000",
    field: "#ffffff",
    darkPoint: "#757575",
    lightPoint: "#e2e2e2",
    pointLine: "#000000",
    tray: "#ffffff",
    white: "#ffffff",
    whiteLight: "#ffffff",
    whiteRim: "#000000",
    whiteInk: "#000000",
    black: "#000000",
    blackLight: "#000000",
    blackRim: "#000000",
    blackInk: "#ffffff",
    cube: "#ffffff",
    cubeInk: "#000000",
    accent: "#0047d6",
    accentEdge: "#ffffff",
    shade: "0",
  },
};

/** @param {Theme} theme */
function variables(theme) {
  return Object.entries(theme)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(";");
}

/** @param {string} name */
function themeVariables(name) {
  return variables(/** @type {Theme} */ (THEMES[name]));
}

/** The CSS rules of all themes. Without the attribute `theme` the board follows the system's preference. */
export function themeRules() {
  return [
    `:host{${themeVariables("classic")}}`,
    `@media(prefers-color-scheme:dark){:host{${themeVariables("dark")}}}`,
    `@media(prefers-contrast:more){:host{${themeVariables("contrast")}}}`,
    ...Object.keys(THEMES).map((name) => `:host([theme="${name}"]){${themeVariables(name)}}`),
  ].join("\n");
}
