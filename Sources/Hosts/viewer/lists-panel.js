// @ts-check
// Points of interest: failures, stalls, notes, and the inputs that decide the outcome.
import { blameSection } from "./blame.js"
import { fill, h, stepLink } from "./dom.js"
import { notesOf } from "./notes.js"
import { about as aboutTime, counted, length } from "./words.js"
import { windowTimes } from "./window-times.js"

/** @typedef {import("./app.js").App} App */

const LONGEST = 200

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function listsPanel(app, panel) {
  const times = h("dl", { class: "facts" })
  const showTimes = () => {
    const found = windowTimes(app)
    const whole = found?.reduce((sum, [, time]) => sum + time, 0) ?? 0
    fill(times, ...found?.map(([word, time]) => h("div", {}, h("dt", {}, word), h("dd", {}, `${aboutTime(time)} (${Math.round(time / whole * 1000) / 10} %)`))) ?? [h("p", { class: "quiet" }, "Zoom in to see how long each state lasted.")])
  }
  const show = () => {
    const { summary } = app
    const { statistics } = summary
    fill(panel,
      h("p", {}, [
        statistics.startupTime === null ? "It never started." : `Started after ${length(statistics.startupTime)}.`,
        statistics.stallCount > 0 ? `${counted(statistics.stallCount, "stall")}, ${length(statistics.stallTime)} in all.` : "No stalls.",
        statistics.ignoredEvents > 0 ? `${counted(statistics.ignoredEvents, "engine report")} ignored.` : ""
      ].join(" ")),
      h("h3", {}, "In the window"), times,
      ...list(app, "Failures", summary.failures.map((step) => ({ step, words: "" }))),
      ...list(app, "Stalls", summary.stalls.map((step) => ({ step, words: "" }))),
      ...list(app, "Notes", [...notesOf(summary, app.view.now.notes)].map(([step, words]) => ({ step, words }))),
      ...blameSection(app), ...about(app))
  }
  let resting = 0
  app.view.watch((changed) => {
    if (changed.has("notes")) show()
    if (app.view.now.tab !== "lists" || !["tab", "from", "to", "axis"].some((name) => changed.has(name))) return
    clearTimeout(resting)
    resting = setTimeout(showTimes, 150)
  })
  app.watchOther(show)
  // A focused link keeps its focus.
  app.watchGrowth(() => { if (!panel.contains(document.activeElement)) show() })
  show()
}

/**
 * @param {App} app
 * @param {string} title
 * @param {{ step: number, words: string }[]} entries
 */
function list(app, title, entries) {
  if (entries.length === 0) return []
  const go = (/** @type {number} */ step) => app.go(step)
  const isShort = entries.every(({ words }) => !words)
  return [
    h("h3", {}, `${title}: ${entries.length}`),
    h("ul", { class: isShort ? "inline" : "plain" }, ...entries.slice(0, LONGEST).map(({ step, words }) => h("li", {}, stepLink(step, go, isShort ? String(step) : `step ${step}`), words && ` ${words}`))),
    entries.length > LONGEST && h("p", { class: "quiet" }, `and ${entries.length - LONGEST} more`)
  ]
}

/** @param {App} app */
function about({ summary }) {
  const { header } = summary
  const facts = [["Engine", header.engine], ["Recorded with", header.tool], ["Note", header.note], ["Recorded", header.recordedAt ? new Date(header.recordedAt / 1000).toISOString().replace("T", " ").slice(0, 19) + " UTC" : ""],
    ...summary.items.map(({ item, source }) => [`Source ${item}`, source]), ...Object.entries(header.settings ?? {}).map(([name, value]) => [name, String(value)])]
  return [h("h3", {}, "About this trace"), h("dl", { class: "facts" }, ...facts.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))))]
}
