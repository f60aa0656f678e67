import PlayerCore
import PlayerTrace

/// What an observed run reports about sound, picture and requests, and whether it occurs too often.
struct ObservedSenses {
  private var dropped: [(at: Instant, count: Int64)] = []
  private var areDropsReported = false
  private var gaps = Recurring(ObservedLimits.audioGaps, within: ObservedLimits.audioGapsWithin)
  private var isDriftReported = false
  /// How far the latest gaps moved sound and picture apart, each more than the previous one.
  private var growing: [Int64] = []
  private var requests: [TextID: Recurring] = [:]
  /// The picture has no frames to show.
  private(set) var isPictureMissing = false
  /// The picture has had frames since the media was opened.
  private(set) var hasHadPicture = false

  /// Other media.
  mutating func open() { self = ObservedSenses() }

  /// A frame was shown.
  mutating func seePicture() { hasHadPicture = true }

  /// Requests may repeat after a change of the position or the rendition.
  mutating func forgetRequests() { requests.removeAll(keepingCapacity: true) }

  mutating func take(_ sign: ObservedSign, at now: Instant) -> ObservedPlayhead.Finding? {
    switch sign {
    case .framesDropped(let count): return drop(max(0, count), at: now)
    case .audioGap:
      guard let count = gaps.come(at: now) else { return nil }
      return finding(
        ObservedLaws.audioGaps,
        "the sound broke off \(count) times within \(ObservedLimits.audioGapsWithin / 1_000_000) s")
    case .drift(let span, let isMeasured): return drift(span.microseconds, isMeasured)
    case .picture(let isMissing):
      isPictureMissing = isMissing
      if !isMissing { hasHadPicture = true }
      return nil
    case .request(let again): return request(again, at: now)
    }
  }

  private func finding(_ law: PlayerProperty, _ detail: String) -> ObservedPlayhead.Finding {
    ObservedPlayhead.Finding(law: law, detail: detail)
  }

  private mutating func drop(_ count: Int64, at now: Instant) -> ObservedPlayhead.Finding? {
    dropped.removeAll { (now - $0.at).microseconds > ObservedLimits.droppedWithin }
    if dropped.isEmpty { areDropsReported = false }
    if dropped.count >= 256 { dropped.removeFirst() }
    dropped.append((now, min(count, 1 << 32)))
    let sum = dropped.reduce(0) { $0 + $1.count }
    guard sum >= ObservedLimits.droppedFrames, !areDropsReported else { return nil }
    areDropsReported = true
    let seconds = ObservedLimits.droppedWithin / 1_000_000
    return finding(ObservedLaws.framesDropped, "at least \(sum) frames were dropped within \(seconds) s")
  }

  /// A measured distance counts at once; gaps that may cause one count only after three, each larger than the last.
  private mutating func drift(_ distance: Int64, _ isMeasured: Bool) -> ObservedPlayhead.Finding? {
    let size = Int64(clamping: distance.magnitude)
    if !isMeasured {
      if let last = growing.last, size <= last { growing.removeAll(keepingCapacity: true) }
      if growing.count >= 8 { growing.removeFirst() }
      growing.append(size)
    }
    let hasGrown = growing.count >= 3 && size - growing[0] >= ObservedLimits.driftGrowth
    guard size >= ObservedLimits.drift, isMeasured || hasGrown, !isDriftReported else { return nil }
    isDriftReported = true
    return finding(
      ObservedLaws.audioVideoDrift, "sound and picture were \(ObservedMonitor.seconds(size)) apart")
  }

  private mutating func request(_ again: TextID, at now: Instant) -> ObservedPlayhead.Finding? {
    guard !again.isNone, requests.count < 256 || requests[again] != nil else { return nil }
    // The first request had no name yet, so it is not counted.
    var recurring =
      requests[again] ?? Recurring(ObservedLimits.sameRequest - 1, within: ObservedLimits.sameRequestWithin)
    let count = recurring.come(at: now)
    requests[again] = recurring
    guard let count else { return nil }
    return finding(
      ObservedLaws.requestLoop,
      "the same data was requested \(count + 1) times within \(ObservedLimits.sameRequestWithin / 1_000_000) s")
  }
}
