// @ts-check
// The page's side of the worker.
import { grow } from "./growth.js"
import source from "worker-source"

/** @typedef {import("./types.js").Run} Run */

/** @type {Worker | null} */
let worker = null
/** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, progress?: (share: number) => void }>} */
const questions = new Map()
let lastQuestion = 0
let lastRun = 0

/**
 * @param {any} message
 * @param {Transferable[]} [given]
 * @param {(share: number) => void} [progress]
 * @returns {Promise<any>}
 */
function ask(message, given = [], progress) {
  const question = ++lastQuestion
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject, progress })
    start().postMessage({ question, ...message }, given)
  })
}

/** Where the worker is. In a page of several files there is no source: the worker is a file beside it, and so is the module. */
export function workerAddress() {
  return source === "" ? new URL("worker.js", document.baseURI).href : URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
}

function start() {
  if (worker !== null) return worker
  worker = new Worker(workerAddress())
  worker.addEventListener("message", ({ data }) => hear(data))
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    for (const { reject } of questions.values()) reject(new Error(`The worker failed: ${event.message}`))
    questions.clear()
  })
  ask({ kind: "compile", text: moduleText(), address: new URL("viewer.wasm", document.baseURI).href }).catch(() => {})
  return worker
}

/** @param {any} data */
function hear({ question, answer, error, progress }) {
  const asked = questions.get(question)
  if (asked === undefined) return
  if (progress !== undefined) return asked.progress?.(progress)
  questions.delete(question)
  if (error === undefined) asked.resolve(answer)
  else asked.reject(Object.assign(new Error(error.message), { report: error.report }))
}

function moduleText() {
  const element = document.getElementById("core")
  const text = element?.textContent ?? ""
  // It is needed once.
  if (element) element.textContent = ""
  return text
}

/** The bytes of the module, for other workers. */
export const moduleCode = () => ask({ kind: "code" })

/**
 * Opens a trace; rejects with a sentence for what is none.
 * @param {Uint8Array} bytes They go to the worker.
 * @param {{ name?: string, progress?: (share: number) => void, isGrowing?: boolean }} [options] `isGrowing`: it is the beginning of a binary
 *   trace, and `append` takes the rest of it
 * @returns {Promise<Run>}
 */
export async function openRun(bytes, options = {}) {
  const { name = "trace", progress, isGrowing = false } = options
  const run = ++lastRun
  const summary = await ask({ kind: "open", run, bytes, name, isGrowing }, [bytes.buffer], progress).catch((error) => {
    ask({ kind: "close", run })
    throw error
  })
  const call = (/** @type {string} */ what, /** @type {any[]} */ ...given) => ask({ kind: "ask", run, what, given })
  return {
    summary,
    rows: (block) => call("rows", block, summary.blocks.first[block]),
    step: (number) => call("step", number),
    explain: (number) => call("explain", number),
    find: (query, from, direction) => call("find", query, from, direction),
    whatIf: async (edits, forkName) => openRun(await call("whatIf", edits), { name: forkName }),
    compare: async (other) => call("compare", await other.bytes()),
    bytes: () => call("bytes"),
    append: async (more, isEnd = false) => {
      const from = Math.max(0, summary.blocks.count - 1)
      grow(summary, await ask({ kind: "ask", run, what: "append", given: [more, isEnd, from] }, [more.buffer]))
    },
    convert: (form, notes) => call("convert", form, notes),
    close: () => { ask({ kind: "close", run }) }
  }
}
