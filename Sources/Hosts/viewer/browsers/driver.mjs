// Drives browsers from outside through WebDriver: a page under the strictest policy can be opened from a file and used as a person would.
//
// Chromium and WebKitGTK have drivers that speak HTTP. Firefox accepts the same commands itself, by their names and over a socket, as its
// driver would send them (Marionette).
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { browsers, start } from "../../javascript/browsers/start.mjs"

/** The limit for anything that hangs, in milliseconds. */
export const patience = Number(process.env.TAPEDECK_PATIENCE ?? 60_000)

/** The keys that are not letters, as WebDriver writes them. */
export const key = {
  tab: "\uE004", enter: "\uE007", shift: "\uE008", control: "\uE009", alt: "\uE00A", escape: "\uE00C", space: " ",
  pageUp: "\uE00E", pageDown: "\uE00F", end: "\uE010", home: "\uE011", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", delete: "\uE017"
}

/** A WebDriver command: its method and path over HTTP, and its name in Marionette. */
const commands = {
  navigate: ["POST", "/url", "Navigate"],
  refresh: ["POST", "/refresh", "Refresh"],
  execute: ["POST", "/execute/async", "ExecuteAsyncScript"],
  act: ["POST", "/actions", "PerformActions"],
  release: ["DELETE", "/actions", "ReleaseActions"],
  timeouts: ["POST", "/timeouts", "SetTimeouts"],
  resize: ["POST", "/window/rect", "SetWindowRect"],
  screenshot: ["GET", "/screenshot", "TakeScreenshot"]
}

/** Waits until `ask` returns something truthy. */
export async function until(words, ask) {
  const limit = Date.now() + patience
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > limit) throw new Error(`gave up: ${typeof words === "function" ? words() : words}`)
    await sleep(30)
  }
}

function failure(name, { error, message }) {
  return new Error(`${name}: ${error}: ${message}`)
}

/** A driver that answers over HTTP. */
class Remote {
  constructor(origin) {
    this.origin = origin
  }

  async ask(method, path, body) {
    const response = await fetch(this.origin + path, { method, ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}), signal: AbortSignal.timeout(patience) })
    const { value } = await response.json()
    if (!response.ok) throw failure(path, value)
    return value
  }

  async open(capabilities) {
    const { sessionId } = await this.ask("POST", "/session", { capabilities: { alwaysMatch: capabilities } })
    this.session = `/session/${sessionId}`
  }

  command(name, body) {
    const [method, path] = commands[name]
    return this.ask(method, this.session + path, body)
  }

  close() {
    return this.session ? this.ask("DELETE", this.session) : undefined
  }
}

/** Firefox, which answers over a socket: each message is its length, a colon, and JSON. */
class Marionette {
  #waiting = new Map()
  #last = 0

  constructor(port) {
    this.socket = connect(port, "127.0.0.1")
    let unread = Buffer.alloc(0)
    this.socket.on("data", (data) => {
      unread = Buffer.concat([unread, data])
      for (;;) {
        const colon = unread.indexOf(":")
        const end = colon + 1 + Number(unread.subarray(0, Math.max(0, colon)))
        if (colon < 0 || unread.length < end) return
        this.#hear(JSON.parse(unread.subarray(colon + 1, end).toString()))
        unread = unread.subarray(end)
      }
    })
    const lose = (error) => {
      for (const { reject } of this.#waiting.values()) reject(error ?? new Error("Firefox has gone"))
      this.#waiting.clear()
    }
    this.socket.on("error", lose).on("close", () => lose())
  }

  #hear(message) {
    // The first message is a greeting.
    if (!Array.isArray(message)) return
    const [, id, error, result] = message
    const { name, resolve, reject } = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) reject(failure(name, error))
    else resolve(result)
  }

  ask(name, body = {}) {
    const id = ++this.#last
    const text = JSON.stringify([0, id, name, body])
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { name, resolve, reject })
      this.socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  }

  open(capabilities) {
    return this.ask("WebDriver:NewSession", { capabilities: { alwaysMatch: capabilities } })
  }

  async command(name, body) {
    const result = await this.ask(`WebDriver:${commands[name][2]}`, body)
    return result !== null && typeof result === "object" && "value" in result ? result.value : result
  }

  close() {
    this.socket.destroy()
  }
}

/** A free port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Waits for a driver, whose process may end before it answers. */
async function answering(origin, ended) {
  let end
  ended.then((words) => { end = words })
  await until(`${origin} does not answer`, () => {
    if (end !== undefined) throw new Error(`the driver ended${end}`)
    return fetch(`${origin}/status`).then((response) => response.ok, () => false)
  })
}

/** A program in a separate process group, which is ended together with everything that it started. */
function launch(command, words, environment) {
  const child = spawn(command, words, { stdio: "ignore", detached: true, env: { ...process.env, ...environment } })
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(`: ${error.message}`))
    child.on("exit", (code) => resolve(` with ${code}`))
  })
  return { pid: child.pid, ended, stop() { try { process.kill(-child.pid, "SIGKILL") } catch { /* it has ended */ } } }
}

