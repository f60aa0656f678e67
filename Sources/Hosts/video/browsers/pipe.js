// The page of the engine pipe: commands arrive as server-sent events, reports return as posts, one after another.
import { VideoEngine } from "/engine/engine.js"

const sources = new Map()
// The kit's clock minus the page's: commands arrive late, and the fastest gives the best estimate.
let offset = -Infinity
const clock = () => Math.round(performance.now() * 1000)

let lines = []
let isSending = false
async function send() {
  if (isSending) return
  isSending = true
  while (lines.length > 0) {
    const body = lines.splice(0).map((line) => JSON.stringify(line) + "\n").join("")
    await fetch("/reports", { method: "POST", body })
  }
  isSending = false
}

const engine = new VideoEngine({
  clock, sourceOf: (item) => sources.get(item), show: (video) => document.body.append(video), discard: (video) => video.remove(),
  report({ name, ...fields }, at) {
    lines.push({ k: "i", e: name, t: at + offset, a: fields })
    send()
  }
})

const commands = new EventSource("/commands")
commands.onmessage = ({ data }) => {
  const line = JSON.parse(data)
  if (line.k === "d" && line.item !== undefined) sources.set(line.item, line.source)
  if (line.k !== "o") return
  if (line.now !== undefined) offset = Math.max(offset, line.now - clock())
  engine.perform({ name: line.e, ...line.a })
}
commands.addEventListener("end", () => {
  commands.close()
  engine.shutDown()
})
