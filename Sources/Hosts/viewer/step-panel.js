// @ts-check
// The step under the cursor: its time, input, outputs and changes, and the note that is pinned to it.
import { blameOf } from "./blame.js"
import { button, fill, h } from "./dom.js"
import { notesOf, pinned } from "./notes.js"
import { about, fieldsOf, fieldValue, place, sentence, stamp, valueWords } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Message} Message */

const FAMILY_WORDS = /** @type {Record<string, string>} */ ({
  command: "app command", event: "engine report", environment: "environment", deadline: "deadline",
  notification: "notification", completion: "answer", engine: "to the engine", diagnostic: "diagnostic", observed: "log of another player"
})
const SHOWN_CHANGES = 40

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function stepPanel(app, panel) {
  app.watchStep((step) => fill(panel, ...parts(app, step)))
  app.watchGrowth(() => {
    const words = panel.querySelector("h2 small")
    if (words) words.textContent = ofAll(app)
    const next = /** @type {HTMLButtonElement | null} */ (panel.querySelector(".step-head > button:last-child"))
    if (next && app.here) next.disabled = app.here.number >= app.lastStep
  })
  app.watchOther(() => { if (app.here) fill(panel, ...parts(app, app.here)) })
  app.view.watch((changed) => { if (changed.has("notes") && app.here) fill(panel, ...parts(app, app.here)) })
}

/**
 * @param {App} app
 * @param {Step} step
 */
function parts(app, step) {
  const inputs = app.summary.messages.inputs
  return [
    heading(app, step),
    step.input ? message(app, step.input, inputs, step, "input") : h("p", { class: "quiet" }, app.summary.steps === 0 ? "This trace has no steps: this is the state of a new player." : "Before the first input."),
    step.input && h("h3", {}, step.outputs.length === 0 ? "No outputs" : "Outputs"),
    step.outputs.length > 0 && h("ol", { class: "outputs" }, ...step.outputs.map((output) => h("li", {}, message(app, output, app.summary.messages.outputs, step, "output")))),
    ...blameOf(app, step.number), ...changes(app, step), note(app, step.number)
  ]
}

/** @param {App} app */
const ofAll = (app) => ` of ${app.lastStep.toLocaleString("en")}`

/**
 * @param {App} app
 * @param {Step} step
 */
function heading(app, step) {
  const delta = step.previous !== null && step.at > step.previous ? `+${about(step.at - step.previous)}` : ""
  return h("div", { class: "step-head" },
    button("◀", () => app.go(step.number - 1), { "aria-label": "Previous step", title: "Previous step (←)", disabled: step.number < app.first }),
    h("div", {},
      h("h2", {}, app.summary.steps === 0 ? "No steps" : step.number < app.first ? "Start" : `Step ${step.number}`, app.summary.steps > 0 && h("small", {}, ofAll(app))),
      h("div", { class: "quiet" }, [stamp(step.at), app.company(step.number), `position ${place(step.position)}`, delta].filter(Boolean).join(" · ")),
      step.nextDeadline !== null && step.nextDeadline !== undefined && Number.isFinite(step.nextDeadline) && h("div", { class: "quiet" }, `next deadline ${stamp(step.nextDeadline)}${step.deadlineFor ? ` (${step.deadlineFor})` : ""}`)),
    button("▶", () => app.go(step.number + 1), { "aria-label": "Next step", title: "Next step (→)", disabled: step.number >= app.lastStep }))
}

/**
 * @param {App} app
 * @param {Message} of
 * @param {import("./types").MessageKind[]} kinds
 * @param {Step} step
 * @param {"input" | "output"} side
 */
function message(app, of, kinds, step, side) {
  const kind = kinds.find(({ name }) => name === of.name)
  const family = /bserved$/.test(of.name) ? "observed" : kind?.family ?? (side === "input" ? "event" : "notification")
  const value = (/** @type {string} */ field) => fieldValue(of, field, kind?.fields, step.names)
  const words = side === "output" && family === "notification" ? sentence(of, value) : ""
  const isAlarm = side === "output" && ["failed", "stallBegan", "policyPrevented"].includes(of.name) || of.answer === "refused"
  const fields = fieldsOf(of).filter((field) => !isSilent(of, field))
  return h("div", { class: `message ${family}${isAlarm ? " alarm" : ""}` },
    h("span", { class: "family" }, FAMILY_WORDS[family] ?? family),
    h("b", {}, of.name), words && h("span", { class: "words" }, words),
    fields.length > 0 && h("dl", {}, ...fields.map((field) => h("div", {}, h("dt", {}, field), h("dd", {}, value(field))))))
}

/**
 * Empty values, which the command line leaves out as well.
 * @param {Message} of
 * @param {string} field
 */
const isSilent = (of, field) => of[field] === 0 && /(^|\.)(before|after|segment|toleranceBefore|toleranceAfter|text|detail)$/.test(field) && of.name !== "firstFrame"

/**
 * @param {App} app
 * @param {Step} step
 */
function changes(app, step) {
  const changed = step.changed.filter((field) => field !== "clock")
  if (!step.input) return []
  if (changed.length === 0) return [h("h3", {}, "Nothing changed")]
  return [
    h("h3", {}, `Changed: ${changed.length}`),
    h("ul", { class: "changes" }, ...changed.slice(0, SHOWN_CHANGES).map((field) => h("li", {},
      button(field, () => app.view.change({ field, tab: "state" }), { class: "link", title: "Show in the state" }), " ",
      h("del", {}, formerWords(app, step, field)), " → ", h("ins", {}, stateWords(app, step, field))))),
    changed.length > SHOWN_CHANGES && h("p", { class: "quiet" }, `and ${changed.length - SHOWN_CHANGES} more, in the state`)
  ]
}

/**
 * A field of a step's state in words.
 * @param {App} app
 * @param {Step} step
 * @param {string} field
 */
export const stateWords = (app, step, field) => wordsOf(app, step, field, step.state[field])

/**
 * The former value of a field that the step changed, in words.
 * @param {App} app
 * @param {Step} step
 * @param {string} field
 */
export const formerWords = (app, step, field) => wordsOf(app, step, field, step.before[field])

/**
 * @param {App} app
 * @param {Step} step
 * @param {string} field
 * @param {any} value
 */
function wordsOf(app, step, field, value) {
  // As in `tapedeck at`.
  if (field === "content.item" && value === 0) return "0  nothing"
  const names = step.names?.[field === "content.item" ? "item" : "text"]
  if (typeof value === "number" && value > 0 && (field === "content.item" || /text$/i.test(field)) && names?.[value] !== undefined) return `“${names[value]}”`
  return valueWords(value, app.summary.kinds?.[field])
}

/**
 * @param {App} app
 * @param {number} step
 */
function note(app, step) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 2, maxlength: 500, placeholder: "Pin a note to this step: it travels in the link, and in a saved trace.", "aria-label": `Note on step ${step}` }))
  area.value = notesOf(app.summary, app.view.now.notes).get(step) ?? ""
  area.addEventListener("change", () => app.view.change({ notes: pinned(app.summary, app.view.now.notes, step, area.value.trim()) }))
  return h("div", { class: "note" }, area)
}
