// Muted autoplay runs while the element is visible: HTML permits this, and browsers do it.

/** Calls `change(isSeen)` when the element becomes visible or invisible, until `change` returns false. */
export function whileSeen(element, change) {
  let wasSeen = false
  const observer = new IntersectionObserver((entries) => {
    const isSeen = entries.at(-1).isIntersecting
    if (isSeen === wasSeen) return
    wasSeen = isSeen
    if (!change(isSeen)) observer.disconnect()
  })
  observer.observe(element)
  return observer
}
