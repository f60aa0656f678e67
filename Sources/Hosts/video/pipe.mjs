#!/usr/bin/env node
// The bare engine of the element, for the contract kit: a browser's <video> behind lines of JSON.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath, pathToFileURL } from "node:url"
import { browsers, start } from "../javascript/browsers/start.mjs"
import { bodyOf, sendFile, serve } from "./browsers/serve.mjs"

const usage = `Usage: node Sources/Hosts/video/pipe.mjs BROWSER

Starts a browser with a page that holds nothing but engine.js, and carries out commands from standard input there: lines of JSON, as
\`tapedeck certify\` writes them. What is reported goes to standard output. Media are files or http addresses.

  BROWSER    ${Object.keys(browsers).join(", ")}

Example:
  tapedeck certify --plays Traces/media/clip.mp4:10 -- node Sources/Hosts/video/pipe.mjs chromium

Exit codes: 0 the input has ended, 1 the browser did, 2 usage.
`
const [name, ...rest] = process.argv.slice(2)
if (name === "-h" || name === "--help") {
  process.stdout.write(usage)
  process.exit(0)
}
if (!Object.hasOwn(browsers, name ?? "") || rest.length > 0) {
  process.stderr.write(usage)
  process.exit(2)
}

const here = dirname(fileURLToPath(import.meta.url))
const files = new Map()
const texts = new Map()
const waiting = []
let page = null
let isOver = false

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n")

/** Texts are numbers in traces; each is defined before it is used. */
function report(line) {
  const { text } = line.a
  if (typeof text === "string") {
    if (text !== "" && !texts.has(text)) {
      texts.set(text, texts.size + 1)
      say({ k: "d", text: texts.size, is: text })
    }
    line.a.text = texts.get(text) ?? 0
  }
  say(line)
}

const { server, origin } = await serve({
  roots: { engine: here, page: join(here, "browsers") },
  answer(path, request, response) {
    if (path === "/commands") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
      response.write("\n")
      page = response
      // The browser takes a moment to start; time for the engine counts from here.
      say({ k: "h", engine: `HTMLMediaElement (${name})` })
      for (const write of waiting.splice(0)) page.write(write())
    } else if (path === "/reports") {
      bodyOf(request).then((body) => {
        response.writeHead(204).end()
        if (isOver) return
        for (const line of String(body).split("\n")) if (line !== "") report(JSON.parse(line))
      })
    } else if (path.startsWith("/files/")) {
      sendFile(request, response, files.get(path) ?? "/nothing")
    } else {
      return false
    }
    return true
  }
})

/** Sends something to the page, which may not be open yet. */
function tell(write) {
  if (page === null) waiting.push(write)
  else page.write(write())
}

/** A line for the page, with the kit's clock at the time of writing: it may have waited for the browser. */
function hand(line) {
  const arrived = performance.now()
  tell(() => {
    const now = line.t === undefined ? undefined : line.t + Math.round((performance.now() - arrived) * 1000)
    return `data: ${JSON.stringify({ ...line, now })}\n\n`
  })
}

/** A file of this machine gets an address on the server; addresses stay. */
function placed(line) {
  if (line.k !== "d" || line.item === undefined || /^(https?|blob|data):/.test(line.source)) return line
  const path = line.source.startsWith("file:") ? fileURLToPath(line.source) : resolve(line.source)
  const address = `/files/${line.item}/${encodeURIComponent(pathToFileURL(path).pathname.split("/").pop())}`
  files.set(new URL(address, origin).pathname, path)
  return { ...line, source: origin + address }
}

const profile = mkdtempSync(join(tmpdir(), "tapedeck-pipe-"))
const browser = start(name, `${origin}/page/pipe.html`, profile)

function end(code) {
  if (isOver) return
  isOver = true
  tell(() => "event: end\ndata: \n\n")
  browser.stop()
  browser.ended.then(() => {
    server.closeAllConnections()
    server.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    process.exitCode = code
  })
}
browser.ended.then((how) => {
  if (isOver) return
  process.stderr.write(`pipe: ${name} ended${how}\n${browser.talk()}`)
  end(1)
})
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => end(1))

const input = createInterface({ input: process.stdin })
input.on("line", (text) => {
  let line
  try {
    line = JSON.parse(text)
  } catch (error) {
    return void process.stderr.write(`pipe: this is no line of JSON: ${error.message}\n`)
  }
  hand(placed(line))
})
input.on("close", () => end(0))
