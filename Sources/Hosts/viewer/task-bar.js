// @ts-check
// Shows a running task: its words, its progress, and a button that stops it.
import { button, fill, h } from "./dom.js"
import { background } from "./background.js"

/** @typedef {import("./types").Run} Run */

/**
 * Runs a task with a bar at the foot of the page. A short task shows none.
 * @param {string} title
 * @param {Run} run
 * @param {Parameters<typeof background>[1]} task
 * @param {any} given
 */
export async function withBar(title, run, task, given) {
  const stop = new AbortController()
  const words = h("span", {}, title)
  const meter = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, "aria-label": title }))
  const bar = h("div", { class: "task", role: "status" }, words, meter, button("Stop", () => stop.abort(), { title: "What was found so far is kept" }))
  const showing = setTimeout(() => document.body.append(bar), 200)
  try {
    return await background(run, task, given, (progress) => {
      if (progress.words) fill(words, `${title}: ${progress.words}`)
      if (progress.share !== undefined) meter.value = progress.share
    }, stop.signal)
  } finally {
    clearTimeout(showing)
    bar.remove()
  }
}
