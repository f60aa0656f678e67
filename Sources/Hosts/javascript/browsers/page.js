// In the page and in a worker: every trace, through the trace reader and through a player, and every scenario.
import { replayAll } from "./replay.js"

const worker = new Worker("worker.js", { type: "module" })
const fromWorker = new Promise((resolve) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = (event) => resolve({ replayed: 0, simulated: 0, failures: [`worker: ${event.message}`] })
})
const [page, other] = await Promise.all([replayAll("page"), fromWorker])
const failures = [...page.failures, ...other.failures]
await fetch("/report", { method: "POST", body: JSON.stringify({ agent: navigator.userAgent, replayed: page.replayed + other.replayed, simulated: page.simulated + other.simulated, failures }) })
