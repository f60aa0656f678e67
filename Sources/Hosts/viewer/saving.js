// @ts-check
// Saves a file for the user.
import { h } from "./dom.js"

/**
 * @param {string} name
 * @param {string} type
 * @param {Uint8Array} bytes
 */
export function save(name, type, bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = /** @type {HTMLAnchorElement} */ (h("a", { download: name }))
  link.href = address
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
