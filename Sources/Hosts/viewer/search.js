// @ts-check
// The search box: the command line's filter words, and hits that n and N go through.
import { byId, fill, h } from "./dom.js"
import { unknown, vocabulary } from "./query.js"
import { nextHit } from "./walk.js"

/** @typedef {import("./app.js").App} App */

// Milliseconds without a key after which a word is taken to be complete.
const RESTING = 250

/** @param {App} app */
export function searchBox(app) {
  /** @type {HTMLInputElement} */
  const input = byId("query")
  const status = byId("search-status")
  fill(byId("vocabulary"), ...vocabulary(app.summary).map((word) => h("option", { value: word })))
  input.value = app.view.now.query

  const search = async (/** @type {1 | -1} */ direction) => {
    app.view.change({ query: input.value.trim() })
    show()
    if (!app.query) return
    const step = await nextHit(app, direction)
    if (step) fill(status, `hit: step ${step}`)
    else if (step === null) fill(status, await nothing(app))
  }
  let resting = 0
  const show = () => {
    clearTimeout(resting)
    const problems = unknown(app.view.now.query, app.summary)
    fill(status, problems.map(({ word, nearest }) => `Nothing is called “${word}”. Nearest: ${nearest.join(", ")}.`).join(" "))
  }
  input.addEventListener("input", () => {
    app.view.change({ query: input.value.trim() })
    fill(status, "")
    clearTimeout(resting)
    resting = setTimeout(show, RESTING)
  })
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") search(event.shiftKey ? -1 : 1)
    if (event.key === "Escape") input.blur()
  })
  app.view.watch((changed) => {
    if (!changed.has("query") || document.activeElement === input) return
    input.value = app.view.now.query
    show()
  })
  byId("next-hit").addEventListener("click", () => search(1))
  byId("previous-hit").addEventListener("click", () => search(-1))
  show()
}

/**
 * Whether there are no hits at all, or only none from here on.
 * @param {App} app
 */
async function nothing(app) {
  if (!app.query) return ""
  const first = await app.run.find(app.query, app.first - 1, 1).catch(() => null)
  if (first === null) return `Nothing in this run matches “${app.view.now.query}”.`
  return `No more hits in this direction; the first is step ${first}.`
}
