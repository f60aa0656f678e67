// What browsers' elements report each in their own way, in microseconds.

export const micros = (seconds) => Math.round(seconds * 1e6)
export const inMicros = (seconds) => Number.isFinite(seconds) ? micros(seconds) : null

/** From the first to the last of some ranges; null when that is empty. */
export function rangeOf(ranges) {
  if (ranges.length === 0) return null
  const [start, end] = [micros(ranges.start(0)), micros(ranges.end(ranges.length - 1))]
  return end > start ? { start, end } : null
}

/** The end of the range that contains the position; the position itself where there is none. */
export function bufferedUntil({ buffered, currentTime }) {
  let end = currentTime
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) > currentTime) end = buffered.end(index)
  }
  return end
}

const reachesEnd = ({ duration }, until) => Number.isFinite(duration) && until >= duration - 0.25

/** Whether a second of data, or all that is left, is available. */
export function isAhead(video) {
  const until = bufferedUntil(video)
  return until >= video.currentTime + 1 || reachesEnd(video, until)
}

/** How far it can play: no further than here when it is not ready, whatever the ranges are. */
export function playableUntil(video, isReady) {
  const { currentTime, duration } = video
  const until = bufferedUntil(video)
  const isComplete = reachesEnd(video, until)
  if (!isReady && !(isComplete && duration - currentTime < 0.5)) return micros(currentTime)
  return micros(isComplete ? Math.max(until, duration) : until)
}

/** Some browsers do not know before anything is decoded. */
export function hasAudio(video) {
  return video.mozHasAudio ?? (video.audioTracks ? video.audioTracks.length > 0 : true)
}

/** Whether the track exists; then it is selected. */
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

/** The current picture, on a canvas; null without one. */
export function picture(video) {
  if (video.videoWidth === 0 || video.readyState < 2) return null
  const canvas = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext("2d").drawImage(video, 0, 0)
  return canvas
}
