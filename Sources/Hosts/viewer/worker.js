// @ts-check
// The worker: each run has an instance of the module, and the page asks by numbers. The page stays alive whatever is computed here.
import { CoreRun } from "./core.js"
import { runTask } from "./tasks.js"

/** @type {Promise<WebAssembly.Module>} */
let module
/** @type {Map<number, CoreRun>} */
const runs = new Map()

const answers = {
  /** @param {{ text: string }} message Base64. */
  compile({ text }) { module = WebAssembly.compile(Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0))) },
  /** @param {any} message */
  async open({ run, bytes, name, question }) {
    const core = new CoreRun(await module)
    runs.set(run, core)
    return core.open(bytes, name, (share) => postMessage({ question, progress: share }))
  },
  module: () => module,
  /** @param {any} message */
  adopt({ given }) { module = Promise.resolve(given) },
  /** @param {any} message */
  async task(message) { return runTask(await module, message, (progress) => postMessage({ question: message.question, progress })) },
  /** @param {any} message */
  close({ run }) { runs.delete(run) },
  /** @param {any} message */
  ask({ run, what, given }) {
    const core = /** @type {any} */ (runs.get(run))
    if (core === undefined) throw new Error("The run is closed.")
    return core[what](...given)
  }
}

addEventListener("message", async ({ data }) => {
  const { question, kind } = data
  try {
    const answer = await /** @type {any} */ (answers)[kind](data)
    postMessage({ question, answer })
  } catch (error) {
    const { message, report } = /** @type {any} */ (error)
    postMessage({ question, error: { message, report } })
  }
})
