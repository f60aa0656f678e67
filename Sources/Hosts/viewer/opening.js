// @ts-check
// Where traces come from: the file itself, a chosen file, or one dropped on the page.
import { decode } from "./base64.js"
import { h } from "./dom.js"

/** @typedef {{ name: string, bytes: Uint8Array, index?: Uint8Array | null }} Given */

// Characters of base64 that are read at a time, and milliseconds after which the page gets its turn.
const PIECE = 1 << 16
const TURN = 8

/**
 * The traces in the file, each with its index if it has one.
 * @returns {Promise<Given[]>}
 */
export async function embedded() {
  /** @type {{ name: string, parts: Element[], index: Element[] }[]} */
  const groups = []
  for (const element of document.querySelectorAll('[data-type="application/x-tapedeck-trace"], [data-type="application/x-tapedeck-index"]')) {
    const last = groups[groups.length - 1]
    if (last && element.getAttribute("data-type") === "application/x-tapedeck-index") last.index.push(element)
    else if (last && element.hasAttribute("data-more")) last.parts.push(element)
    else groups.push({ name: element.getAttribute("data-name") ?? "trace", parts: [element], index: [] })
  }
  /** @type {Given[]} */
  const found = []
  for (const { name, parts, index } of groups) found.push({ name, bytes: await decoded(parts), index: index.length > 0 ? await decoded(index) : null })
  return found
}

/**
 * Takes the texts out of elements, piece by piece: all at once they would be in memory several times, and stay there as garbage.
 * @param {Element[]} elements
 */
async function decoded(elements) {
  const texts = /** @type {Text[]} */ (elements.flatMap((element) => [...element.childNodes]))
  const bytes = new Uint8Array(Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / 4) * 3)
  let [to, rest, turn] = [0, "", performance.now() + TURN]
  for (const text of texts) {
    for (let from = 0; from < text.length; from += PIECE) {
      const base64 = rest + text.substringData(from, PIECE).replace(/\s+/g, "")
      const end = base64.length & ~3
      to += decode(base64.slice(0, end), bytes.subarray(to))
      rest = base64.slice(end)
      if (performance.now() < turn) continue
      await new Promise((resume) => setTimeout(resume))
      turn = performance.now() + TURN
    }
    // Some browsers keep the text of a node that was removed, or that of an element whose node is empty.
    text.data = ""
    const element = text.parentElement
    if (element) element.textContent = ""
  }
  to += decode(rest, bytes.subarray(to))
  return bytes.subarray(0, to)
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
