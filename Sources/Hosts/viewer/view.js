// @ts-check
// What is shown: one object, changed in one place and watched by everything that draws it.

/**
 * @typedef {object} Shown
 * @property {number} step the cursor; 0 is before the first input
 * @property {number} from beginning of the window, on the axis
 * @property {number} to
 * @property {"wall" | "media"} axis
 * @property {string} query words to search for
 * @property {string} field the selected field of the state
 * @property {string} tab
 * @property {boolean} allLanes also lanes in which nothing changes
 * @property {Map<number, string>} notes
 * @property {"A" | "B"} side which of two runs the cursor is in
 * @property {boolean} follow the view follows the end of a growing run
 * @property {string} edits what-if: the edits of the run below, as JSON; empty for none
 */

export class View {
  /** @type {Shown} */
  now = { step: 0, from: 0, to: 1, axis: "wall", query: "", field: "", tab: "why", allLanes: false, notes: new Map(), side: "A", follow: false, edits: "" }
  /** @type {((changed: Set<string>) => void)[]} */
  #watchers = []

  /** @param {(changed: Set<string>) => void} watcher */
  watch(watcher) { this.#watchers.push(watcher) }

  /** @param {Partial<Shown>} values */
  change(values) {
    const changed = new Set()
    for (const [name, value] of Object.entries(values)) {
      if (/** @type {any} */ (this.now)[name] === value) continue
      Object.assign(this.now, { [name]: value })
      changed.add(name)
    }
    if (changed.size > 0) for (const watcher of this.#watchers) watcher(changed)
  }
}
