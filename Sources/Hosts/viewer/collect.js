// @ts-check
// Removes what opening a long trace leaves behind: its text in the page, and the strings read from it. Browsers collect that when memory
// becomes scarce, which may be never.

const SIZE = 1 << 26
const COUNT = 4

/**
 * Causes a garbage collection. A page cannot request one, but a large allocation causes one first; the allocated memory is never written,
 * so that it takes no space.
 */
export async function collect() {
  try {
    for (let count = 0; count < COUNT; count++) {
      new ArrayBuffer(SIZE)
      // Each may take some milliseconds, between which the page gets its turn.
      await new Promise((resume) => setTimeout(resume))
    }
  } catch {
    // There is not that much memory, so everything has been collected.
  }
}
