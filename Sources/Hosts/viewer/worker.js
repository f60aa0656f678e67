// @ts-check
// The worker: each run has an instance of the module, and the page asks by numbers. The page stays alive whatever is computed here.
import { decode } from "./base64.js"
import { collect } from "./collect.js"
import { CoreRun } from "./core.js"

// As on the page.
const LARGE = 1 << 20
const SETTLED = 300

/** @type {Promise<WebAssembly.Module>} */
let module
/** @type {Map<string | number, CoreRun>} */
const runs = new Map()

const answers = {
  /** @param {{ text?: string, module?: WebAssembly.Module }} message Base64, or what another worker made of it. */
  compile({ text = "", module: made }) {
    module = made ? Promise.resolve(made) : compiled(text.trim())
  },
  module: () => module,
  /** @param {any} message */
  async open({ run, bytes, name, question }) {
    const core = new CoreRun(await module)
    runs.set(run, core)
    const isLarge = bytes.length > LARGE
    const summary = await core.open(bytes, name, (share) => postMessage({ question, progress: share }))
    if (isLarge) setTimeout(collect, SETTLED)
    return summary
  },
  /** @param {any} message A trace that is read by what is asked. */
  async hold({ run, bytes }) {
    const core = new CoreRun(await module)
    runs.set(run, core)
    core.hold(bytes)
  },
  /** @param {any} message */
  close({ run }) { runs.delete(run) },
  /** @param {any} message */
  ask({ run, what, given }) {
    const core = /** @type {any} */ (runs.get(run))
    if (core === undefined) throw new Error("The run is closed.")
    return core[what](...given)
  }
}

/** @param {string} text */
function compiled(text) {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3)
  return WebAssembly.compile(bytes.subarray(0, decode(text, bytes)))
}

/**
 * What an answer is made of is handed over, not copied.
 * @param {any} answer
 * @returns {ArrayBuffer[]}
 */
function buffers(answer) {
  if (ArrayBuffer.isView(answer)) return [/** @type {ArrayBuffer} */ (answer.buffer)]
  if (answer === null || typeof answer !== "object" || answer instanceof WebAssembly.Module) return []
  const parts = [...Object.values(answer), ...Object.values(answer.blocks ?? {})].filter((part) => ArrayBuffer.isView(part))
  return [...new Set(parts.map((part) => /** @type {ArrayBuffer} */ (part.buffer)))]
}

addEventListener("message", async ({ data }) => {
  const { question, kind } = data
  try {
    const answer = await /** @type {any} */ (answers)[kind](data)
    postMessage({ question, answer }, buffers(answer))
  } catch (error) {
    const { message, report } = /** @type {any} */ (error)
    postMessage({ question, error: { message, report } })
  }
})
