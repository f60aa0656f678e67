// One browser and one element: opens test after test, each in a separate page, and records the results.
import { createServer } from "node:http"

// How long a page may stay silent after the harness in it should have timed out.
const grace = 60_000
// How long the final report of a page may take after its connection broke.
const farewell = 3_000

/**
 * The server that pages report to. `sessions` come one after the other; `port` is known when it listens.
 */
export class Control {
  /** The receiver of the reports: `onReport(report) -> address of the next page or null`, `onGone()`. */
  session = null

  #server = createServer((request, response) => {
    const headers = { "access-control-allow-origin": "*", "content-type": "application/json", "cache-control": "no-store" }
    if (request.method === "POST") {
      let text = ""
      request.setEncoding("utf8").on("data", (chunk) => { text += chunk })
      request.on("end", () => {
        let next = null
        try { next = this.session?.onReport(JSON.parse(text)) ?? null } catch (error) { console.error(`wpt: a report that cannot be read: ${error.message}`) }
        response.writeHead(200, headers).end(JSON.stringify({ next }))
      })
      return
    }
    const { session } = this
    const page = session?.page
    response.writeHead(200, headers).flushHeaders()
    response.on("close", () => { if (session === this.session) session?.onGone(page) })
  })

  async listen() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    return this.#server.address().port
  }

  close() {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/**
 * Runs `tests` once, in their order. `launch(url)` starts the browser: `stop()`, `talk()`, `ended`. `note(test, report)` receives one
 * report for each test: that of the page, or one with the harness outcome `crash` or `hang` and no subtests.
 */
export function runAll(tests, { control, base, patience, launch, note }) {
  return new Promise((resolve, reject) => {
    let index = 0, browser = null, timer = null, failures = 0
    const session = { page: 0, onReport, onGone }
    control.session = session

    const address = (test) => base + test.path

    function expectPage() {
      session.page += 1
      clearTimeout(timer)
      const { isLong } = tests[index]
      timer = setTimeout(() => giveUp("hang", "the page says nothing"), patience * (isLong ? 6 : 1) + grace)
    }

    function finish(action) {
      clearTimeout(timer)
      control.session = null
      browser?.stop()
      action()
    }

    /** Starts a browser at the next test. */
    function start() {
      if (index >= tests.length) return finish(resolve)
      expectPage()
      const started = (browser = launch(address(tests[index])))
      // The end of a browser that was stopped is expected.
      started.ended.then((how) => { if (browser === started && control.session === session) giveUp("crash", `the browser ended${how}`) })
    }

    function giveUp(harness, message) {
      if (control.session !== session) return
      browser.stop()
      // If a browser ends before its first report, that is not the outcome of a test.
      failures += 1
      const talk = browser.talk()
      browser = null
      if (failures > 5) return finish(() => reject(new Error(`${failures} tests in a row ended the browser; the last: ${message}\n${talk}`)))
      note(tests[index], { harness, message, subtests: [] })
      index += 1
      start()
    }

    function onReport(report) {
      // A page may be reported twice, or after it timed out.
      if (control.session !== session || !address(tests[index] ?? { path: "" }).endsWith(report.path)) return null
      failures = 0
      note(tests[index], report)
      index += 1
      if (index >= tests.length) {
        finish(resolve)
        return null
      }
      expectPage()
      return address(tests[index])
    }

    function onGone(page) {
      setTimeout(() => { if (session.page === page && control.session === session) giveUp("crash", "the page is gone") }, farewell)
    }

    start()
  })
}
