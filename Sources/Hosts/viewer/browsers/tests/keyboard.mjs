// The page with only the keyboard, and with a screen reader.
import assert from "node:assert/strict"
import { key, until } from "../driver.mjs"

export const tests = {
  async "Tab reaches all that can be used, in order, and it is seen where it is"({ open, browser }) {
    const viewer = await open("http-stall.trace.jsonl")
    const expected = await viewer.run(() => {
      document.activeElement?.blur()
      const elements = [...document.querySelectorAll("*")]
      const usable = (element) => element.matches("button, input, select, textarea, a[href], summary, [tabindex]") && element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0
      return elements.flatMap((element, index) => usable(element) ? [index] : [])
    })
    const seen = []
    for (let count = 0; count < expected.length + 20; count++) {
      await browser.press(key.tab)
      const found = await viewer.focused()
      // After the last element comes the browser itself, or the first one again.
      if (!found || seen.some(({ index }) => index === found.index)) break
      seen.push(found)
      assert.ok(found.isOutlined, `${found.tag} "${found.name}" does not show that it has the keyboard`)
      assert.ok(found.isInside, `${found.tag} "${found.name}" is not in sight`)
      assert.ok(found.name, `a ${found.tag} has no name`)
    }
    // Firefox also focuses scrollable elements.
    const reached = seen.map(({ index }) => index).filter((index) => expected.includes(index))
    assert.deepEqual(reached, expected, seen.map(({ name }) => name).join(", "))
  },

  async "tabs are walked with arrows, and a step is found and asked about without a mouse"({ open, browser }) {
    const viewer = await open("http-stall.trace.jsonl")
    await viewer.run(() => document.querySelector('[role=tab][aria-selected="true"]').focus())
    const names = await viewer.run(() => [...document.querySelectorAll("[role=tab]")].map((tab) => tab.id))
    for (const name of [...names.slice(1), names[0]]) {
      await browser.press(key.right)
      await until(`${name} is chosen`, () => viewer.run((name) => document.activeElement.id === name && document.activeElement.getAttribute("aria-selected") === "true" && document.getElementById(name.replace("tab", "panel")).checkVisibility(), name))
    }
    await viewer.leave()
    await browser.press("/")
    await until("the search has the keyboard", () => viewer.run(() => document.activeElement.id === "query"))
    await browser.type("stallBegan")
    await browser.press(key.enter)
    const step = await until("a step", () => viewer.step())
    assert.ok(step > 1)
    await browser.press(key.escape)
    await browser.press("w")
    await until("its causes", async () => (await viewer.text("#panel-why")).includes(`step ${step}`))
  },

  async "a question mark shows the keys, and Escape closes them"({ open, browser }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await browser.press("?")
    await until("the keys", async () => /Next step/.test(await viewer.text("dialog[open]")))
    await browser.press(key.escape)
    await until("no dialog", () => viewer.run(() => !document.querySelector("dialog[open]")))
    await viewer.pressTo(1, key.home, key.right)
  },

  async "a letter that is written into a field is no command"({ open, browser }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.pressTo(3, key.home, key.right, key.right, key.right)
    await viewer.write("#query", "swatl.,[]nN0+-?")
    assert.equal(await viewer.step(), 3)
    assert.ok(await viewer.run(() => !document.querySelector("dialog[open]")))
    await browser.press(key.escape)
  },

  async "everything has a role and a name for a reader, and the lanes have a table"({ open }) {
    const viewer = await open("http-stall.trace.jsonl")
    const nameless = await viewer.run(() => [...document.querySelectorAll("button, input, select, textarea, canvas, [role], nav, section[aria-labelledby]")].filter((element) =>
      element.checkVisibility() && !element.matches("[aria-hidden=true], [role=status]") && !element.getAttribute("aria-label") && !element.getAttribute("aria-labelledby") && !element.labels?.length && !element.textContent.trim() && !element.title).map((element) => element.outerHTML.slice(0, 100)))
    assert.deepEqual(nameless, [])
    const { language, headings, live, canvases } = await viewer.run(() => ({
      language: document.documentElement.lang, headings: [...document.querySelectorAll("h1")].filter((element) => element.checkVisibility()).length,
      live: document.querySelectorAll("[aria-live], [role=status], [role=alert]").length,
      canvases: [...document.querySelectorAll("canvas:not([aria-hidden=true])")].map((canvas) => [canvas.getAttribute("role"), canvas.getAttribute("aria-label") ?? canvas.textContent])
    }))
    assert.equal(language, "en")
    assert.equal(headings, 1)
    assert.ok(live > 0)
    for (const [role, name] of canvases) assert.ok(role && name)
    await viewer.panel("table")
    const table = await until("a table", () => viewer.run(() => {
      const table = document.querySelector("#panel-table table")
      const rows = [...(table?.tBodies[0]?.rows ?? [])].map((row) => [...row.cells].map((cell) => cell.innerText))
      return rows.length > 0 && { rows, headings: [...table.tHead.rows[0].cells].map((cell) => [cell.scope, cell.innerText]) }
    }))
    assert.equal(table.rows.length, await viewer.lastStep())
    for (const [scope] of table.headings) assert.equal(scope, "col")
  }
}
