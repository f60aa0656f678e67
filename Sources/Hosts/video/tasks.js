// Events are tasks. Ours are of the source that those of native elements are of, so that all of them come in one order.

/** A native element that never loads anything: each change of its default rate is a task of that source. */
export const idle = document.createElement("video")

const tasks = []
/** The native event that is being heard. */
let current = null
/** How many tasks wait that followed from a native event. */
let following = 0

idle.addEventListener("ratechange", () => tasks.shift()?.())

function append(task) {
  tasks.push(task)
  idle.defaultPlaybackRate = idle.defaultPlaybackRate === 1 ? 2 : 1
}

/** Runs `task` later: what follows from a native event at the end of that event, once, otherwise in a separate task. */
export function queueTask(task) {
  if (current === null) return append(task)
  if (current.task === null && following === 0) return void (current.task = task)
  following += 1
  append(() => {
    following -= 1
    task()
  })
}

/** Hears a native event. The first event of ours that follows from it comes in the same task: what the native element shows is then still so. */
export function during(hear) {
  const outer = current
  const event = (current = { task: null })
  try {
    hear()
  } finally {
    current = outer
    event.task?.()
  }
}
