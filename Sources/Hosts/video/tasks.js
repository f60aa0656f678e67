// Events are tasks. Ours use the same task source as those of native elements, so that all of them come in one order.

/** A native element that never loads anything: each change of its default rate queues a task on that source. */
export const idle = document.createElement("video")

const tasks = []
/** The native event that is being handled. */
let current = null
/** How many tasks caused by a native event are pending. */
let following = 0

idle.addEventListener("ratechange", () => tasks.shift()?.())

function append(task) {
  tasks.push(task)
  idle.defaultPlaybackRate = idle.defaultPlaybackRate === 1 ? 2 : 1
}

/** Runs `task` later: the first one caused by a native event runs at the end of that event, others in separate tasks. */
export function queueTask(task) {
  if (current === null) return append(task)
  if (current.task === null && following === 0) return void (current.task = task)
  following += 1
  append(() => {
    following -= 1
    task()
  })
}

/**
 * Handles a native event. The first of our events that it causes comes in the same task, while the state of the native element still
 * matches.
 */
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
