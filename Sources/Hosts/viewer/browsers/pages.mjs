// Makes pages from the viewer's template, as `tapedeck view` does, preceded by a script that records errors.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** Runs before everything else in the page: records errors and policy violations. */
function watch() {
  const seen = { errors: [], violations: [] }
  Object.defineProperty(window, "seen", { value: seen })
  const isElement = (target) => target instanceof Element
  addEventListener("error", (event) => {
    seen.errors.push(isElement(event.target) ? `a <${event.target.localName}> did not load` : `${event.message} (${event.filename?.slice(0, 80)}:${event.lineno})`)
  }, true)
  addEventListener("unhandledrejection", (event) => seen.errors.push(`rejected: ${event.reason?.stack ?? event.reason}`))
  addEventListener("securitypolicyviolation", (event) => seen.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`))
  // What the texts of hostile.mjs do if they run.
  Object.defineProperty(window, "hostile", { set() { seen.errors.push("a text of the trace ran") } })
  const { error } = console
  console.error = (...words) => {
    seen.errors.push(words.map(String).join(" "))
    error(...words)
  }
  for (const name of ["alert", "confirm", "prompt", "open"]) window[name] = () => { seen.errors.push(`${name} was called`) }
}

/**
 * Runs at the start of a measured page: records when a step was first shown, and for how long a timer had to wait, beyond its 4 ms, for
 * everything that comes before timers. Chromium also reports how long frames took that blocked the page for 50 ms or more: `frame` is the
 * longest of them, 0 if there was none.
 */
function time() {
  Object.assign(window.seen, { shown: null, longest: 0, frame: 0 })
  window.seen.hasFrames = PerformanceObserver.supportedEntryTypes.includes("long-animation-frame")
  if (window.seen.hasFrames) {
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.seen.frame = Math.max(window.seen.frame, duration)
    })
    observer.observe({ type: "long-animation-frame", buffered: true })
  }
  const look = new MutationObserver(() => {
    if (!document.querySelector(".step-head h2")?.checkVisibility()) return
    look.disconnect()
    requestAnimationFrame(() => { window.seen.shown = performance.now() })
  })
  look.observe(document, { childList: true, subtree: true, attributes: true })
  let [last, timer] = [0, 0]
  const beat = () => {
    const now = performance.now()
    window.seen.longest = Math.max(window.seen.longest, now - last - 4)
    last = now
    timer = setTimeout(beat)
  }
  window.seen.watch = () => {
    last = performance.now()
    beat()
  }
  // Firefox gives memory back only while a page rests.
  window.seen.rest = () => clearTimeout(timer)
  window.seen.watch()
}

/** Offers a run to the page as the inspector of <tape-deck> does. */
function offer() {
  const { port1, port2 } = new MessageChannel()
  window.opener = window
  window.sender = port1
  addEventListener("message", ({ data }) => {
    if (data?.tapedeck === "viewer") postMessage({ tapedeck: "run", name: "clip.mp4" }, "*", [port2])
  })
}

const escapes = { "&": "&amp;", '"': "&quot;", "'": "&#39;", "<": "&lt;", ">": "&gt;" }
const escaped = (text) => text.replace(/[&"'<>]/g, (character) => escapes[character])
// Long traces are split into parts, as by the command line.
const PART = 49_152
function element({ name, bytes }) {
  const all = Buffer.from(bytes)
  const parts = Array.from({ length: Math.max(1, Math.ceil(all.length / PART)) }, (_, part) => all.subarray(part * PART, (part + 1) * PART))
  return parts.map((part, place) => `<div hidden data-type="application/x-tapedeck-trace" ${place === 0 ? `data-name="${escaped(name)}"` : "data-more"}>${part.toString("base64")}</div>`).join("\n")
}

export class Pages {
  #count = 0

  /**
   * @param template The file that Tools/viewer builds.
   * @param folder For the pages.
   * @param tapedeck The command line, which makes the pages where possible.
   */
  constructor(template, folder, tapedeck) {
    Object.assign(this, { template, folder, tapedeck })
    this.text = readFileSync(template, "utf8")
    this.isCommand = /USAGE: tapedeck view/.test(spawnSync(tapedeck, ["view", "--help"], { encoding: "utf8" }).stdout)
  }

  /**
   * Makes a page of traces, `{ name, bytes }` each, and returns its address.
   *
   * @param isPlain Nothing is prepended.
   * @param isTimed The page records how busy it is.
   */
  make(traces, { isPlain = false, isTimed = false } = {}) {
    const folder = join(this.folder, String(++this.#count))
    mkdirSync(folder, { recursive: true })
    const file = join(folder, "run.html")
    const text = this.#isForCommand(traces) ? this.#command(traces, folder, file) : this.#fill(traces)
    writeFileSync(file, isPlain ? text : watched(text, isTimed ? [watch, time] : [watch]))
    return pathToFileURL(file).href
  }

  /** A page that gets its run from its opener, which is the page itself: `sender` passes what a test sends. */
  growing() {
    const file = join(this.folder, "growing.html")
    writeFileSync(file, watched(this.text.replace("<!-- traces -->", ""), [watch, offer]))
    return pathToFileURL(file).href
  }

  /** The command accepts files, which cannot have every name, and refuses anything that is not a trace. */
  #isForCommand(traces) {
    const isName = ({ name }) => name && Buffer.byteLength(name) < 200 && !/[/\0]/.test(name) && !name.startsWith("-")
    return this.isCommand && traces.length > 0 && traces.every(isName)
  }

  #command(traces, folder, file) {
    const paths = traces.map(({ name, bytes }, index) => {
      mkdirSync(join(folder, String(index)))
      const path = join(folder, String(index), name)
      writeFileSync(path, bytes)
      return path
    })
    const { status } = spawnSync(this.tapedeck, ["view", ...paths, "--output", file, "--viewer", this.template], { encoding: "utf8" })
    if (status !== 0) return this.#fill(traces)
    return readFileSync(file, "utf8")
  }

  #fill(traces) {
    return this.text.replace("<!-- traces -->", () => traces.map(element).join("\n"))
  }
}

/** Inserts functions after the policy, and permits them in it. */
function watched(text, functions) {
  const script = functions.map((body) => `(${body})();`).join("\n")
  const hash = createHash("sha256").update(script).digest("base64")
  const policy = /(<meta http-equiv="content-security-policy" content="[^"]*script-src )([^"]*">)/
  if (!policy.test(text)) throw new Error("the page has no policy")
  return text.replace(policy, (_, before, after) => `${before}'sha256-${hash}' ${after}<script>${script}</script>`)
}
