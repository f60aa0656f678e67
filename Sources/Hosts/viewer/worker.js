// @ts-check
// The worker: each run has an instance of the module, and the page asks by numbers. The page stays alive whatever is computed here.
import { CoreRun } from "./core.js"
import { runTask } from "./tasks.js"

/** @type {Promise<Uint8Array>} */
let code
/** @type {Promise<WebAssembly.Module>} */
let module
/** @type {Map<number, CoreRun>} */
const runs = new Map()

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const answers = {
  /** @param {{ text: string, address: string }} message Base64, or empty: then the module is a file. */
  compile({ text, address }) {
    code = text.trim() === "" ? fetched(address) : Promise.resolve(Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0)))
    module = code.then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes)))
  },
  // Not compiled: WebKit hands no module to another worker of a page from the disk.
  code: () => code,
  /** @param {any} message */
  async open({ run, bytes, name, question, isGrowing }) {
    const core = new CoreRun(await module)
    runs.set(run, core)
    return core.open(bytes, name, (share) => postMessage({ question, progress: share }), isGrowing)
  },
  /** @param {any} message */
  async task(message) { return runTask(await WebAssembly.compile(/** @type {BufferSource} */ (message.code)), message, (progress) => postMessage({ question: message.question, progress })) },
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
