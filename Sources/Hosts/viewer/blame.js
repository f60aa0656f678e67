// @ts-check
// Blame: the inputs that decide how the run ends, computed in the background and shown as badges.
import { button, h, observed, stepLink } from "./dom.js"
import { withBar } from "./task-bar.js"
import { counted, shiftWords } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Blame} Blame */
/** @typedef {import("./types").BlamedInput} BlamedInput */

const LONGEST = 200

/**
 * The section of the lists panel.
 * @param {App} app
 */
export function blameSection(app) {
  const title = h("h3", {}, "Blame")
  const { blame } = app.main
  if (app.summary.isObserved) return [title, observed("which of them decide the outcome")]
  if (blame) return [title, ...results(app, blame)]
  return [title, h("p", { class: "quiet" }, "Which single inputs decide how the run ends? Leaves out each one, then shifts each one in time, and replays the rest."), starter(app)]
}

/** @param {App} app */
function starter(app) {
  const start = button("Find the inputs that decide the outcome", async () => {
    const { main } = app
    start.disabled = true
    start.textContent = "Running without each input in turn …"
    try {
      const { answer } = await withBar("Blame", main.run, "blame", {})
      if (answer) main.blame = { ...answer, byStep: new Map(answer.inputs.map((/** @type {BlamedInput} */ input) => [input.step, input])) }
    } catch (error) {
      app.say(`Blame failed: ${/** @type {Error} */ (error).message}`)
    }
    app.otherChanged()
  })
  return start
}

/**
 * @param {App} app
 * @param {Blame} blame
 */
function results(app, blame) {
  const { inputs, complete, tried, steps } = blame
  return [
    h("p", {}, inputs.length === 0 ? "No single input decides the outcome." : `Without one of these, or at another time, the run ends differently: ${counted(inputs.length, "input")}.`),
    h("ul", { class: "plain blame" }, ...inputs.slice(0, LONGEST).map((input) => h("li", {}, stepLink(input.step, (to) => app.go(to), String(input.step)), ` ${input.input} `, ...badges(app, blame, input)))),
    inputs.length > LONGEST && h("p", { class: "quiet" }, `and ${inputs.length - LONGEST} more`),
    !complete && h("p", { class: "quiet" }, `Not everything was tried: of ${counted(steps, "step")}, ${tried.without} were left out and ${tried.shifted} shifted. 'tapedeck blame' takes a larger --budget.`),
    !complete && starter(app)
  ]
}

/**
 * The result for the step under the cursor, for the panel that shows it.
 * @param {App} app
 * @param {number} step
 */
export function blameOf(app, step) {
  const { blame } = app.main
  const input = blame?.byStep.get(step)
  return blame && input ? [h("p", { class: "blame" }, "Decides how the run ends: ", ...badges(app, blame, input))] : []
}

/**
 * @param {App} app
 * @param {Blame} blame
 * @param {BlamedInput} input
 */
function badges(app, blame, input) {
  const badge = (/** @type {string} */ words, /** @type {string} */ name, /** @type {import("./types").BlamedEdit | undefined} */ edit) => edit && button(words, () => {
    app.view.change({ tab: "what-if" })
    app.fork(`step ${input.step} (${input.input}) ${name}`, editsOf(edit.edits))
  }, { class: "badge", title: `${name}: ends with ${difference(edit.outcome, blame.outcome)}. Shows that run.`, disabled: app.main.run !== app.recorded })
  return [
    badge("without", "left out", input.without),
    badge(shiftWords(input.earlier?.by), `${shiftWords(input.earlier?.by)} earlier`.replace("−", ""), input.earlier),
    badge(shiftWords(input.later?.by), `${shiftWords(input.later?.by)} later`.replace("+", ""), input.later)
  ].filter(Boolean)
}

/**
 * In what an outcome differs from the recorded one.
 * @param {Record<string, any>} outcome
 * @param {Record<string, any>} recorded
 */
function difference(outcome, recorded) {
  const names = /** @type {Record<string, string>} */ ({ state: "state", phase: "phase", failure: "failure" })
  const words = Object.keys(names).filter((name) => outcome[name] !== recorded[name]).map((name) => `${names[name]} ${outcome[name]}`)
  if (outcome.stallCount !== recorded.stallCount) words.push(outcome.stallCount === 0 ? "no stalls" : counted(outcome.stallCount, "stall"))
  return words.join(", ")
}

/**
 * The arguments of `tapedeck what-if` as edits of the page.
 * @param {string[]} words
 * @returns {import("./types").Edits}
 */
function editsOf(words) {
  /** @type {import("./types").Edits} */
  const edits = {}
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [, step, rest] = /** @type {RegExpExecArray} */ (/^(\d+):?(.*)$/s.exec(words[index + 1]))
    if (words[index] === "--skip") edits.skip = [Number(step)]
    else if (words[index] === "--insert") edits.insert = [{ after: Number(step), input: rest }]
    else edits.move = [{ step: Number(step), at: Number(rest.replace("instant=", "")) }]
  }
  return edits
}
