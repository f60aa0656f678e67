// @ts-check
// Two runs: which they are, and a card with the first difference.
import { button, fill, h, stepLink } from "./dom.js"
import { choose } from "./opening.js"
import { counted, shortName, stamp } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Run} Run */
/** @typedef {import("./types").StepDifference} StepDifference */

const SHOWN = 30

/**
 * @param {App} app
 * @param {HTMLElement} panel
 * @param {Run[]} others the other runs of the file
 * @param {(file: File) => Promise<Run | null>} open
 */
export function comparePanel(app, panel, others, open) {
  const show = () => {
    const run = app.other ? app.isSwapped ? app.run : app.other.run : null
    const pick = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Compare with" }, h("option", { value: "" }, "nothing"), ...others.map((other, index) => h("option", { value: index }, other.summary.name))))
    const known = run ? others.indexOf(run) : -1
    pick.value = known >= 0 ? String(known) : ""
    pick.addEventListener("change", () => app.compareWith(pick.value === "" ? null : others[Number(pick.value)]))
    fill(panel,
      h("div", { class: "row" }, h("label", {}, "Compare with ", pick), button("Open a trace …", async () => {
        const file = await choose()
        const opened = file && await open(file)
        if (opened) {
          others.push(opened)
          app.compareWith(opened)
        }
      })),
      ...card(app))
  }
  app.watchOther(show)
  show()
  return { add: (/** @type {Run} */ run) => { others.push(run); app.compareWith(run) } }
}

/** @param {App} app */
function card(app) {
  if (!app.other) return [h("p", { class: "quiet" }, "Choose a second run: its lanes appear below, beginning at the same time. You can also drop a file on the page.")]
  const b = app.isSwapped ? app.run : app.other.run
  const names = h("p", {}, h("b", {}, "A "), shortName(app.recorded.summary.name), h("br"), h("b", {}, "B "), shortName(b.summary.name), " ", button("Close", () => app.compareWith(null), { class: "link" }), " ",
    button(app.isSwapped ? "Look at A" : "Look at B", () => app.swap(), { title: "Move the cursor and the panels to the other run" }))
  const { comparison } = app
  if (!comparison) return [names, h("p", { class: "quiet" }, "Comparing …")]
  if (comparison.equal) return [names, h("p", {}, "The runs are equal.")]
  const { steps, differences } = comparison
  return [
    names, h("p", { class: "quiet" }, [counted(steps.equal, "step") + " equal", `${steps.changed} changed`, `${steps.onlyA} only in A`, `${steps.onlyB} only in B`].join(", ")),
    ...comparison.settings.map(({ setting, a, b }) => h("p", {}, "Setting ", h("b", {}, setting), ": ", h("del", {}, String(a)), " → ", h("ins", {}, String(b)))),
    ...telling(app, differences),
    h("h3", {}, `Differences: ${differences.length + comparison.omitted}`),
    h("ol", { class: "differences" }, ...differences.slice(0, SHOWN).map((difference) => h("li", {}, ...describe(app, difference)))),
    differences.length > SHOWN && h("p", { class: "quiet" }, `and ${differences.length - SHOWN + comparison.omitted} more`)
  ]
}

/**
 * The first difference that is not only one of time, or else the first one; then the first in what the player did.
 * @param {App} app
 * @param {StepDifference[]} differences
 */
function telling(app, differences) {
  if (differences.length === 0) return []
  const acted = differences.find(({ a, b, outputs }) => outputs.some(({ change }) => change !== "changed") || (!a || !b) && outputs.length > 0)
  const isMore = (/** @type {StepDifference} */ { a, b, outputs, fields }) => !a || !b || outputs.length > 0 || fields.some(({ field }) => field !== "instant")
  const first = differences.find(isMore) ?? differences[0]
  const title = isMore(differences[0]) ? "First difference" : first === differences[0] ? "They differ only in timing" : "First difference other than timing"
  const card = (/** @type {string} */ words, /** @type {StepDifference} */ difference) => h("section", { class: "card" }, h("h3", {}, words), ...describe(app, difference), causes(app, difference))
  return [card(title, first), acted && acted !== first && card("First difference in what the player did", acted)]
}

/**
 * The causes of a difference, filled in once they are known.
 * @param {App} app
 * @param {StepDifference} difference
 */
function causes(app, { a, b }) {
  const list = h("div", { class: "quiet" })
  const second = app.isSwapped ? app.run : app.other?.run
  const sides = /** @type {["A" | "B", Run | undefined, number | undefined][]} */ ([["A", app.recorded, a?.step], ["B", second, b?.step]])
  for (const [side, run, step] of sides) {
    if (!run || step === undefined) continue
    run.explain(step).then(({ why }) => {
      for (const cause of why.causes.slice(0, 3)) list.append(h("div", {}, `${side}: ${cause.words} `, stepLink(cause.step, (to) => app.goTo(side, to)), ` ${cause.input.split(" ")[0]}`))
    }, () => {})
  }
  return list
}

/**
 * @param {App} app
 * @param {StepDifference} difference
 */
function describe(app, { a, b, fields, outputs }) {
  const side = (/** @type {"A" | "B"} */ name, /** @type {StepDifference["a"]} */ step) => step && h("div", {}, h("b", {}, `${name} `), stepLink(step.step, (to) => app.goTo(name, to)), ` ${stamp(step.instant)} `, h("code", {}, step.input))
  return [
    side("A", a), side("B", b),
    (!a || !b) && h("div", { class: "quiet" }, a ? "only in A" : "only in B"),
    ...fields.map(({ field, a: was, b: is }) => h("div", {}, `${field}: `, h("del", {}, was), " → ", h("ins", {}, is))),
    ...outputs.map((output) => h("div", {}, "→ ", output.a !== undefined && h("del", {}, output.a), output.a !== undefined && output.b !== undefined && " → ", output.b !== undefined && h("ins", {}, output.b)))
  ]
}
