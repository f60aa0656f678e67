// Starts Chromium, Firefox and WebKitGTK with a page, each in a profile of its own and without a way to any other machine.
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const webkit = () => readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path)) ?? "MiniBrowser"

// What the two purposes of a browser have in common, and what is different when pages play media: they may start by themselves, a page
// that was left is gone for good, and a page that nobody looks at is not slowed down.
const browsers = {
  chromium: (url, profile, plays) => ["chromium", [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    `--disable-features=LocalNetworkAccessChecks${plays ? ",BackForwardCache" : ""}`,
    ...plays ? ["--autoplay-policy=no-user-gesture-required", "--disable-background-timer-throttling", "--disable-renderer-backgrounding"] : [],
    `--user-data-dir=${profile}`, url
  ]],
  firefox: (url, profile, plays) => {
    const preferences = {
      "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false,
      "browser.aboutwelcome.enabled": false,
      ...plays && {
        "media.autoplay.default": 0, "media.autoplay.blocking_policy": 0, "media.block-autoplay-until-in-foreground": false,
        "browser.sessionhistory.max_total_viewers": 0, "dom.min_background_timeout_value": 4,
        // A page that crashed is not offered for restoring, and nothing is sent about it.
        "browser.sessionstore.resume_from_crash": false, "browser.tabs.crashReporting.sendReport": false
      }
    }
    writeFileSync(join(profile, "user.js"), Object.entries(preferences).map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(", ")});\n`).join(""))
    return ["firefox-esr", ["--headless", "--no-remote", "--profile", profile, url]]
  },
  webkit: (url, _profile, plays) => ["xvfb-run", [
    "-a", webkit(), "--private", ...plays ? ["--autoplay-policy=allow", "--enable-page-cache=false"] : [], url
  ]]
}

/** The names of the browsers. */
export const names = Object.keys(browsers)

/** The version of a browser as people write it, such as "Chromium 140.0". Throws when it is not installed. */
export function version(name) {
  const [command, words] = {
    chromium: ["chromium", ["--version"]],
    firefox: ["firefox-esr", ["--version"]],
    webkit: ["xvfb-run", ["-a", webkit(), "--version"]]
  }[name]
  const text = execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  const number = text.match(/\d+(\.\d+)+(esr)?/)
  if (!number) throw new Error(`${command} ${words.join(" ")}: expected a version, got ${JSON.stringify(text)}`)
  return `${{ chromium: "Chromium", firefox: "Firefox", webkit: "WebKitGTK" }[name]} ${number[0]}`
}

// What is not on the loopback goes to a port that nobody listens on; Chromium and Firefox are told so in their own ways, too.
const proxy = "http://127.0.0.1:9"
const nowhere = { http_proxy: proxy, https_proxy: proxy, no_proxy: "127.0.0.1", NO_PROXY: "127.0.0.1" }

/**
 * Opens a page in a browser.
 *
 * `work` is a folder for the profile; the caller deletes it. With `plays` the page may play media without being clicked. `onEnd` is called
 * with a sentence when the browser ends without having been stopped. Returns `stop()`, which ends the browser with all its processes, and
 * `talk()`, the end of what it wrote to standard error.
 */
export function launch(name, url, { work, plays = false, onEnd }) {
  const profile = mkdtempSync(join(work, `${name}-`))
  const [command, words] = browsers[name](url, profile, plays)
  const child = spawn(command, words, { stdio: ["ignore", "ignore", "pipe"], detached: true, env: { ...process.env, ...nowhere, HOME: profile, TMPDIR: profile } })
  let talk = ""
  let isStopped = false
  child.stderr.on("data", (chunk) => { talk = (talk + chunk).slice(-4000) })
  // The end of a browser that was stopped is no news.
  const end = (sentence) => { if (!isStopped) onEnd(sentence) }
  child.on("error", (error) => end(error.message))
  child.on("exit", (code, signal) => end(`it ended with ${code ?? signal}`))
  return {
    stop() {
      isStopped = true
      try { process.kill(-child.pid, "SIGKILL") } catch { /* it has ended */ }
    },
    talk: () => talk
  }
}
