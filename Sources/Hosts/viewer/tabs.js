// @ts-check
// Panels of which one is visible.
import { button, byId, fill } from "./dom.js"

/** @typedef {import("./app.js").App} App */

export const TABS = /** @type {Record<string, string>} */ ({ why: "Why", state: "State", lists: "Lists", "what-if": "What if", compare: "Compare", table: "Table" })

/** @param {App} app */
export function tabs(app) {
  const list = byId("tabs")
  const buttons = Object.entries(TABS).map(([id, title]) => button(title, () => app.view.change({ tab: id }), { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "data-tab": id }))
  fill(list, ...buttons)
  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const at = buttons.findIndex((tab) => tab === document.activeElement)
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (at < 0 || !move) return
    event.preventDefault()
    const next = buttons[(at + move + buttons.length) % buttons.length]
    next.focus()
    next.click()
  })
  const show = () => {
    for (const tab of buttons) {
      const isSelected = tab.dataset.tab === app.view.now.tab
      tab.setAttribute("aria-selected", String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
      byId(`panel-${tab.dataset.tab}`).hidden = !isSelected
    }
  }
  app.view.watch((changed) => { if (changed.has("tab")) show() })
  show()
}
