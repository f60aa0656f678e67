// @ts-check
// Where traces come from: the file itself, a chosen file, or one dropped on the page.
import { decode } from "./base64.js"
import { h } from "./dom.js"

/** @typedef {{ name: string, bytes: Uint8Array }} Given */

// Characters of base64 that are read at a time; milliseconds after which the page gets its turn, and between two looks at a page that is
// still being read.
const PIECE = 1 << 16
const TURN = 8
const LOOK = 4

/**
 * The traces in the file. Their texts are read and removed while the browser is still reading the page: all together they would take
 * much memory, which some browsers keep.
 * @returns {Promise<Given[]>}
 */
export async function embedded() {
  /** @type {Decoding[]} */
  const found = []
  let taken = 0
  let turn = performance.now() + TURN
  for (;;) {
    const isWhole = document.readyState !== "loading"
    const elements = document.querySelectorAll('[data-type="application/x-tapedeck-trace"]')
    // More may still come of the last one.
    const complete = isWhole ? elements.length : elements.length - 1
    for (; taken < complete; taken++) {
      const element = elements[taken]
      if (!element.hasAttribute("data-more") || found.length === 0) found.push(new Decoding(element))
      found[found.length - 1].take(element)
      if (performance.now() < turn) continue
      await pause(0)
      turn = performance.now() + TURN
    }
    if (isWhole) return found.map(({ name, bytes }) => ({ name, bytes }))
    await pause(LOOK)
  }
}

/** @param {number} time in milliseconds */
const pause = (time) => new Promise((resume) => { setTimeout(resume, time) })

/** A trace whose text is in several elements. */
class Decoding {
  #bytes
  #length = 0
  #rest = ""

  /** @param {Element} element the first of them */
  constructor(element) {
    this.name = element.getAttribute("data-name") ?? "trace"
    this.#bytes = new Uint8Array(Number(element.getAttribute("data-bytes")) || 0)
  }

  get bytes() {
    this.#append(this.#rest)
    this.#rest = ""
    return this.#bytes.subarray(0, this.#length)
  }

  /**
   * Takes the text out of an element.
   * @param {Element} element
   */
  take(element) {
    for (const text of /** @type {Iterable<Text>} */ (element.childNodes)) {
      for (let from = 0; from < text.length; from += PIECE) {
        const base64 = this.#rest + text.substringData(from, PIECE).replace(/\s+/g, "")
        const end = base64.length & ~3
        this.#append(base64.slice(0, end))
        this.#rest = base64.slice(end)
      }
      // Some browsers keep the text of a node that was removed, or that of an element whose node is empty.
      text.data = ""
    }
    element.textContent = ""
  }

  /** @param {string} base64 */
  #append(base64) {
    const end = this.#length + Math.ceil(base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#length += decode(base64, this.#bytes.subarray(this.#length))
  }
}

/**
 * @param {File} file
 * @returns {Promise<Given>}
 */
export const read = async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })

/**
 * Prompts for a file.
 * @returns {Promise<File | null>}
 */
export function choose() {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file" }))
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null))
    input.addEventListener("cancel", () => resolve(null))
    input.click()
  })
}

/** @param {(file: File) => void} take */
export function followDrops(take) {
  document.addEventListener("dragover", (event) => {
    event.preventDefault()
    document.body.classList.add("dropping")
  })
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping") })
  document.addEventListener("drop", (event) => {
    event.preventDefault()
    document.body.classList.remove("dropping")
    const file = event.dataTransfer?.files[0]
    if (file) take(file)
  })
}
