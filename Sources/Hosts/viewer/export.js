// @ts-check
// Exports of the page: a picture, the trace, a link, and a text for a bug report.
import { button, byId, fill } from "./dom.js"
import { exportTasks } from "./export-tasks.js"
import { paint } from "./lanes.js"
import { palette } from "./palette.js"
import { save } from "./saving.js"
import { SVGPen } from "./svg.js"
import { facts, shortName, titleOf, visible } from "./words.js"

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * @param {App} app
 * @param {Stage} stage
 */
export function exportMenu(app, stage) {
  const name = shortName(app.summary.name).replace(/\.(trace|jsonl)+/g, "").replace(/[^\w.-]+/g, "-") || "trace"
  const attempt = (/** @type {() => Promise<void> | void} */ act) => async () => {
    try {
      await act()
    } catch (error) {
      app.say(`That failed: ${/** @type {Error} */ (error).message}`)
    }
    /** @type {HTMLDetailsElement} */ (byId("export")).open = false
  }
  fill(byId("export-list"),
    button("Picture of what is seen (SVG)", attempt(() => save(`${name}.svg`, "image/svg+xml", picture(app, stage)))),
    button("Trace as text (JSON Lines)", attempt(async () => save(`${name}.trace.jsonl`, "application/jsonl", await app.run.convert("text", [...app.view.now.notes]))), { title: "With your notes as marks" }),
    button("Trace as binary", attempt(async () => save(`${name}.trace`, "application/octet-stream", await app.run.convert("binary", [...app.view.now.notes]))), { title: "With your notes as marks" }),
    button("Perfetto trace", attempt(async () => save(`${name}.perfetto-trace`, "application/octet-stream", await app.run.perfetto())), { title: "For ui.perfetto.dev" }),
    ...exportTasks(app, name, attempt),
    button("Copy debug info", attempt(async () => copy(app, debugInfo(app, await app.run.convert("binary", [...app.view.now.notes])), "Debug info"))),
    button("Copy link", attempt(() => copyLink(app))),
    button("Print", attempt(() => print())))
  byId("copy-link").addEventListener("click", attempt(() => copyLink(app)))
}

/** @param {App} app */
const copyLink = (app) => copy(app, location.href, "Link")

/**
 * The visible lanes as a file.
 * @param {App} app
 * @param {Stage} stage
 */
function picture(app, stage) {
  const pen = new SVGPen()
  const { scale, height } = stage
  const width = scale.left + scale.width + 6
  paint(pen, stage.scene(width, height))
  return new TextEncoder().encode(pen.document(width, height, visible(titleOf(app.summary)), visible(facts(app.summary).join(" · ")), palette(stage.isDark)))
}

/**
 * For a bug report: what it is, where to look, and the trace itself.
 * @param {App} app
 * @param {Uint8Array} bytes
 */
function debugInfo(app, bytes) {
  const { summary, view } = app
  return [`TapeDeck trace: ${titleOf(summary)} (${facts(summary).join(", ")})`, `engine: ${summary.header.engine}, recorded with ${summary.header.tool}`, `see step ${view.now.step}`,
    "To open it: base64 -d > run.trace, then tapedeck view run.trace", base64(bytes)].join("\n")
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = ""
  for (let index = 0; index < bytes.length; index += 0x8000) text += String.fromCharCode(...bytes.subarray(index, index + 0x8000))
  return btoa(text).replace(/.{1,120}/g, "$&\n")
}

/**
 * Copies to the clipboard; where the browser does not allow that to pages from disk, into a field to copy from.
 * @param {App} app
 * @param {string} text
 * @param {string} what
 */
async function copy(app, text, what) {
  try {
    await navigator.clipboard.writeText(text)
    app.say(`${what} copied.`)
  } catch {
    /** @type {HTMLDialogElement} */
    const dialog = byId("copy")
    const area = /** @type {HTMLTextAreaElement} */ (byId("copy-text"))
    area.value = text
    dialog.showModal()
    area.select()
  }
}
