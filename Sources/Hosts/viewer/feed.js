// @ts-check
// The bytes of a growing run, between the sender and the page that shows them.

// The most bytes that wait here before the sender has to wait.
const ROOM = 4 << 20

/** @typedef {{ bytes: Uint8Array, isEnd: boolean }} Taken */

export class Feed {
  /** @type {Uint8Array[]} */
  #parts = []
  #size = 0
  #isEnd = false
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

  end() {
    this.#isEnd = true
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
