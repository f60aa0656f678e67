// The pictures: controls with segments, light and dark, in the middle of the media; then with the menu open.
import "/package/element/tape-deck.js"

const decks = [...document.querySelectorAll("tape-deck")]
const until = (deck, type) => new Promise((resolve) => deck.addEventListener(type, resolve, { once: true }))
for (const deck of decks) {
  deck.segments = [
    { start: 0, end: 2, title: "Opening" }, { start: 2, end: 4, title: "Advertisement", isBlocked: true }, { start: 4, end: 7.5, title: "The film" },
    { start: 7.5, end: 8.5, title: "Sponsor", isBlocked: true }
  ]
  deck.muted = true
  deck.src = "/media/clip.mp4"
  await until(deck, "canplaythrough")
  deck.currentTime = 5
  await until(deck, "seeked")
}
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 300))))
await drawn()
await fetch("/picture/paused", { method: "POST" })
decks[1].shadowRoot.querySelector("[aria-label=More]").click()
await decks[0].play()
await drawn()
await fetch("/picture/menu", { method: "POST" })
await fetch("/done", { method: "POST", body: JSON.stringify({ agent: navigator.userAgent }) })
