// Serve the package, this page and a clip from one origin, as Tools/video-host --example does.
import "/package/element/tape-deck.js"

const deck = document.querySelector("tape-deck")
deck.segments = [
  { start: 0, end: 2, title: "Opening" },
  { start: 2, end: 4.5, title: "An advertisement", isBlocked: true },
  { start: 4.5, end: 10, title: "The film" }
]
deck.addEventListener("segmentskip", ({ detail }) => console.log("skipped", deck.segments[detail.segment - 1].title))
deck.addEventListener("retry", ({ detail }) => console.log(`attempt ${detail.attempt} of ${detail.limit}`))
