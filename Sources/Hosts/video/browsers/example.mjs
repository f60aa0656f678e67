// Serves the example page: node example.mjs PACKAGE MEDIA [VIEWER]
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { sendFile, serve } from "./serve.mjs"

const [packageFolder, media, viewer] = process.argv.slice(2)
const video = join(dirname(fileURLToPath(import.meta.url)), "..")
const { origin } = await serve({
  roots: { package: packageFolder, media, ...(viewer ? { viewer } : {}) },
  answer(path, request, response) {
    const isOurs = path.startsWith("/package/element/") || ["/", "/example.js"].includes(path)
    if (isOurs) sendFile(request, response, join(video, path === "/" ? "example.html" : basename(path)))
    return isOurs
  }
})
console.log(`${origin}/`)
