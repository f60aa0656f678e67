// Serves a growing run, in the parts and at the moments that a test chooses.
import { createServer } from "node:http"

export class LiveServer {
  #bytes
  #sent = 0
  #isOver = false
  #streams = new Set()
  /** The positions from which the page requested the run. */
  asked = []

  /**
   * @param bytes The whole trace.
   * @param page The text of the page, by the path of the stream.
   */
  static async open(bytes, page) {
    const live = new LiveServer()
    live.#bytes = bytes
    live.server = createServer((request, response) => live.#answer(request, response, page))
    await new Promise((resolve) => live.server.listen(0, "127.0.0.1", resolve))
    live.address = `http://127.0.0.1:${live.server.address().port}/`
    return live
  }

  #answer(request, response, page) {
    const { pathname, searchParams } = new URL(request.url, this.address)
    if (pathname === "/") return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)
    if (pathname !== "/run") return response.writeHead(404).end()
    const from = Number(searchParams.get("from"))
    this.asked.push(from)
    response.writeHead(200, { "content-type": "application/octet-stream" })
    response.flushHeaders()
    if (from < this.#sent) response.write(this.#bytes.subarray(from, this.#sent))
    if (this.#isOver) return response.end()
    this.#streams.add(response)
    response.on("close", () => this.#streams.delete(response))
  }

  /** How many bytes the trace has in total. */
  get length() { return this.#bytes.length }

  /** Sends new bytes up to this one. */
  send(end) {
    const part = this.#bytes.subarray(this.#sent, end)
    this.#sent = Math.max(this.#sent, end)
    for (const stream of this.#streams) stream.write(part)
  }

  /** Ends the run. */
  end() {
    this.#isOver = true
    for (const stream of this.#streams) stream.end()
  }

  /** Breaks all connections. */
  break() {
    for (const stream of this.#streams) stream.destroy()
    this.#streams.clear()
  }

  close() {
    this.server.closeAllConnections()
    this.server.close()
  }
}
