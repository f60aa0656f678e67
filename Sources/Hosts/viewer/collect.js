// @ts-check
// What is left of opening a long trace: its text in the page, and the strings that were read of it. Browsers collect that when memory
// gets scarce, which may be never.

const SIZE = 1 << 26
const COUNT = 4

/**
 * Makes a collection happen. No page can ask for one, but who asks for much memory gets one first; nobody writes to what is asked for here,
 * so that it takes none.
 */
export function collect() {
  try {
    for (let count = 0; count < COUNT; count++) new ArrayBuffer(SIZE)
  } catch {
    // There is not so much, and everything has been collected then.
  }
}
