// @ts-check
// The page's side of the workers: one has the runs, and one is for long operations, so that steps do not wait for them.
import { collect } from "./collect.js"
import { grow } from "./growth.js"
import source from "worker-source"

/** @typedef {import("./types.js").Run} Run */
/** @typedef {(share: number) => void} Progress */

// The size in bytes from which a trace is worth a garbage collection after opening.
const LARGE = 1 << 20
// The number of steps from which reading the whole trace takes long.
const LONG = 20_000
const EARLY = 5_000
// Milliseconds before the second worker, and its memory, is released.
const IDLE = 1_000
// Milliseconds after which an opened run has been drawn.
const SETTLED = 300

class Link {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, progress?: Progress }>} */
  #questions = new Map()
  #last = 0
  #worker

  constructor() {
    this.#worker = new Worker(workerAddress())
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data))
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault()
      for (const { reject } of this.#questions.values()) reject(new Error(`The worker failed: ${event.message}`))
      this.#questions.clear()
    })
  }

  /**
   * @param {any} message
   * @param {Transferable[]} [given]
   * @param {Progress} [progress]
   * @returns {Promise<any>}
   */
  ask(message, given = [], progress) {
    const question = ++this.#last
    return new Promise((resolve, reject) => {
      this.#questions.set(question, { resolve, reject, progress })
      this.#worker.postMessage({ question, ...message }, given)
    })
  }

  /** @param {any} data */
  #hear({ question, answer, error, progress }) {
    const asked = this.#questions.get(question)
    if (asked === undefined) return
    if (progress !== undefined) return asked.progress?.(progress)
    this.#questions.delete(question)
    if (error === undefined) asked.resolve(answer)
    else asked.reject(Object.assign(new Error(error.message), { report: error.report }))
  }

  end() { this.#worker.terminate() }
}

/** The worker's address. In a page of several files there is no source: the worker is a file next to it, and so is the module. */
export function workerAddress() {
  return source === "" ? new URL("worker.js", document.baseURI).href : URL.createObjectURL(new Blob([source], { type: "text/javascript" }))
}

/** @type {Link | null} */
let first = null

function link() {
  if (first === null) {
    first = new Link()
    first.ask({ kind: "compile", texts: moduleTexts(), address: new URL("viewer.wasm", document.baseURI).href }).catch(() => {})
  }
  return first
}

/** The packed module's parts in Base64; none in a page of several files. */
function moduleTexts() {
  const elements = [...document.querySelectorAll('[data-type="application/x-tapedeck-module"]')]
  const texts = elements.map((element) => element.textContent ?? "")
  // They are needed only once.
  for (const element of elements) element.textContent = ""
  return texts
}

/** Starts the worker and compiles the module, which takes a while: what comes first may begin meanwhile. */
export const prepare = () => { link() }

/** The bytes of the module, for other workers. */
export const moduleCode = () => link().ask({ kind: "code" })

// MARK: Beside

/** @type {Link | null} */
let second = null
/** What the second worker has: the trace of each run, and when it was taken. */
const held = /** @type {Map<string | number, { steps: number, ready: Promise<any> }>} */ (new Map())
let pending = 0
let resting = 0

/**
 * Asks the second worker, where nothing else has to wait.
 * @param {{ run: number, steps: number, bytes: () => Promise<Uint8Array>, isRead?: boolean }} subject `isRead`: the question needs all
 *   steps
 *   as they are shown
 * @param {string} what
 * @param {any[]} given
 * @param {Progress} [progress]
 */
async function beside({ run, steps, bytes, isRead = false }, what, given, progress) {
  clearTimeout(resting)
  pending++
  second ??= new Link()
  const worker = second
  const key = isRead ? `${run} read` : run
  try {
    if (held.size === 0) {
      const bytes = await moduleCode()
      worker.ask({ kind: "compile", bytes }, [bytes.buffer]).catch(() => {})
    }
    // A growing run has become longer.
    if (held.get(key)?.steps !== steps) {
      const take = async () => {
        const copy = await bytes()
        return worker.ask({ kind: isRead ? "open" : "hold", run: key, bytes: copy, name: "" }, [copy.buffer])
      }
      held.set(key, { steps, ready: take() })
    }
    await held.get(key)?.ready
    return await worker.ask({ kind: "ask", run: key, what, given }, buffers(given), progress)
  } finally {
    if (--pending === 0) resting = setTimeout(rest, IDLE)
  }
}

function rest() {
  second?.end()
  second = null
  held.clear()
}

/** @param {any[]} given */
const buffers = (given) => given.filter((value) => ArrayBuffer.isView(value)).map((value) => value.buffer)

// MARK: Runs

let lastRun = 0

/**
 * Opens a trace; rejects with a sentence for anything that is not a trace.
 * @param {Uint8Array} bytes They go to the worker.
 * @param {{ name?: string, progress?: Progress, isGrowing?: boolean, index?: Uint8Array | null }} [options] `isGrowing`: it is the beginning of
 *   a binary trace, and `append` takes the rest of it; `index`: what is known about the trace, so that it is not read
 * @returns {Promise<Run>}
 */
export async function openRun(bytes, options = {}) {
  const { name = "trace", progress, isGrowing = false, index = null } = options
  const run = ++lastRun
  const size = bytes.length
  const summary = await link().ask({ kind: "open", run, bytes, index, name, isGrowing }, [bytes.buffer], progress).catch((error) => {
    link().ask({ kind: "close", run })
    throw error
  })
  if (size > LARGE) setTimeout(collect, SETTLED)
  const call = (/** @type {string} */ what, /** @type {any[]} */ ...given) => link().ask({ kind: "ask", run, what, given }, buffers(given))
  // For operations that read the whole trace, and more than once.
  const long = (/** @type {string} */ what, /** @type {any[]} */ ...given) =>
    summary.steps > LONG ? beside({ run, steps: summary.steps, bytes: () => call("bytes") }, what, given) : call(what, ...given)
  return {
    summary,
    rows: (block) => call("rows", block, summary.blocks.first[block]),
    digest: (block) => call("digest", block),
    step: (number) => call("step", number),
    // This reads the trace up to the step.
    explain: (number) => number - summary.firstStep > EARLY ? long("explain", number) : call("explain", number),
    find: (query, from, direction) => call("find", query, from, direction),
    whatIf: async (edits, forkName) => openRun(await long("whatIf", edits), { name: forkName }),
    compare: async (other) => long("compare", await other.bytes()),
    bytes: () => call("bytes"),
    append: async (more, isEnd = false) => {
      const from = Math.max(0, summary.blocks.count - 1)
      grow(summary, await call("append", more, isEnd, from))
    },
    convert: (form, notes) => long("convert", form, notes),
    perfetto: () => long("perfetto"),
    close: () => { link().ask({ kind: "close", run }) }
  }
}
