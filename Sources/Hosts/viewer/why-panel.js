// @ts-check
// Why the step did what it did: the tree of causes, and what keeps the player from playing.
import { button, fill, h, observed, stepLink } from "./dom.js"
import { stamp, valueWords } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Cause} Cause */

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function whyPanel(app, panel) {
  app.onExplained = (problem) => {
    if (app.summary.isObserved) return fill(panel, observed("what caused a step"))
    if (problem) return fill(panel, h("p", { class: "problem" }, problem))
    const { explanation } = app
    if (!explanation && app.isExplainingSlow && app.summary.steps > 0) return fill(panel, h("p", { class: "quiet" }, "In a run this long an explanation takes a moment."), button(`Explain step ${app.view.now.step}`, () => app.explain(true)))
    if (!explanation) return fill(panel, h("p", { class: "quiet" }, "Choose a step to see what caused it."))
    fill(panel,
      h("ul", { class: "causes" }, cause(app, explanation.why, true)),
      h("p", {}, h("b", {}, "State after it: "), explanation.state),
      ...hindrances(app, explanation.notPlaying))
  }
}

/**
 * @param {App} app
 * @param {Cause} node
 * @param {boolean} isSubject
 * @returns {HTMLElement}
 */
function cause(app, node, isSubject) {
  const go = (/** @type {number} */ step) => app.go(step)
  const late = node.due !== undefined && node.due !== null && node.instant > node.due ? ", served late" : ""
  return h("li", {},
    node.words && h("div", { class: "role" }, node.words, node.omitted > 0 && ` (${node.omitted} more like these further back)`),
    h("div", {}, isSubject ? h("b", {}, `step ${node.step}`) : stepLink(node.step, go), ` ${stamp(node.instant)} `, h("code", {}, node.input), node.repeated && h("span", { class: "quiet" }, " (see above)")),
    node.slot && node.slot !== "none" && h("div", { class: "quiet" }, `deadline “${node.slot}”${node.due ? `, due at ${stamp(node.due)}` : ""}${late}`),
    ...Object.entries(node.settings ?? {}).map(([name, value]) => h("div", { class: "quiet" }, `decided by ${name} = ${valueWords(value, "")}`)),
    isSubject && h("ul", { class: "plain" }, ...node.outputs.map((output) => h("li", {}, "→ ", h("code", {}, output)))),
    !node.repeated && node.causes.length > 0 && h("ul", { class: "causes" }, ...node.causes.map((earlier) => cause(app, earlier, false))))
}

/**
 * @param {App} app
 * @param {{ axis: string, since: number, words: string }[]} list
 */
function hindrances(app, list) {
  if (list.length === 0) return []
  return [h("h3", {}, "Not playing because"), h("ul", { class: "plain" }, ...list.map(({ axis, since, words }) => h("li", {},
    h("b", {}, axis), `: ${words} `, since > 0 && h("span", { class: "quiet" }, "(since ", stepLink(since, (step) => app.go(step)), ")"))))]
}
