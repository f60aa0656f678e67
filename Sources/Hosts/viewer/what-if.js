// @ts-check
// What if: edits of the run, each a leaf of a tree with its outcome.
import { button, fill, h, observed } from "./dom.js"
import { save } from "./saving.js"
import { counted, fieldsOf, place, stamp } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Run} Run */
/** @typedef {import("./types").Edits} Edits */
// `run` is null for the recorded run.
/** @typedef {{ words: string, edits: Edits, run: Run | null, outcome: string, children: Leaf[] }} Leaf */

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function whatIfPanel(app, panel) {
  /** @type {Leaf} */
  const root = { words: "As recorded", edits: {}, run: null, outcome: "", children: [] }
  let chosen = root
  if (app.recorded.summary.isObserved) return fill(panel, observed("what would have happened otherwise"))
  const tree = h("ul", { class: "tree", "aria-label": "Runs" })
  const form = h("div", { class: "edits" })
  const problem = h("p", { class: "problem", role: "alert" })
  fill(panel, h("p", { class: "quiet" }, "Each edit makes a new run from the chosen one. What the engine reported stays as recorded; the player decides again."), tree, form, problem)
  outcome(app.recorded).then((words) => { root.outcome = words; draw() }, () => {})

  const draw = () => fill(tree, branch(root))

  /**
   * @param {Leaf} leaf
   * @returns {HTMLElement}
   */
  const branch = (leaf) => h("li", {},
    button(leaf.words, () => pick(leaf), { class: "leaf", "aria-pressed": String(leaf === chosen) }), " ",
    h("span", { class: "outcome" }, leaf.outcome), leaf === chosen && leaf.run && " ", leaf === chosen && leaf.run && button("Save", () => keep(leaf), { class: "link", title: "Save this run as a trace" }), leaf.children.length > 0 && h("ul", {}, ...leaf.children.map(branch)))

  /** @param {Leaf} leaf */
  const pick = (leaf) => {
    chosen = leaf
    app.view.change({ edits: leaf.run ? JSON.stringify(leaf.edits) : "" })
    app.compareWith(leaf.run)
    draw()
  }

  /**
   * @param {Leaf} parent
   * @param {string} words
   * @param {Edits} edits all of them, on the recorded run
   */
  const grow = async (parent, words, edits) => {
    fill(problem, "")
    try {
      const run = await app.recorded.whatIf(edits, words)
      /** @type {Leaf} */
      const leaf = { words, edits, run, outcome: await outcome(run), children: [] }
      parent.children.push(leaf)
      pick(leaf)
    } catch (error) {
      fill(problem, /** @type {Error} */ (error).message)
    }
  }

  /**
   * @param {string} words
   * @param {Edits} edit
   */
  const fork = (words, edit) => grow(chosen, words, merged(chosen.edits, edit))

  app.fork = (words, edits) => {
    if (app.isSwapped) app.swap()
    grow(root, words, edits)
  }

  // A link may request an edited run.
  const follow = () => {
    const { edits } = app.view.now
    if (!edits || edits === JSON.stringify(chosen.edits)) return
    try {
      grow(root, "Edited, from the link", merged({}, JSON.parse(edits)))
    } catch {
      fill(problem, "The edits in the link cannot be read.")
    }
  }

  const edit = () => {
    if (app.view.now.tab !== "what-if" || !app.here) return
    if (app.isSwapped) return fill(form, h("p", {}, "Edits are made in the recorded run. ", button("Go there", () => app.swap())))
    fill(form, ...fields(app, fork))
  }
  app.watchStep(edit)
  app.view.watch((changed) => {
    if (changed.has("tab")) edit()
    if (changed.has("edits")) follow()
  })
  draw()
}

/** @param {Leaf} leaf */
async function keep(leaf) {
  if (leaf.run) save("what-if.trace", "application/octet-stream", await leaf.run.convert("binary"))
}

/**
 * @param {Edits} a
 * @param {Edits} b
 * @returns {Edits}
 */
function merged(a, b) {
  /** @type {any} */
  const all = {}
  for (const name of /** @type {(keyof Edits)[]} */ (["skip", "move", "change", "insert", "set"])) {
    const list = [...a[name] ?? [], ...b[name] ?? []]
    if (list.length > 0) all[name] = list
  }
  return all
}

/**
 * How a run ended, in a few words.
 * @param {Run} run
 */
