// What the browsers' elements say each in their own way, in microseconds.

export const micros = (seconds) => Math.round(seconds * 1e6)
export const inMicros = (seconds) => Number.isFinite(seconds) ? micros(seconds) : null

/** From the first to the last of some ranges; null when there is nothing between. */
export function rangeOf(ranges) {
  if (ranges.length === 0) return null
  const [start, end] = [micros(ranges.start(0)), micros(ranges.end(ranges.length - 1))]
  return end > start ? { start, end } : null
}

/** Up to where it can play: with less than HAVE_FUTURE_DATA no further than here, whatever the ranges say. */
export function playableUntil({ buffered, currentTime, readyState, duration }) {
  let end = currentTime
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) > currentTime) end = buffered.end(index)
  }
  const reachesEnd = Number.isFinite(duration) && end >= duration - 0.25
  if (readyState < 3 && !(reachesEnd && duration - currentTime < 0.5)) return micros(currentTime)
  return micros(reachesEnd ? Math.max(end, duration) : end)
}

/** Some do not know before anything was decoded. */
export function hasAudio(video) {
  return video.mozHasAudio ?? (video.audioTracks ? video.audioTracks.length > 0 : true)
}

/** Whether there is such a track; then it plays. */
export function selectTrack(video, kind, track) {
  const tracks = { audio: video.audioTracks, subtitle: video.textTracks, video: video.videoTracks }[kind]
  if (!tracks?.[track]) return false
  for (let index = 0; index < tracks.length; index++) {
    if (kind === "subtitle") tracks[index].mode = index === track ? "showing" : "disabled"
    else tracks[index][kind === "audio" ? "enabled" : "selected"] = index === track
  }
  return true
}

export function present(video, { scaling, rotation }) {
  video.style.objectFit = { none: "none", aspectFit: "contain", aspectFill: "cover", fill: "fill" }[scaling]
  video.style.rotate = `${-rotation}deg`
}

/** The picture that is shown, on a canvas; null without one. */
export function picture(video) {
  if (video.videoWidth === 0 || video.readyState < 2) return null
  const canvas = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext("2d").drawImage(video, 0, 0)
  return canvas
}
