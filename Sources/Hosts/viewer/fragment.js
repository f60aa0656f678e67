// @ts-check
// The view in the fragment of the page's address: a link is a finding.

/** @typedef {import("./view.js").Shown} Shown */

/**
 * @param {Shown} shown
 * @param {{ from: number, to: number }} whole the window that needs no mention
 */
export function write(shown, whole) {
  const parts = new URLSearchParams()
  // A view that follows the end of a run would have moved on.
  if (!shown.follow) parts.set("step", String(shown.step))
  if (shown.from !== whole.from || shown.to !== whole.to) {
    parts.set("from", String(Math.round(shown.from)))
    parts.set("to", String(Math.round(shown.to)))
  }
  if (shown.axis !== "wall") parts.set("axis", shown.axis)
  if (shown.query) parts.set("q", shown.query)
  if (shown.field) parts.set("field", shown.field)
  if (shown.tab !== "why") parts.set("tab", shown.tab)
  if (shown.allLanes) parts.set("lanes", "all")
  if (shown.side === "B") parts.set("run", "B")
  if (shown.edits) parts.set("edits", shown.edits)
  for (const [step, words] of shown.notes) parts.append("note", `${step}:${words}`)
  return `#${parts}`
}

/**
 * What a fragment requests; invalid parts are left out.
 * @param {string} fragment
 * @param {string[]} tabs
 * @returns {Partial<Shown>}
 */
export function read(fragment, tabs) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""))
  /** @type {Partial<Shown>} */
  const shown = {}
  const step = number(parts.get("step"))
  if (step !== null && step >= 0) shown.step = Math.floor(step)
  const [from, to] = [number(parts.get("from")), number(parts.get("to"))]
  if (from !== null && to !== null && to > from) Object.assign(shown, { from, to })
  shown.axis = parts.get("axis") === "media" ? "media" : "wall"
  shown.query = parts.get("q") ?? ""
  shown.field = parts.get("field") ?? ""
  const tab = parts.get("tab") ?? "why"
  if (tabs.includes(tab)) shown.tab = tab
  shown.allLanes = parts.get("lanes") === "all"
  shown.notes = notes(parts.getAll("note"))
  shown.side = parts.get("run") === "B" ? "B" : "A"
  shown.edits = parts.get("edits") ?? ""
  return shown
}

/** @param {string[]} list */
function notes(list) {
  /** @type {Map<number, string>} */
  const found = new Map()
  for (const note of list.slice(0, 1000)) {
    const match = /^(\d{1,15}):(.*)$/s.exec(note)
    if (match) found.set(Number(match[1]), match[2].slice(0, 10_000))
  }
  return found
}

/** @param {string | null} text */
function number(text) {
  const value = text === null || text === "" ? NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