async function outcome(run) {
  const { summary } = run
  if (summary.steps === 0) return "no steps"
  const { stallCount } = summary.statistics
  return `${await ending(run)}, ${stallCount === 0 ? "no stalls" : counted(stallCount, "stall")}`
}

/**
 * The last end or failure; otherwise what the player did last.
 * @param {Run} run
 */
async function ending(run) {
  const { summary } = run
  const outputs = summary.messages.outputs.filter(({ name }) => name === "ended" || name === "failed").map(({ code }) => code)
  const number = await run.find({ inputs: [], outputs, field: null }, summary.lastStep + 1, -1)
  const step = await run.step(number ?? summary.lastStep)
  const last = step.outputs.filter(({ name }) => name === "ended" || name === "failed").pop()
  if (last?.name === "failed") return `failed: ${last.failure}`
  if (last) return `ended at ${place(last.position)}`
  return step.position === null ? "never ended" : `never ended, last at ${place(step.position)}`
}

/**
 * The edits that can be made at the cursor.
 * @param {App} app
 * @param {(words: string, edit: Edits) => void} fork
 */
function fields(app, fork) {
  const step = /** @type {import("./types").Step} */ (app.here)
  const { number, input } = step
  return [
    h("h3", {}, input ? `Step ${number}: ${input.name} at ${stamp(step.at)}` : "Before the first step"),
    input && line("Drop it", "Drop", () => fork(`without step ${number} (${input.name})`, { skip: [number] })),
    input && mover(number, step.at, fork), input && changer(step, fork), inserter(number, fork), setter(app, fork)
  ]
}

/**
 * @param {string} label
 * @param {string} verb
 * @param {() => void} act
 * @param {...HTMLElement} inputs
 */
function line(label, verb, act, ...inputs) {
  const form = h("form", { class: "row" }, h("span", { class: "label" }, label), ...inputs, h("button", { type: "submit" }, verb))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    act()
  })
  return form
}

/**
 * @param {string} label
 * @param {Record<string, any>} attributes
 */
const input = (label, attributes) => /** @type {HTMLInputElement} */ (h("input", { "aria-label": label, placeholder: label, required: true, ...attributes }))

/**
 * @param {number} number
 * @param {number} at
 * @param {(words: string, edit: Edits) => void} fork
 */
function mover(number, at, fork) {
  const by = input("milliseconds", { type: "number", step: "any", value: 100 })
  return line("Move it by", "Move", () => fork(`step ${number} moved by ${by.value} ms`, { move: [{ step: number, at: at + Math.round(by.valueAsNumber * 1000) }] }), by)
}

/**
 * @param {import("./types").Step} step
 * @param {(words: string, edit: Edits) => void} fork
 */
function changer({ number, input: message }, fork) {
  const names = message ? fieldsOf(message) : []
  if (!message || names.length === 0) return null
  const field = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Field" }, ...names.map((name) => h("option", {}, name))))
  const value = input("value", { type: "text", value: String(message[names[0]] ?? "") })
  field.addEventListener("change", () => { value.value = String(message[field.value] ?? "") })
  return line("Change", "Change", () => fork(`step ${number}: ${field.value} = ${value.value}`, { change: [{ step: number, field: field.value, value: value.value }] }), field, value)
}

/**
 * @param {number} number
 * @param {(words: string, edit: Edits) => void} fork
 */
function inserter(number, fork) {
  const text = input("input as JSON", { type: "text", value: '{"e":"pause"}' })
  return line("Insert after it", "Insert", () => fork(`${text.value} after step ${number}`, { insert: [{ after: number, input: text.value }] }), text)
}

/**
 * @param {App} app
 * @param {(words: string, edit: Edits) => void} fork
 */
function setter(app, fork) {
  const names = app.summary.fields.filter((name) => name.startsWith("setting.")).map((name) => name.slice(8))
  const setting = names.length > 0
    ? /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Setting" }, ...names.map((name) => h("option", {}, name))))
    : input("setting", { type: "text" })
  const value = input("value", { type: "text" })
  const show = () => {
    const now = app.here?.state[`setting.${setting.value}`]
    value.placeholder = now === undefined ? "value" : `now ${now}`
  }
  setting.addEventListener("change", show)
  show()
  return line("Setting", "Set", () => fork(`${setting.value} = ${value.value}`, { set: [{ setting: setting.value, value: value.value }] }), setting, value)
}
