// @ts-check
// The whole state after the step under the cursor, in groups, filtered; changed fields also show their previous value.
import { button, fill, h } from "./dom.js"
import { formerWords, stateWords } from "./step-panel.js"
import { nextChange, whyField } from "./walk.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {{ row: HTMLElement, value: HTMLElement, before: HTMLElement, group: HTMLDetailsElement }} Row */

/**
 * @param {App} app
 * @param {HTMLElement} panel
 */
export function statePanel(app, panel) {
  const filter = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: "Filter fields and values", "aria-label": "Filter the state" }))
  const only = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }))
  const groups = h("div", { class: "groups" })
  const none = h("p", { class: "quiet", hidden: true }, "No field matches.")
  fill(panel, h("div", { class: "row" }, filter, h("label", {}, only, " changed only")),
    h("p", { class: "quiet" }, "Select a field, then [ and ] go to its previous and next change."), groups, none)
  const tools = h("span", { class: "field-tools" },
    button("[", () => nextChange(app, -1), { title: "Previous change", "aria-label": "Previous change" }),
    button("]", () => nextChange(app, 1), { title: "Next change", "aria-label": "Next change" }),
    button("Why", () => whyField(app), { title: "Go to the last change, and show what caused it" }))
  /** @type {Map<string, Row>} */
  const rows = new Map()
  /** @type {Map<string, HTMLDetailsElement>} */
  const made = new Map()

  /** @param {string} field */
  const rowOf = (field) => {
    const known = rows.get(field)
    if (known) return known
    const name = field.includes(".") ? field.slice(0, field.indexOf(".")) : "player"
    let group = made.get(name)
    if (!group) {
      group = /** @type {HTMLDetailsElement} */ (h("details", { open: name !== "setting" }, h("summary", {}, name)))
      made.set(name, group)
      groups.append(group)
    }
    const [value, before] = [h("span", { class: "value" }), h("del", {})]
    const row = h("div", { class: "field" }, button(field.slice(field.indexOf(".") + 1), () => app.view.change({ field }), { class: "link", "aria-pressed": "false", title: field }), h("span", {}, value, " ", before))
    group.append(row)
    const entry = { row, value, before, group }
    rows.set(field, entry)
    return entry
  }

  const select = () => {
    for (const [field, { row, group }] of rows) {
      const isSelected = field === app.view.now.field
      row.classList.toggle("selected", isSelected)
      row.firstElementChild?.setAttribute("aria-pressed", String(isSelected))
      if (!isSelected) continue
      group.open = true
      row.append(tools)
    }
  }

  const sift = () => {
    const wanted = filter.value.trim().toLowerCase()
    /** @type {Map<HTMLElement, boolean>} */
    const filled = new Map()
    let shown = 0
    for (const [field, { row, value, group }] of rows) {
      const isShown = (!only.checked || row.classList.contains("changed")) && (!wanted || `${field} ${value.textContent}`.toLowerCase().includes(wanted))
      row.hidden = !isShown
      if (isShown) shown++
      filled.set(group, (filled.get(group) ?? false) || isShown)
    }
    for (const [group, isFilled] of filled) {
      group.hidden = !isFilled
      if (wanted && isFilled) /** @type {HTMLDetailsElement} */ (group).open = true
    }
    none.hidden = shown > 0
  }

  const show = () => {
    if (!app.here || app.view.now.tab !== "state") return
    const step = app.here
    const changed = new Set(step.changed)
    for (const field of Object.keys(step.state)) {
      const { row, value, before: old } = rowOf(field)
      const words = stateWords(app, step, field)
      if (value.textContent !== words) fill(value, words)
      const isChanged = changed.has(field)
      row.classList.toggle("changed", isChanged)
      fill(old, isChanged ? `was ${formerWords(app, step, field)}` : "")
    }
    select()
    sift()
  }

  const reveal = () => rows.get(app.view.now.field)?.row.scrollIntoView({ block: "nearest" })

  filter.addEventListener("input", sift)
  only.addEventListener("change", sift)
  app.watchStep(() => {
    const isFirst = rows.size === 0
    show()
    if (isFirst) reveal()
  })
  app.view.watch((names) => {
    if (names.has("tab")) show()
    if (names.has("field")) select()
    if (names.has("field") || names.has("tab")) reveal()
  })
}
