// @ts-check
// The page's side of long tasks: each has a separate worker, so that stepping never waits for it.
import { moduleCode, workerAddress } from "./remote.js"

/** @typedef {import("./types").Run} Run */
/** @typedef {import("./tasks.js").Progress} Progress */

/**
 * Runs a task over a run's trace. A stopped task answers with what it has so far, or with null.
 * @param {Run} run
 * @param {"blame" | "shrink" | "scenario" | "test"} task
 * @param {any} given
 * @param {(progress: Progress) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<{ answer: any, isStopped: boolean }>}
 */
export async function background(run, task, given, progress, signal) {
  const [code, bytes] = await Promise.all([moduleCode(), run.bytes()])
  if (signal.aborted) return { answer: null, isStopped: true }
  const address = workerAddress()
  const worker = new Worker(address)
  /** @type {any} */
  let part = null
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => resolve({ answer: part, isStopped: true }))
      worker.addEventListener("error", (event) => {
        event.preventDefault()
        reject(new Error(`The worker failed: ${event.message}`))
      })
      worker.addEventListener("message", ({ data }) => {
        if (data.error) reject(new Error(data.error.message))
        else if (data.progress?.part !== undefined) part = data.progress.part
        else if (data.progress) progress(data.progress)
        else if (data.question === "task") resolve({ answer: data.answer, isStopped: false })
      })
      worker.postMessage({ question: "task", kind: "task", task, code, bytes, given }, [code.buffer, bytes.buffer])
    })
  } finally {
    worker.terminate()
    URL.revokeObjectURL(address)
  }
}
