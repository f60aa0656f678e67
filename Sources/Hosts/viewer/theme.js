// @ts-check
// Light or dark: as the system has it, until the switch is used.
const KEY = "tapedeck-theme"

/** @param {(isDark: boolean) => void} apply */
export function theme(apply) {
  const system = matchMedia("(prefers-color-scheme: dark)")
  let chosen = remembered()
  const show = () => {
    const isDark = chosen === null ? system.matches : chosen === "dark"
    document.documentElement.dataset.theme = isDark ? "dark" : "light"
    apply(isDark)
  }
  system.addEventListener("change", show)
  show()
  return () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
    try {
      localStorage.setItem(KEY, chosen)
    } catch {
      // A page from disk may have no storage: then the choice is lost.
    }
    show()
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
