// The viewer as its tests see it: only this file knows where things are in the page.
import { key, until } from "./driver.mjs"

/** A page in a browser. */
export class Viewer {
  constructor(browser, url) {
    Object.assign(this, { browser, url })
  }

  /** Opens a page, and waits until it shows a step, reports why it cannot, or offers a place for a trace. */
  static async open(browser, url, fragment = "") {
    // A page that differs only in its fragment is not reloaded.
    await browser.navigate("about:blank")
    await browser.navigate(url + fragment)
    const viewer = new Viewer(browser, url)
    await viewer.ready()
    return viewer
  }

  run(body, ...args) {
    return this.browser.run(body, ...args)
  }

  async ready() {
    const found = await until("the page shows a run", () => this.run(() => {
      const { errors, violations } = window.seen ?? { errors: [], violations: [] }
      const isVisible = (selector) => document.querySelector(selector)?.checkVisibility() === true
      const isWaiting = isVisible("#opening") && (document.querySelector("#open-problem").textContent || !document.querySelector('[data-type="application/x-tapedeck-trace"]'))
      return isVisible(".step-head h2") || isWaiting ? "ready" : [...errors, ...violations].join("\n")
    }))
    if (found !== "ready") throw new Error(`the page does not open: ${found}`)
  }

  /** What went wrong in the page: errors, policy violations, effects of a text that was more than text. */
  async troubles() {
    return this.run(() => {
      const resources = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name))
      return [...window.seen.errors, ...window.seen.violations, ...resources.map((name) => `${name} was loaded`)]
    })
  }

  /** Everything visible, as text. */
  text(selector = "body") {
    return this.run((selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map((element) => element.innerText).join("\n"), selector)
  }

  /** The step that is shown; 0 is before the first. */
  async step() {
    const words = await this.text(".step-head h2")
    const [, start, step] = /^(Start)|^Step ([\d,]+)/.exec(words) ?? []
    if (!start && !step) throw new Error(`the heading of the step is ${JSON.stringify(words)}`)
    return start ? 0 : Number(step.replaceAll(",", ""))
  }

  /** The number of the last step, once a step is shown. */
  async lastStep() {
    let words
    const last = await until(() => `the heading of the step is ${JSON.stringify(words)}`, async () =>
      / of ([\d,]+)/.exec(words = await this.text(".step-head h2"))?.[1])
    return Number(last.replaceAll(",", ""))
  }

  /** Presses keys, and waits for a step. */
  async pressTo(step, ...keys) {
    await this.browser.press(...keys)
    await this.stays(step)
  }

  /** Waits for a step. */
  async stays(step) {
    let found
    await until(() => `step ${step} is not shown, but ${found}`, async () => (found = await this.step()) === step)
  }

  /** Goes to a step by the address, as a link does. */
  async go(step) {
    await this.run((step) => {
      const parts = new URLSearchParams(location.hash.slice(1))
      parts.set("step", String(step))
      // The address is updated a moment after the view.
      parts.set("tab", document.querySelector('[role="tab"][aria-selected="true"]').id.replace("tab-", ""))
      // It may still be the address of this step, from before the last one: setting it again would be no change.
      window.visits = (window.visits ?? 0) + 1
      parts.set("visit", String(window.visits))
      location.hash = String(parts)
    }, step)
    await this.stays(step)
  }

  /**
   * Clicks the element with this selector, and with these words if any, once it stops moving. An answer of the worker may still move it
   * away from under the pointer: then what the pointer does is stopped before the page observes it, and repeated.
   */
  async click(selector, words = null) {
    const find = () => this.run(async (selector, words) => {
      const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve) })
      const found = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility() && (words === null || element.innerText.trim() === words))
      if (!found) return null
      found.scrollIntoView({ block: "center", inline: "center" })
      const { left, top, width, height } = found.getBoundingClientRect()
      const [x, y] = [left + Math.min(width / 2, innerWidth), top + height / 2]
      await frame()
      await frame()
      const now = found.getBoundingClientRect()
      if (!found.isConnected || now.left !== left || now.top !== top) return null
      window.clicked = null
      window.watching = new AbortController()
      // Lanes go to a step when the button is pressed on them, before the click.
      for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
        addEventListener(type, (event) => {
          const { target } = event
          if (found.contains(target)) return
          window.clicked = `${target.localName}#${target.id}.${target.className} ${target.textContent.slice(0, 80)}`
          event.preventDefault()
          event.stopImmediatePropagation()
        }, { capture: true, signal: window.watching.signal })
      }
      return [x, y]
    }, selector, words)
    let other
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await this.browser.click(...await until(`there is no ${selector} ${words ?? ""} that stands still`, find))
      other = await this.run(() => {
        window.watching.abort()
        return window.clicked
      })
      if (!other) return
    }
    throw new Error(`a click at ${selector} ${words ?? ""} came to ${other}`)
  }

  /** Replaces the text of the element with this selector. */
  async write(selector, text) {
    await until(`there is no ${selector}`, () => this.run((selector) => {
      const field = document.querySelector(selector)
      if (!field?.checkVisibility()) return false
      field.focus()
      field.select?.()
      return true
    }, selector))
    await this.browser.press(key.delete)
    await this.browser.type(text)
  }

  /** Removes the keyboard focus. */
  leave() {
    return this.run(() => { document.activeElement?.blur() })
  }

  /** Waits until elements show certain words. */
  contains(selector, words) {
    let text
    return until(() => `${selector} contains ${words}; it is ${JSON.stringify(text?.slice(0, 500))}`, async () => {
      text = await this.text(selector)
      return typeof words === "string" ? text.includes(words) : words.test(text)
    })
  }

  /** Waits until the page announces something to screen readers. */
  says(pattern) {
    return this.contains("[role=status], [aria-live]", pattern)
  }

  /** Drops a file on the page. */
  async drop({ name, bytes }) {
    await this.run((name, base64) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name))
      const event = new DragEvent("drop", { bubbles: true, cancelable: true })
      // WebKitGTK accepts none in synthetic events.
      Object.defineProperty(event, "dataTransfer", { value: dataTransfer })
      document.body.dispatchEvent(event)
    }, name, Buffer.from(bytes).toString("base64"))
  }

  /** Waits until a run is shown. */
  shows() {
    return until("a run is shown", () => this.run(() => document.querySelector(".step-head h2")?.checkVisibility() === true))
  }

  /** Shows a panel by its tab. */
  async panel(name) {
    await this.click(`#tab-${name}`)
    await until(`the panel ${name}`, () => this.run((name) => document.getElementById(`panel-${name}`).checkVisibility(), name))
  }

  /** The state in the panel: words by field name. */
  async state() {
    return this.run(() => Object.fromEntries([...document.querySelectorAll("#panel-state .field")].map((row) =>
      [row.querySelector("button").title, row.querySelector(".value").textContent])))
  }

  /** The focused element: its accessible name, and whether its focus is visible. */
  async focused() {
    return this.run(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const style = getComputedStyle(element)
      const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none"
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? (element.innerText?.trim() || element.title || element.id)
      return { index: [...document.querySelectorAll("*")].indexOf(element), tag: element.localName, id: element.id, name: name.slice(0, 80), isOutlined, isInside: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight }
    })
  }
}
