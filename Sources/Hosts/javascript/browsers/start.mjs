// Starts real browsers for tests: each with a separate profile, and without access to any other machine.
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const miniBrowser = () => readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path)) ?? "MiniBrowser"

/**
 * The command for each browser. With a display it opens a window there, otherwise it has none. Playback needs no gesture unless
 * `needsGesture`, pages in the background are not throttled, and pages that were left are not kept.
 */
export const browsers = {
  chromium: (url, profile, display, needsGesture) => ["chromium", [
    ...(display ? ["--window-position=0,0", "--window-size=1000,800", "--force-device-scale-factor=1"] : ["--headless"]),
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    `--autoplay-policy=${needsGesture ? "document-user-activation" : "no-user-gesture"}-required`, "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-component-update", "--disable-sync", "--disable-features=LocalNetworkAccessChecks,BackForwardCache", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    `--user-data-dir=${profile}`, url
  ]],
  firefox: (url, profile, display, needsGesture, more = {}) => {
    const preferences = {
      "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9, "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false,
      "browser.aboutwelcome.enabled": false, "media.autoplay.default": needsGesture ? 1 : 0, "media.autoplay.blocking_policy": 0,
      "media.block-autoplay-until-in-foreground": false, "dom.min_background_timeout_value": 4, "browser.sessionhistory.max_total_viewers": 0,
      // After a crash no page is restored, and no report is sent.
      "browser.sessionstore.resume_from_crash": false, "browser.tabs.crashReporting.sendReport": false,
      ...more.preferences
    }
    writeFileSync(join(profile, "user.js"), Object.entries(preferences).map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(", ")});\n`).join(""))
    return ["firefox-esr", [...(display ? ["--width", "1000", "--height", "800"] : ["--headless"]), "--no-remote", ...(more.words ?? []), "--profile", profile, url]]
  },
  webkit: (url, profile, display, needsGesture) => {
    const words = ["--private", `--autoplay-policy=${needsGesture ? "deny" : "allow"}`, "--enable-page-cache=false", url]
    return display ? [miniBrowser(), words] : ["xvfb-run", ["-a", miniBrowser(), ...words]]
  }
}

/** The name and version of a browser as people write them, such as "Firefox 140.0esr". Throws when it is not installed. */
export function version(name) {
  const [words, command, ...rest] = {
    chromium: ["Chromium", "chromium"], firefox: ["Firefox", "firefox-esr"], webkit: ["WebKitGTK", "xvfb-run", "-a", miniBrowser()]
  }[name]
  const text = execFileSync(command, [...rest, "--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  const number = /\d+(\.\d+)+(esr)?/.exec(text)
  if (number === null) throw new Error(`${command} --version: found ${JSON.stringify(text)}; expected a version`)
  return `${words} ${number[0]}`
}

// Requests beyond the loopback go to a port without a listener; Chromium and Firefox also get their own options for this.
const proxy = "http://127.0.0.1:9"
const nowhere = { http_proxy: proxy, https_proxy: proxy, no_proxy: "127.0.0.1", NO_PROXY: "127.0.0.1" }

/**
 * Opens a page in a browser: its process, its output, `ended` with how it ended (or what kept it from starting), and `stop`.
 *
 * @param profile An empty folder.
 * @param display An X display for its window.
 * @param needsGesture Playback needs a gesture, which is the default of browsers.
 * @param more For Firefox, other `words` of its command and other `preferences`.
 */
export function start(name, url, profile, display, needsGesture = false, more = {}) {
  const [command, words] = browsers[name](url, profile, display, needsGesture, more)
  // Without an audio device Firefox fails to play media that has only sound: Tools/devices provides one.
  const pulse = name === "firefox" ? process.env.TAPEDECK_PULSE : undefined
  const env = {
    ...process.env, ...nowhere, HOME: profile, TMPDIR: profile, ...(display ? { DISPLAY: display } : {}), ...(pulse ? { PULSE_SERVER: pulse } : {})
  }
  const child = spawn(command, words, { stdio: ["ignore", "ignore", "pipe"], detached: true, env })
  let talk = ""
  child.stderr.on("data", (chunk) => { talk = (talk + chunk).slice(-4000) })
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(`: ${error.message}`))
    child.on("exit", (code) => resolve(` with ${code}`))
  })
  return {
    pid: child.pid, ended, talk: () => talk,
    stop() { try { process.kill(-child.pid, "SIGKILL") } catch { /* it has ended */ } }
  }
}
