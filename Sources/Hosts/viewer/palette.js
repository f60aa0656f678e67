// @ts-check
// Colours of the lanes: distinguishable without red or green vision, and backed by words and hatching.

/** @typedef {{ fill: string, text: string, hatch: "" | "/" | "x" }} Look */

/** @typedef {typeof LIGHT} Palette */

const LIGHT = {
  ground: "#ffffff", text: "#1b1f24", quiet: "#59626c", grid: "#e6eaee", frame: "#c5ccd3", gutter: "#f6f8fa",
  position: "#0b4f9e", buffered: "#a8cdf5", chapter: "#7b858f", alarm: "#b3211c", seek: "#7a3fc4", cursor: "#111111", arrow: "#a8480a",
  hit: "#b5179e", note: "#1a7f37", beyond: "#eceff2",
  marks: /** @type {Record<string, string>} */ ({ command: "#0b4f9e", event: "#59626c", environment: "#0f7b7b", deadline: "#8a5a00", notification: "#1a7f37", completion: "#6e4aa3", engine: "#3367a8", diagnostic: "#c4480c" }),
  looks: /** @type {Record<string, Look>} */ ({
    none: { fill: "#eef1f4", text: "#59626c", hatch: "" }, good: { fill: "#8fd6b4", text: "#0c2f20", hatch: "" }, better: { fill: "#5fc1a0", text: "#0a2a1d", hatch: "" },
    busy: { fill: "#b9d8f7", text: "#12314f", hatch: "" }, seek: { fill: "#d3bdf5", text: "#33165f", hatch: "" }, rest: { fill: "#fbe39b", text: "#4a3800", hatch: "" },
    bad: { fill: "#f1998c", text: "#4f0f08", hatch: "/" }, worst: { fill: "#d9604f", text: "#2e0502", hatch: "x" }, over: { fill: "#c5cbd4", text: "#2a3038", hatch: "" }
  })
}

/** @type {Palette} */
const DARK = {
  ground: "#14181d", text: "#e8edf2", quiet: "#9aa5b1", grid: "#252c34", frame: "#3d4753", gutter: "#1a1f26",
  position: "#7db8ff", buffered: "#24507f", chapter: "#8a95a1", alarm: "#ff8a7d", seek: "#c39bff", cursor: "#ffffff", arrow: "#ffab5e",
  hit: "#ff7ce0", note: "#6fdb8f", beyond: "#1d232a",
  marks: { command: "#7db8ff", event: "#a9b4c0", environment: "#5fd0d0", deadline: "#e0b050", notification: "#6fdb8f", completion: "#c8a8ff", engine: "#8fb7ea", diagnostic: "#ff9f6b" },
  looks: {
    none: { fill: "#232a32", text: "#9aa5b1", hatch: "" }, good: { fill: "#23644a", text: "#d9f7e8", hatch: "" }, better: { fill: "#2f8463", text: "#eafff5", hatch: "" },
    busy: { fill: "#25507d", text: "#dcebfb", hatch: "" }, seek: { fill: "#54388a", text: "#ede2ff", hatch: "" }, rest: { fill: "#6b571a", text: "#fff3cf", hatch: "" },
    bad: { fill: "#8c3a30", text: "#ffe5e1", hatch: "/" }, worst: { fill: "#b04434", text: "#ffffff", hatch: "x" }, over: { fill: "#47505b", text: "#e3e8ee", hatch: "" }
  }
}

/** @param {boolean} isDark */
export const palette = (isDark) => isDark ? DARK : LIGHT

/** @type {Record<string, string>} */
const WORDS = {
  playing: "good", prepared: "good", playable: "good", play: "good", wifi: "good", wired: "good", moving: "good", running: "good",
  playThrough: "better", preparing: "busy", opening: "busy", starting: "busy", cellular: "busy", waiting: "busy", seeking: "seek", landing: "seek",
  paused: "rest", pausing: "rest", retrying: "bad", reloading: "bad", interrupted: "bad", stalled: "bad", blocked: "worst", failed: "worst", ended: "over",
  hindered: "bad", edge: "good", foreground: "none", background: "rest", idle: "none", empty: "none", none: "none", unknown: "none", no: "none", off: "none", stopped: "none", pause: "rest", yes: "good"
}
const OTHERS = ["busy", "seek", "good", "rest", "over", "bad"]

/**
 * The appearance of a lane's value.
 * @param {Palette} colours
 * @param {import("./types").Lane} lane
 * @param {number} value
 */
export function look(colours, lane, value) {
  const kinds = known.get(lane) ?? []
  known.set(lane, kinds)
  return colours.looks[kinds[value] ??= kindOf(lane, value)]
}

/** @type {WeakMap<import("./types").Lane, string[]>} */
const known = new WeakMap()

/**
 * @param {import("./types").Lane} lane
 * @param {number} value
 */
function kindOf(lane, value) {
  const word = lane.values[value] ?? ""
  const parts = word.split(/[ ,|+]+/)
  const found = parts.find((part) => Object.hasOwn(WORDS, part) && WORDS[part] !== "none") ?? parts.find((part) => Object.hasOwn(WORDS, part))
  return kind(lane, word, found, value)
}

/**
 * @param {import("./types").Lane} lane
 * @param {string} word
 * @param {string | undefined} known
 * @param {number} value
 */
function kind(lane, word, known, value) {
  if (lane.id === "network" && word === "none") return "bad"
  // "Yes" is not good news everywhere.
  if (word === "yes" && /interrupt/.test(lane.id)) return "bad"
  if (word === "yes" && /wait|retry/.test(lane.id)) return "rest"
  if (/wait/.test(lane.id) && known === undefined && value > 0) return OTHERS[value % OTHERS.length]
  if (/retry|retries/.test(lane.id) && value > 0 && word !== "no") return "bad"
  return known === undefined ? value === 0 ? "none" : OTHERS[value % OTHERS.length] : WORDS[known]
}
