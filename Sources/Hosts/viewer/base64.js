// @ts-check
// Decodes Base64 to bytes without creating garbage.

/**
 * Writes the decoded text to the beginning of `target`, and returns the number of bytes.
 * @param {string} base64
 * @param {Uint8Array} target
 * @returns {number}
 */
export function decode(base64, target) {
  // In newer browsers.
  const fast = /** @type {any} */ (target).setFromBase64
  if (fast) return fast.call(target, base64).written
  const letters = atob(base64)
  for (let index = 0; index < letters.length; index++) target[index] = letters.charCodeAt(index)
  return letters.length
}