const openers = {
  async chromium(profile, { isDark }) {
    const [binary, words] = browsers.chromium("about:blank", profile)
    const port = await freePort()
    const program = launch("chromedriver", [`--port=${port}`], { HOME: profile, TMPDIR: profile })
    const remote = new Remote(`http://127.0.0.1:${port}`)
    await answering(remote.origin, program.ended)
    await remote.open({ "goog:chromeOptions": { binary: `/usr/bin/${binary}`, args: words.slice(0, -1) } })
    const features = [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }]
    await remote.ask("POST", `${remote.session}/goog/cdp/execute`, { cmd: "Emulation.setEmulatedMedia", params: { features } })
    return { remote, program }
  },
  async firefox(profile, { isDark }) {
    const program = start("firefox", "about:blank", profile, undefined, false, {
      words: ["--marionette", "--remote-allow-system-access"],
      preferences: { "marionette.port": 0, "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1 }
    })
    let end
    program.ended.then((words) => { end = words })
    const port = await until("Firefox opens no port", () => {
      if (end !== undefined) throw new Error(`Firefox ended${end}\n${program.talk()}`)
      try {
        return Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"))
      } catch {
        return 0
      }
    })
    const remote = new Marionette(port)
    await remote.open({})
    return { remote, program }
  },
  async webkit(profile) {
    const port = await freePort()
    const program = launch("xvfb-run", ["-a", "-s", "-screen 0 2600x1600x24", "WebKitWebDriver", `--port=${port}`], { HOME: profile, TMPDIR: profile })
    const remote = new Remote(`http://127.0.0.1:${port}`)
    await answering(remote.origin, program.ended)
    // Given a display, the command comes without the wrapper that makes one.
    const [binary] = browsers.webkit("about:blank", profile, ":0")
    await remote.open({ "webkitgtk:browserOptions": { binary, args: ["--automation"] } })
    return { remote, program }
  }
}

/** A browser with one window and a separate profile. */
export class Browser {
  static async open(name, { isDark = false } = {}) {
    const profile = mkdtempSync(join(tmpdir(), `tapedeck-${name}-`))
    const browser = new Browser()
    Object.assign(browser, { name, profile }, await openers[name](profile, { isDark }))
    await browser.remote.command("timeouts", { script: patience, pageLoad: patience })
    return browser
  }

  navigate(url) {
    return this.remote.command("navigate", { url })
  }

  refresh() {
    return this.remote.command("refresh")
  }

  /** Runs a function in the page, and returns its result, or that of its promise. It sees only its arguments. */
  async run(body, ...args) {
    const script = `const [answer] = [...arguments].slice(-1), given = [...arguments].slice(0, -1);
      Promise.resolve().then(() => (${body})(...given)).then((value) => answer([true, value]), (error) => answer([false, String(error && error.stack || error)]))`
    const [isDone, value] = await this.remote.command("execute", { script, args })
    if (!isDone) throw new Error(`in the page: ${value}`)
    return value
  }

  /** Presses keys one after another; each press is a text of one key or of several that are held together. */
  async press(...presses) {
    const actions = presses.flatMap((held) => {
      const keys = [...held]
      return [...keys.map((value) => ({ type: "keyDown", value })), ...keys.reverse().map((value) => ({ type: "keyUp", value }))]
    })
    await this.remote.command("act", { actions: [{ type: "key", id: "keyboard", actions }] })
  }

  /** Types a text, letter by letter. */
  type(text) {
    return this.press(...text)
  }

  /** Clicks at a point of the viewport. */
  async click(x, y) {
    await this.remote.command("act", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }
    ] }] })
  }

  /** Makes the viewport this wide, or as narrow as possible, and returns its width. */
  async resize(width, height) {
    const inside = () => this.run(() => [innerWidth, innerHeight])
    if (this.name === "firefox") {
      // Its window cannot be narrower than its toolbars: only the page is resized.
      await this.remote.command("resize", { width: Math.max(width, 600), height: height + 100 })
      await this.remote.ask("Marionette:SetContext", { value: "chrome" })
      await this.run(`(width, height) => {
        const { style } = window.gBrowser.selectedBrowser
        style.setProperty("max-width", width + "px")
        style.setProperty("min-width", width + "px")
      }`, width, height)
      await this.remote.ask("Marionette:SetContext", { value: "content" })
      await until(`a page that is ${width} wide`, async () => (await inside())[0] === width)
    } else {
      await this.remote.command("resize", { width, height })
      const [, found] = await inside()
      await this.remote.command("resize", { width, height: 2 * height - found })
    }
    return (await inside())[0]
  }

  /** A picture of the viewport, as a PNG. */
  async picture() {
    return Buffer.from(await this.remote.command("screenshot", {}), "base64")
  }

  async close() {
    try {
      await this.remote.close()
    } catch { /* it is ended anyway */ }
    this.program.stop()
    await this.program.ended
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
