// @ts-check
// The worker: each run has an instance of the module, and the page refers to it by number. The page stays responsive whatever is computed
// here.
import { decode } from "./base64.js"
import { collect } from "./collect.js"
import { CoreRun } from "./core.js"
import { runTask } from "./tasks.js"

// As on the page.
const LARGE = 1 << 20
const SETTLED = 300

/** @type {Promise<Uint8Array>} */
let code
/** @type {Promise<WebAssembly.Module>} */
let module
/** @type {Map<string | number, CoreRun>} */
const runs = new Map()

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** @param {Uint8Array} bytes packed by gzip */
async function unpacked(bytes) {
  // The type checker does not know it yet.
  const { DecompressionStream } = /** @type {any} */ (globalThis)
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const answers = {
  /**
   * @param {{ texts?: string[], address?: string, bytes?: Uint8Array }} message packed, as Base64 in parts; where the module is; or its bytes
   *   from another worker
   */
  compile({ texts = [], address = "", bytes }) {
    code = bytes ? Promise.resolve(bytes) : texts.length === 0 ? fetched(address) : unpacked(decoded(texts))
    module = code.then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes)))
    module.catch(() => {})
  },
  // Not compiled: WebKit passes no compiled module to another worker of a page from disk.
  code: async () => (await code).slice(),
  /** @param {any} message */
  async open({ run, bytes, index, name, question, isGrowing }) {
    const core = new CoreRun(await module)
    runs.set(run, core)
    const isLarge = bytes.length > LARGE
    const summary = await core.open(bytes, name, (share) => postMessage({ question, progress: share }), isGrowing, index)
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

/** @param {string[]} texts */
function decoded(texts) {
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + Math.ceil(length / 4) * 3, 0))
  return bytes.subarray(0, texts.reduce((place, text) => place + decode(text, bytes.subarray(place)), 0))
}

/**
 * The parts of an answer are transferred, not copied.
 * @param {any} answer
 * @returns {ArrayBuffer[]}
 */
function buffers(answer) {
  if (ArrayBuffer.isView(answer)) return [/** @type {ArrayBuffer} */ (answer.buffer)]
  if (answer === null || typeof answer !== "object") return []
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
