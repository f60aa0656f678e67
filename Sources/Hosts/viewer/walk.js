// @ts-check
// From the cursor to the next of something: a notification, a stall, a change, a hit, a difference.

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {1 | -1} direction
 */
export async function nextNotification(app, direction) {
  const outputs = app.summary.messages.outputs.filter(({ family }) => family === "notification").map(({ code }) => code)
  await find(app, { inputs: [], outputs, field: null }, direction, "No notification")
}

/**
 * @param {App} app
 * @param {1 | -1} direction
 */
export function nextStall(app, direction) {
  const { stalls } = app.summary
  const { step } = app.view.now
  const next = direction > 0 ? stalls.find((stall) => stall > step) : [...stalls].reverse().find((stall) => stall < step)
  if (next !== undefined) app.go(next)
  else app.say(stalls.length === 0 ? "This run has no stalls." : `No stall ${where(direction)}.`)
}

/**
 * @param {App} app
 * @param {1 | -1} direction
 */
export async function nextChange(app, direction) {
  const { field } = app.view.now
  if (!field) return app.say("Select a field in the State panel first.")
  await find(app, { inputs: [], outputs: [], field }, direction, `No change of ${field}`)
}

/**
 * Why the selected field has its value: goes to the step that set it, and shows its causes.
 * @param {App} app
 */
export async function whyField(app) {
  const { field } = app.view.now
  if (!app.here?.changed.includes(field)) {
    const step = await find(app, { inputs: [], outputs: [], field }, -1, `No change of ${field}`)
    if (!step) return
  }
  app.view.change({ tab: "why" })
  app.explain(true)
}

/**
 * The next hit of the search; null when there is none in this direction.
 * @param {App} app
 * @param {1 | -1} direction
 */
export async function nextHit(app, direction) {
  if (app.query) return find(app, app.query, direction, "No hit")
  app.say("Search for something first: press /.")
  return undefined
}

/**
 * The first difference, and from there the next one.
 * @param {App} app
 */
export function nextDifference(app) {
  const places = app.differences()
  if (places.length === 0) return app.say("There is no difference.")
  app.go(places.find((step) => step > app.view.now.step) ?? places[0])
}

/** @param {1 | -1} direction */
const where = (direction) => direction > 0 ? "after this step" : "before this step"

/**
 * @param {App} app
 * @param {import("./types").Query} query
 * @param {1 | -1} direction
 * @param {string} otherwise the beginning of what is shown when there is none
 */
async function find(app, query, direction, otherwise) {
  try {
    const step = await app.run.find(query, app.view.now.step, direction)
    if (step === null) app.say(`${otherwise} ${where(direction)}.`)
    else app.go(step)
    return step
  } catch (error) {
    app.say(/** @type {Error} */ (error).message)
    return undefined
  }
}
