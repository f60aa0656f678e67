// The viewer as the inspector of an element, under the policy of the page.
import { becomes } from "./waiting.js"

const until = (deck, type) => new Promise((resolve) => deck.addEventListener(type, resolve, { once: true }))

/** What the viewer in a window shows. */
const look = (view) => {
  const text = (selector) => view.document.querySelector(selector)?.textContent ?? ""
  return { live: text("#running-words"), steps: Number(/ of ([\d,]+)/.exec(text(".step-head h2"))?.[1].replaceAll(",", "") ?? 0), title: text("#title"), problem: text("#open-problem") }
}

export const inspectingTests = {
  async "the-inspector-shows-the-run-while-it-goes-on"({ make, check, note }) {
    const violations = []
    const hear = ({ effectiveDirective, blockedURI }) => violations.push(`${effectiveDirective} ${blockedURI}`)
    document.addEventListener("securitypolicyviolation", hear)
    const deck = make({ controls: "", preload: "auto", src: "/media/clip.mp4" })
    const item = () => [...deck.shadowRoot.querySelectorAll("[role=menuitem]")].find(({ textContent }) => textContent === "Inspect")
    const more = deck.shadowRoot.querySelector("[aria-label=More]")
    more.click()
    check(item().hidden, "without a viewer there is nothing to choose")
    await deck.inspect().then(() => check(false, "it opens nothing"), ({ name }) => check(name === "InvalidStateError", `it fails with ${name}`))
    more.click()
    deck.inspector = "/viewer/viewer.html"
    more.click()
    check(!item().hidden, "with one there is")
    more.click()
    check(!performance.getEntriesByType("resource").some(({ name }) => /\/viewer\/|inspector\.js/.test(name)), "nothing of it is loaded before it is asked for")
    await until(deck, "canplaythrough")

    const frame = document.createElement("iframe")
    frame.width = 900
    frame.height = 500
    document.body.append(frame)
    const view = await deck.inspect(frame)
    await becomes(() => look(view).steps > 0 || look(view).problem)
    const before = look(view)
    check(before.live === "● Live" && /clip\.mp4/.test(before.title), `it shows ${JSON.stringify(before)}`)
    deck.muted = true
    await deck.play()
    await becomes(() => look(view).steps > before.steps)
    deck.pause()
    // Everything that was recorded arrives.
    const { Trace } = await import("/package/trace.js")
    const recorded = [...new Trace(deck.takeTrace()).steps()].length
    await becomes(() => look(view).steps >= recorded)
    note(`${look(view).steps} steps`)

    // A reloaded viewer starts from the beginning.
    view.location.reload()
    await becomes(() => look(view).steps === 0 || view.document.readyState !== "complete")
    await becomes(() => look(view).steps >= before.steps)
    check(violations.length === 0, `the policy refused ${violations}`)
    frame.remove()
    document.removeEventListener("securitypolicyviolation", hear)
  }
}
