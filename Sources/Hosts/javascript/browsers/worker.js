import { replayAll } from "./replay.js"

postMessage(await replayAll("worker"))
