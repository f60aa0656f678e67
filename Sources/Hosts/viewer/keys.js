// @ts-check
// Everything by keyboard, and the list of keys.
import { fill, h } from "./dom.js"
import { nextChange, nextDifference, nextHit, nextNotification, nextStall } from "./walk.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {{ help(): void, theme(): void, search(): void, escape(): void }} Page */

// Keys, what they do in words, and how.
/** @type {[string, string, (app: App, page: Page) => unknown][]} */
const KEYS = [
  ["ArrowLeft", "Previous step", (app) => app.go(app.view.now.step - 1)],
  ["ArrowRight", "Next step", (app) => app.go(app.view.now.step + 1)],
  ["Shift+ArrowLeft", "Previous notification", (app) => nextNotification(app, -1)],
  ["Shift+ArrowRight", "Next notification", (app) => nextNotification(app, 1)],
  ["Home", "Before the first step", (app) => app.go(app.first - 1)],
  ["End", "Last step; follow a live run", (app) => app.toEnd()],
  [".", "Next stall", (app) => nextStall(app, 1)],
  [",", "Previous stall", (app) => nextStall(app, -1)],
  ["]", "Next change of the selected field", (app) => nextChange(app, 1)],
  ["[", "Previous change of the selected field", (app) => nextChange(app, -1)],
  ["/", "Search", (_, page) => page.search()],
  ["n", "Next hit", (app) => nextHit(app, 1)],
  ["N", "Previous hit", (app) => nextHit(app, -1)],
  ["b", "First difference, then the next", (app) => nextDifference(app)],
  ["w", "Why", (app) => {
    app.view.change({ tab: "why" })
    app.explain(true)
  }],
  ["s", "State", (app) => app.view.change({ tab: "state" })],
  ["a", "Axis: time of the run, or of the media", (app) => app.toggleAxis()],
  ["+", "Zoom in", (app) => app.zoom(0.5)],
  ["-", "Zoom out", (app) => app.zoom(2)],
  ["0", "The whole run", (app) => app.fit()],
  ["l", "All lanes, or only those that change", (app) => app.view.change({ allLanes: !app.view.now.allLanes })],
  ["t", "Light or dark", (_, page) => page.theme()],
  ["?", "This list", (_, page) => page.help()],
  ["Escape", "Close, leave", (_, page) => page.escape()]
]
const SIGNS = /** @type {Record<string, string>} */ ({ "ArrowLeft": "←", "ArrowRight": "→", "Shift+ArrowLeft": "Shift ←", "Shift+ArrowRight": "Shift →", "-": "−" })
const POINTER = [
  ["click", "Go to the nearest step"], ["drag", "Move along the axis"], ["Ctrl wheel, or wheel over the axis", "Zoom"],
  ["Shift wheel", "Move along the axis"], ["double click", "The whole run"], ["drag in the strip", "Choose the window"]
]

/**
 * @param {App} app
 * @param {Page} page
 */
export function followKeys(app, page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event)) return
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key === "=" ? "+" : event.key
    const key = KEYS.find(([wanted]) => wanted === name)
    if (!key) return
    event.preventDefault()
    key[2](app, page)
  })
}

/**
 * Keys belong to a text field in use, and to an open dialog.
 * @param {KeyboardEvent} event
 */
function isWriting(event) {
  const target = /** @type {HTMLElement} */ (event.target)
  if (document.querySelector("dialog[open]")) return true
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select, [role=tablist]") !== null
}

/** @param {HTMLElement} element */
export function listKeys(element) {
  const rows = [...KEYS.map(([key, words]) => [SIGNS[key] ?? key, words]), ...POINTER]
  fill(element, ...rows.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))))
}
