// @ts-check
// Where traces come from: out of the file itself, chosen, or dropped on the page.
import { h } from "./dom.js"

/** @typedef {{ name: string, bytes: Uint8Array }} Given */

// A multiple of four characters of base64, small enough that the page stays alive.
const PIECE = 1 << 20

/**
 * The traces in the file.
 * @returns {Promise<Given[]>}
 */
export async function embedded() {
  /** @type {Given[]} */
  const found = []
  for (const script of document.querySelectorAll('script[type="application/x-tapedeck-trace"]')) {
    found.push({ name: script.getAttribute("data-name") ?? "trace", bytes: await decoded(script.textContent ?? "") })
    // The text is not needed twice.
    script.textContent = ""
  }
  return found
}

/** @param {string} text */
async function decoded(text) {
  const base64 = /\s/.test(text.slice(0, 200)) || /\s$/.test(text) ? text.replace(/\s+/g, "") : text
  const bytes = new Uint8Array(Math.floor(base64.replace(/=+$/, "").length * 3 / 4))
  for (let from = 0, to = 0; from < base64.length; from += PIECE) {
    const piece = atob(base64.slice(from, from + PIECE))
    for (let index = 0; index < piece.length; index++) bytes[to++] = piece.charCodeAt(index)
    if (base64.length > PIECE) await new Promise((resume) => setTimeout(resume))
  }
  return bytes
}

/**
 * @param {File} file
 * @returns {Promise<Given>}
 */
export const read = async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })

/**
 * Asks for a file.
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
