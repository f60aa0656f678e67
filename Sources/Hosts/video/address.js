// Addresses of media.

/** An absolute address; null when it is invalid. */
export function resolve(address) {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return null
  }
}

/** Where a temporal fragment begins, such as #t=4,7, #t=npt:3 or #t=1:00: seconds, 0 without one. */
export function startOf(address) {
  const pairs = new URLSearchParams((/#(.*)/.exec(address)?.[1] ?? "").replaceAll("+", "%2B")).getAll("t")
  const time = /^(?:npt:)?(?:(?:(\d+):)?(\d\d?):)?(\d+(?:\.\d*)?)(?:,|$)/.exec(pairs.at(-1) ?? "")
  return time ? Number(time[1] ?? 0) * 3600 + Number(time[2] ?? 0) * 60 + Number(time[3]) : 0
}
