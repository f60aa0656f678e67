// Texts of a trace are only text in the page.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { attacks, hostileTrace } from "../hostile.mjs"
import { key } from "../driver.mjs"

/** How many elements of a page load, run or lead somewhere. */
const dangerous = (viewer) => viewer.run(() => Object.fromEntries(["script", "style", "img", "iframe", "object", "embed", "base", "link", "meta", "form", "svg", "audio", "video", "a[href]", "[onload], [onerror], [onclick], [style*=url]"]
  .map((selector) => [selector, [...document.querySelectorAll(selector)].filter((element) => !(element.localName === "a" && /^(blob:|#)/.test(element.getAttribute("href")))).length])))

/** Visits everything: each step in each panel. */
async function lookAround(viewer, steps) {
  const panels = await viewer.run(() => [...document.querySelectorAll("[role=tab]")].map((tab) => tab.id.replace("tab-", "")))
  for (const panel of panels) {
    await viewer.panel(panel)
    for (const step of steps) await viewer.go(step)
  }
  await viewer.leave()
  await viewer.browser.press(key.home, "a", "l", "+", "+", "-", "t", key.end, "0")
  return panels
}

export const tests = {
  async "nothing in a hostile trace runs, loads or becomes an element"(tools) {
    const harmless = await tools.open("episode-skip.trace.jsonl")
    for (const name of ["episode-skip.trace.jsonl", "clip-subtitles.trace.jsonl", "http.trace.jsonl", "retry-exhausted.trace.jsonl"]) {
      const bytes = hostileTrace(tools.trace(name).bytes, tools.address)
      const viewer = await tools.open({ name: `"><img src=x onerror="window.hostile=1"> <script>.trace.jsonl`, bytes })
      const last = await viewer.lastStep()
      await lookAround(viewer, Array.from({ length: Math.min(last, 25) }, (_, index) => last - index))
      assert.deepEqual(await dangerous(viewer), await dangerous(harmless), name)
      assert.deepEqual(await viewer.troubles(), [], name)
    }
  },

  async "hostile texts are seen as they are written, and what cannot be seen is made visible"(tools) {
    const bytes = hostileTrace(tools.trace("episode-skip.trace.jsonl").bytes, tools.address)
    const viewer = await tools.open({ name: "hostile.trace.jsonl", bytes })
    await viewer.panel("lists")
    const text = await viewer.run(() => document.body.textContent)
    for (const words of ["<script>window.hostile=1</script>", "onerror=\"window.hostile=1\"", "javascript:window.hostile=1"]) assert.ok(text.includes(words), words)
    const shown = await viewer.run(() => document.querySelector("main").textContent)
    assert.doesNotMatch(shown, /[\u0000\u001b\u202a-\u202e\u2066-\u2069]/)
    assert.match(shown, /202E/)
  },

  async "hostile names of files are text"(tools) {
    const { bytes } = tools.trace("bad-empty.trace.jsonl")
    for (const text of attacks(tools.address)) {
      const viewer = await tools.open({ name: text.slice(0, 150), bytes })
      assert.equal(await viewer.lastStep(), 4)
      assert.deepEqual(await viewer.troubles(), [], text)
      const title = await viewer.run(() => document.title)
      assert.doesNotMatch(title, /[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
    }
  },

  async "a hostile binary trace, and one in the place of a second, are no different"(tools) {
    const text = join(tools.work, "hostile.trace.jsonl")
    const { writeFileSync } = await import("node:fs")
    writeFileSync(text, hostileTrace(tools.trace("episode-sponsorblock.trace.jsonl").bytes, tools.address))
    tools.command("cat", text, "--to", "binary", "--output", `${text}.trace`)
    const bytes = readFileSync(`${text}.trace`)
    const viewer = await tools.open({ name: "a.trace", bytes }, { name: "<script>b</script>.trace", bytes: readFileSync(text) })
    await lookAround(viewer, [1, 20, 57])
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "hostile fragments are text"(tools) {
    const viewer = await tools.open("clip-pause.trace.jsonl")
    for (const text of attacks(tools.address).slice(0, 20)) {
      await viewer.run((text) => { location.hash = String(new URLSearchParams([["step", "3"], ["q", text], ["field", text], ["tab", text], ["axis", text], ["note", `3:${text}`], ["note", `${text}:x`]])) }, text)
      await viewer.stays(3)
      assert.deepEqual(await viewer.troubles(), [], text)
    }
  },

  async "the policy refuses scripts, styles, pictures and connections, also without a trace"(tools) {
    const viewer = await tools.open("clip-pause.trace.jsonl")
    const refused = await viewer.run(async (address) => {
      const add = (name, attributes, text = "") => document.body.append(Object.assign(document.createElement(name), attributes, text ? { textContent: text } : {}))
      add("script", {}, "window.hostile=1")
      add("script", { src: `${address}/script` })
      add("script", { src: "data:text/javascript,window.hostile=1" })
      add("style", {}, "body{opacity:0}")
      add("img", { src: `${address}/picture` })
      add("iframe", { src: `${address}/frame` })
      document.body.insertAdjacentHTML("beforeend", `<b onclick="window.hostile=1" style="opacity:0">x</b>`)
      document.body.lastElementChild.click()
      const outcomes = [
        await fetch(address).then(() => "fetched", () => ""),
        await new Promise((resolve) => { try { const socket = new WebSocket(address.replace("http", "ws")); socket.onopen = () => resolve("connected"); socket.onerror = () => resolve("") } catch { resolve("") } }),
        // A text that would run later: eval itself is used by the driver here.
        (() => { window.setTimeout("window.hostile=1"); return "" })()
      ]
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { outcomes, opacity: getComputedStyle(document.body).opacity, errors: window.seen.errors.filter((words) => words.includes("ran")), count: window.seen.violations.length }
    }, tools.address)
    assert.deepEqual(refused.outcomes, ["", "", ""])
    assert.equal(refused.opacity, "1")
    assert.deepEqual(refused.errors, [])
    assert.ok(refused.count >= 6, `${refused.count} violations`)
  }
}
