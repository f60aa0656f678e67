// @ts-check
// The bytes of a growing run, between the sender and the page that shows them.

// The most bytes that wait here before the sender has to wait.
const ROOM = 4 << 20
// Attempts after a lost connection, and milliseconds before the first of them; each further one waits twice as long.
const TRIES = 4
const PAUSE = 500

/** @typedef {{ bytes: Uint8Array, isEnd: boolean }} Taken */

export class Feed {
  /** @type {Uint8Array[]} */
  #parts = []
  #size = 0
  #isEnd = false
  /** Why the run broke off before its end; null while it has not. */
  problem = /** @type {string | null} */ (null)
  #wake = () => {}
  #drain = () => {}

  /**
   * Resolves when there is room for more.
   * @param {Uint8Array} bytes
   * @returns {Promise<void>}
   */
  put(bytes) {
    if (this.#isEnd || bytes.length === 0) return Promise.resolve()
    this.#parts.push(bytes)
    this.#size += bytes.length
    this.#wake()
    if (this.#size <= ROOM) return Promise.resolve()
    return new Promise((resolve) => { this.#drain = resolve })
  }

  /** @param {string | null} [problem] */
  end(problem = null) {
    if (this.#isEnd) return
    this.#isEnd = true
    this.problem = problem
    this.#wake()
  }

  /**
   * Everything since the last call; waits until there is something.
   * @returns {Promise<Taken>}
   */
  async take() {
    if (this.#size === 0 && !this.#isEnd) await new Promise((/** @type {(value?: any) => void} */ resolve) => { this.#wake = resolve })
    const bytes = joined(this.#parts, this.#size)
    this.#parts = []
    this.#size = 0
    this.#drain()
    return { bytes, isEnd: this.#isEnd }
  }
}

/**
 * @param {Uint8Array[]} parts
 * @param {number} size
 */
export function joined(parts, size) {
  const all = new Uint8Array(size)
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all
}

/**
 * The stream of `tapedeck play --view`. A lost connection is reopened where it broke off.
 * @param {string} address
 */
export function fetched(address) {
  const feed = new Feed()
  let have = 0
  let tries = 0
  const read = async () => {
    const response = await fetch(`${address}?from=${have}`, { cache: "no-store" })
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`)
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      have += value.length
      tries = 0
      await feed.put(value)
    }
  }
  const run = async () => {
    for (;;) {
      try {
        await read()
        return feed.end()
      } catch (error) {
        if (++tries > TRIES) return feed.end(/** @type {Error} */ (error).message)
        await new Promise((resume) => setTimeout(resume, PAUSE * 2 ** (tries - 1)))
      }
    }
  }
  run()
  return feed
}

/**
 * The data of a port: `{ bytes }`, each answered with `{ isReady: true }`, then `{ isEnd: true }`.
 * @param {MessagePort} port
 */
export function received(port) {
  const feed = new Feed()
  port.addEventListener("message", async ({ data }) => {
    if (data?.bytes instanceof ArrayBuffer) await feed.put(new Uint8Array(data.bytes))
    if (data?.isEnd === true) feed.end()
    else port.postMessage({ isReady: true })
  })
  port.start()
  return feed
}
