#if FFmpeg
import PlayerCore

extension Reader {
  /// Moves `input` to where `request` asks for, as near as its window allows by now; what was asked for and is gone is
  /// not reported as reached.
  func land(_ request: SeekRequest, in input: InputFile, _ live: LiveFeed) throws(MediaError) -> Landing {
    let target = live.clamped(request.target)
    if !request.isExact {
      var landing = try attempt(target, .before, in: input)
      if let keyFrame = landing.keyFrame, (request.earliest...request.latest).contains(keyFrame) {
        landing.position = keyFrame
        return landing
      }
    }
    return try landExactly(target, in: input, live)
  }

  /// Enters the segment that holds the target and what its sound needs before it, else one of those before.
  func landExactly(_ target: Int64, in input: InputFile, _ live: LiveFeed) throws(MediaError) -> Landing {
    let target = live.clamped(target)
    let needed = target - (selection[.audio] == nil ? 0 : Self.preroll)
    var place = needed
    var tries = 0
    while true {
      var landing = try attempt(place, .before, soundUntil: target, in: input)
      let isThere = landing.keyFrame.map { $0 <= target } ?? false
      let isHeard = landing.sound.map { $0 <= needed } ?? true
      tries += 1
      let entry = live.entry?.position ?? 0
      let isFirst = entry <= live.window?.range?.lowerBound ?? 0
      if isThere && isHeard || isFirst || tries == Self.windowTries {
        landing.position = max(target, landing.keyFrame ?? target)
        return landing
      }
      place = entry - 1
    }
  }

  /// In this many segments before its target a key frame is looked for.
  private static let windowTries = 4

  func reportWindow(at now: Instant) { input?.live?.report(to: report, state, at: now) }
}
#endif
