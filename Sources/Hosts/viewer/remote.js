// @ts-check
// The page's side of the worker.
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

function start() {
  if (worker !== null) return worker
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
  worker = new Worker(address)
  worker.addEventListener("message", ({ data }) => hear(data))
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    for (const { reject } of questions.values()) reject(new Error(`The worker failed: ${event.message}`))
    questions.clear()
  })
  ask({ kind: "compile", text: moduleText() }).catch(() => {})
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

/** The module as it was compiled, for other workers. */
export const sharedModule = () => ask({ kind: "module" })

/**
 * Opens a trace; rejects with a sentence for what is none.
 * @param {Uint8Array} bytes They go to the worker.
 * @param {{ name?: string, progress?: (share: number) => void }} [options]
 * @returns {Promise<Run>}
 */
export async function openRun(bytes, options = {}) {
  const { name = "trace", progress } = options
  const run = ++lastRun
  const summary = await ask({ kind: "open", run, bytes, name }, [bytes.buffer], progress).catch((error) => {
    ask({ kind: "close", run })
    throw error
  })
  const call = (/** @type {string} */ what, /** @type {any[]} */ ...given) => ask({ kind: "ask", run, what, given })
  return {
    summary,
    rows: (block) => call("rows", block, summary.blocks.first[block], summary.blocks.steps[block]),
    step: (number) => call("step", number),
    explain: (number) => call("explain", number),
    find: (query, from, direction) => call("find", query, from, direction),
    whatIf: async (edits, forkName) => openRun(await call("whatIf", edits), { name: forkName }),
    compare: async (other) => call("compare", await other.bytes()),
    bytes: () => call("bytes"),
    convert: (form, notes) => call("convert", form, notes),
    perfetto: () => call("perfetto"),
    close: () => { ask({ kind: "close", run }) }
  }
}
