// A loopback server that provides everything from one origin: files, with ranges, and the responses of other loopback servers.
import { createReadStream, statSync } from "node:fs"
import { createServer, request as ask } from "node:http"
import { extname, join, normalize } from "node:path"

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".png": "image/png", ".webp": "image/webp",
  ".mp4": "video/mp4", ".m4a": "audio/mp4", ".webm": "video/webm", ".mkv": "video/x-matroska", ".mp3": "audio/mpeg"
}

/** Sends a file, or the requested range of it. */
export function sendFile(request, response, path, headers = {}) {
  let size
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new Error("no file")
    size = found.size
  } catch {
    return response.writeHead(404, headers).end()
  }
  const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? "")
  const start = range ? Number(range[1]) : 0
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1
  if (range && (start >= size || start > end)) return response.writeHead(416, { ...headers, "content-range": `bytes */${size}` }).end()
  response.writeHead(range ? 206 : 200, {
    ...headers, "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-length": end - start + 1, "accept-ranges": "bytes",
    ...(range ? { "content-range": `bytes ${start}-${end}/${size}` } : {})
  })
  if (request.method === "HEAD" || size === 0) return response.end()
  createReadStream(path, { start, end }).on("error", () => response.destroy()).pipe(response)
}

/** Forwards a request and its response, including pauses and a connection that ends midway. */
export function handOn(request, response, address) {
  const headers = Object.fromEntries(["range", "if-range", "accept"].filter((name) => request.headers[name]).map((name) => [name, request.headers[name]]))
  const upstream = ask(address, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers)
    answer.on("data", (chunk) => { if (!response.write(chunk)) answer.pause() })
    response.on("drain", () => answer.resume())
    answer.on("end", () => response.end())
    for (const type of ["error", "aborted", "close"]) answer.on(type, () => { if (!answer.complete) response.destroy() })
  })
  upstream.on("error", () => response.destroy())
  response.on("close", () => upstream.destroy())
  upstream.end()
}

/**
 * Listens on a free port. `answer(path, request, response)` returns true for requests that it handles itself; `roots` are folders by the
 * first part of a path; `elsewhere` are addresses by the first part.
 */
export async function serve({ roots = {}, elsewhere = {}, headers = {}, answer = () => false }) {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://127.0.0.1")
    response.on("error", () => {})
    if (answer(pathname, request, response)) return
    const [, root, ...rest] = normalize(decodeURIComponent(pathname)).split("/")
    if (elsewhere[root]) return handOn(request, response, `${elsewhere[root]}/${rest.join("/")}${search}`)
    if (roots[root]) return sendFile(request, response, join(roots[root], ...rest), headers)
    response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, origin: `http://127.0.0.1:${server.address().port}` }
}

/** The body of a request. */
export async function bodyOf(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
