// @ts-check
// Conversions of a trace in the background: a scenario, tests, the smallest trace in which the same happens. The files are those of the
// command line.
import { button, byId, h } from "./dom.js"
import { save } from "./saving.js"
import { withBar } from "./task-bar.js"
import { counted } from "./words.js"

/** @typedef {import("./app.js").App} App */

const YAML = "application/yaml"

/**
 * The entries of the menu.
 * @param {App} app
 * @param {string} name of files, without endings
 * @param {(act: () => Promise<void>) => () => Promise<void>} attempt
 */
export function exportTasks(app, name, attempt) {
  /**
   * @param {string} label
   * @param {string} title
   * @param {"scenario" | "test"} task
   * @param {any} given
   * @param {string} file
   * @param {string} type
   */
  const entry = (label, title, task, given, file, type) => button(label, attempt(async () => {
    closeMenu()
    const { answer } = await withBar(label, app.run, task, { name: app.summary.name, ...given })
    if (answer) save(file, type, answer)
  }), { title })
  return [
    entry("Scenario (YAML)", "As 'tapedeck scenario' writes it: edit it, and play it with 'tapedeck simulate'", "scenario", { isSimulated: false }, `${name}.yaml`, YAML),
    entry("Scenario with a simulated engine", "As 'tapedeck scenario --simulate' writes it", "scenario", { isSimulated: true }, `${name}.simulated.yaml`, YAML),
    entry("Swift Testing test", "As 'tapedeck test' writes it: every input, and the expected outputs", "test", { isJavaScript: false }, `${identifier(name)}Tests.swift`, "text/x-swift"),
    entry("JavaScript test", "As 'tapedeck test --in javascript' writes it, for the npm package", "test", { isJavaScript: true }, `${name}.test.mjs`, "text/javascript"),
    shrinker(app, name, attempt)
  ]
}

/**
 * @param {App} app
 * @param {string} name
 * @param {(act: () => Promise<void>) => () => Promise<void>} attempt
 */
function shrinker(app, name, attempt) {
  // In a form with one field for text, Firefox would look for a user name, while the page opens.
  const until = /** @type {HTMLInputElement} */ (h("input", {
    type: "search", list: "vocabulary", placeholder: "until: failed, stallBegan …", "aria-label": "What must still happen in the shrunk trace: an output and values, or a law; empty for the first law that breaks", spellcheck: "false", autocomplete: "off"
  }))
  const form = h("form", { class: "row" }, until, h("button", { type: "submit", title: "The smallest trace in which this still happens, as 'tapedeck shrink --until' finds it" }, "Shrink"))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    attempt(async () => {
      closeMenu()
      const { steps } = app.summary
      const { answer, isStopped } = await withBar("Shrinking", app.run, "shrink", { until: until.value.trim() })
      if (!answer) return app.say("Stopped before anything could be left out.")
      if (answer.complaint) return app.say(`Nothing to shrink: ${sentence(answer.complaint)}`)
      save(`${name}.shrunk.trace.jsonl`, "application/jsonl", answer.bytes)
      app.say(`${counted(steps, "step")}, ${left(answer.bytes)} left: ${answer.isMinimal ? "nothing can be left out or made simpler" : `not proven minimal${isStopped ? ", stopped before all was tried" : ""}`}.`)
    })()
  })
  return form
}

/**
 * The page has a field instead of the command line's option.
 * @param {string} complaint
 */
const sentence = (complaint) => complaint.replace("Name with --until what", "Write what").replace(/ 'tapedeck .*$/, "")

/** @param {Uint8Array} bytes */
const left = (bytes) => (new TextDecoder().decode(bytes).match(/^\{"k":"i"/gm) ?? []).length

/**
 * `http-stall` as the beginning of a type's name: `HttpStall`.
 * @param {string} name
 */
const identifier = (name) => name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter) => letter.toUpperCase()) || "Trace"

function closeMenu() { /** @type {HTMLDetailsElement} */ (byId("export")).open = false }
