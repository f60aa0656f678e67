// Runs <tape-deck> in real browsers: node run.mjs PACKAGE TRACES [--only TEST]... [--pictures FOLDER] [--inspector FOLDER] BROWSER...
//
// The servers of Tools/servers are in the environment; page, package and media come from one origin, under a strict policy. Every trace
// that a page recorded is written to TRACES. A page is opened three times: without a window, where playback needs a gesture, and in a
// window on an Xvfb screen, where xdotool presses the keys. With --pictures, screenshots of that window are taken.
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { start } from "../../javascript/browsers/start.mjs"
import { bodyOf, sendFile, serve } from "./serve.mjs"

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: "string", multiple: true, default: [] }, pictures: { type: "string" }, inspector: { type: "string" } } })
const [packageFolder, tracesFolder, ...chosen] = positionals
const here = dirname(fileURLToPath(import.meta.url))
const work = mkdtempSync(join(tmpdir(), "tapedeck-video-"))
const { TAPEDECK_MEDIA, TAPEDECK_STALL, TAPEDECK_BREAK, TAPEDECK_OUTAGE, TAPEDECK_SERVERS } = process.env
// A browser that sends nothing for this long hangs.
const patience = 180_000
const policy = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; media-src 'self' blob:", "cache-control": "no-store" }

let hear = () => {}
const { server, origin } = await serve({
  headers: policy, roots: { package: packageFolder, page: here, ...(values.inspector ? { viewer: values.inspector } : {}) },
  elsewhere: { media: TAPEDECK_MEDIA, stall: TAPEDECK_STALL, break: TAPEDECK_BREAK, outage: TAPEDECK_OUTAGE },
  answer(path, request, response) {
    if (path.startsWith("/package/element/")) {
      // The sources in progress, not the built files.
      sendFile(request, response, join(here, "..", basename(path)), policy)
    } else if (request.method === "POST") {
      bodyOf(request).then((body) => hear(path, body)).then(() => response.writeHead(204).end(), (error) => response.writeHead(500).end(error.message))
    } else {
      return false
    }
    return true
  }
})

/** A screen for windows, and its number. */
async function screen() {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1000x800x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] })
  const number = await new Promise((resolve, reject) => {
    child.on("error", reject)
    child.stdio[3].once("data", (data) => resolve(String(data).trim()))
  })
  return { display: `:${number}`, stop: () => child.kill() }
}

function photograph(display, file) {
  const { status, stderr } = spawnSync("ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "x11grab", "-video_size", "1000x800", "-draw_mouse", "0", "-i", display, "-frames:v", "1", file], { encoding: "utf8" })
  if (status !== 0) throw new Error(`no picture: ${stderr}`)
}

/** Opens a page and receives its messages until it is done. */
async function visit(name, address, display, needsGesture = false) {
  const browser = start(name, address, mkdtempSync(join(work, `${name}-`)), display, needsGesture)
  stop = browser.stop
  let failed = false
  try {
    await new Promise((resolve, reject) => {
      let timer
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => reject(new Error(`${name}: nothing came for ${patience / 1000} s\n${browser.talk()}`)), patience)
      }
      wait()
      browser.ended.then((how) => reject(new Error(`${name}: it ended${how} before it was done\n${browser.talk()}`)))
      hear = async (path, body) => {
        wait()
        const [, what, rest] = path.split("/")
        if (what === "trace") writeFileSync(join(tracesFolder, `${name}-${basename(rest)}`), body)
        if (what === "control") {
          const child = spawn(join(here, "../../../../Tools/servers"), [rest === "outage" ? "outage" : "recover", TAPEDECK_SERVERS], { stdio: ["ignore", "ignore", "inherit"] })
          await new Promise((done) => child.on("exit", done))
        }
        if (what === "press") execFileSync("xdotool", ["mousemove", "500", "700", "key", "--clearmodifiers", rest], { env: { ...process.env, DISPLAY: display } })
        if (what === "click") execFileSync("xdotool", ["mousemove", "500", "700", "click", "1"], { env: { ...process.env, DISPLAY: display } })
        if (what === "picture") photograph(display, join(values.pictures, `${name}-${basename(rest)}.png`))
        if (what === "result") {
          const { name: test, failures, notes } = JSON.parse(body)
          console.log(`${name}, ${test}: ${failures.length === 0 ? "ok" : "FAILED"}${notes.length ? ` (${notes.join("; ")})` : ""}`)
          for (const failure of failures) console.error(`  ${failure}`)
          if (failures.length > 0) failed = true
        }
        if (what === "done") {
          clearTimeout(timer)
          console.log(`${name}: ${JSON.parse(body).agent}`)
          resolve()
        }
      }
    })
  } finally {
    hear = () => {}
    browser.stop()
    await browser.ended
  }
  return failed
}

// A browser runs in a separate process group, and outlives a runner that does not stop it.
let stop = () => {}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {
  stop()
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  process.exit(1)
})

let failed = false
mkdirSync(tracesFolder, { recursive: true })
const query = values.only.map((test) => `only=${encodeURIComponent(test)}`).join("&")
for (const name of chosen) {
  try {
    if (values.pictures) {
      mkdirSync(values.pictures, { recursive: true })
      const { display, stop } = await screen()
      try {
        await visit(name, `${origin}/page/look.html`, display)
      } finally {
        stop()
      }
    } else {
      if (await visit(name, `${origin}/page/page.html?${query}`)) failed = true
      if (await visit(name, `${origin}/page/page.html?set=without-gesture&${query}`, undefined, true)) failed = true
      const { display, stop } = await screen()
      try {
        if (await visit(name, `${origin}/page/page.html?set=with-gestures&${query}`, display)) failed = true
      } finally {
        stop()
      }
    }
  } catch (error) {
    console.error(error.message)
    failed = true
  }
}
server.closeAllConnections()
server.close()
rmSync(work, { recursive: true, force: true, maxRetries: 5 })
process.exitCode = failed ? 1 : 0
