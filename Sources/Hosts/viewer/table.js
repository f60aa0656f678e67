// @ts-check
// The visible steps as a table, for screen readers and for people who prefer reading.
import { fill, h, stepLink } from "./dom.js"
import { place, stamp } from "./words.js"

/** @typedef {import("./app.js").App} App */

const ROWS = 60

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function tablePanel(app, panel) {
  const body = h("tbody", {})
  const caption = h("caption", {})
  fill(panel, h("table", {}, caption, h("thead", {}, h("tr", {}, ...["Step", "Time", "Input", "Outputs", "State", "Position"].map((title) => h("th", { scope: "col" }, title)))), body))
  let from = -1
  const show = async () => {
    if (app.view.now.tab !== "table") return
    const { step } = app.view.now
    const { summary, main } = app
    if (summary.steps === 0) return fill(caption, "This trace has no steps.")
    if (from < 0 || step < from + 5 || step >= from + ROWS - 5) from = Math.max(summary.firstStep, step - ROWS / 2)
    const first = from
    const end = Math.min(summary.lastStep, from + ROWS - 1)
    await Promise.all([main.rows.load(main.rows.blockOf(from)), main.rows.load(main.rows.blockOf(end))])
    if (first !== from) return
    fill(caption, `Steps ${from} to ${end} of ${summary.lastStep}`)
    const rows = []
    for (let number = from; number <= end; number++) rows.push(row(app, number))
    fill(body, ...rows)
  }
  let last = 0
  app.watchGrowth(() => {
    // Only the rows after the previous last row are new.
    if (from >= 0 && last < from + ROWS - 1 && !app.view.now.follow) show()
    last = app.lastStep
  })
  app.view.watch((changed) => { if (changed.has("tab") || changed.has("step")) show() })
}

/**
 * @param {App} app
 * @param {number} number
 */
function row(app, number) {
  const at = app.main.rows.at(number)
  if (!at) return null
  const { rows, index } = at
  const lane = app.summary.lanes.findIndex(({ id }) => id === "state")
  const outputs = [...rows.outputs.subarray(rows.outputFrom[index], rows.outputFrom[index + 1])].map((code) => app.kinds.name(code, false))
  return h("tr", { "aria-current": number === app.view.now.step ? "step" : null },
    h("th", { scope: "row" }, stepLink(number, (step) => app.go(step), String(number))), h("td", {}, stamp(rows.instant[index])),
    h("td", {}, app.summary.isObserved ? "observed" : app.kinds.name(rows.input[index], true)), h("td", {}, outputs.join(", ")),
    h("td", {}, lane < 0 ? "" : app.summary.lanes[lane].values[rows.lanes[lane][index]]), h("td", {}, Number.isNaN(rows.position[index]) ? "" : place(rows.position[index])))
}
