import PlayerCore
import PlayerRuntime

/// What a notification says, in a few words; nil for one that tells people nothing new.
struct EventText {
  let library: MediaLibrary
  /// What the segments are called.
  var segments = SegmentNames()

  init(library: MediaLibrary) { self.library = library }

  func callAsFunction(_ event: PlayerEvent) -> String? {
    switch event.notification {
    case .phaseChanged(_, let phase): words(phase)
    case .failed(let failure, _): "failed: \(failure.kind)"
    case .warned(let failure): "warning: \(failure.kind)\(failure.text.isNone ? "" : " (\(text(failure.text)))")"
    case .streamTypeChanged(let type): words(type)
    case .tracksChanged(let audio, let video, let subtitle):
      audio + video + subtitle > 0 ? "tracks: \(audio) audio, \(video) video, \(subtitle) subtitle" : nil
    case .naturalSizeChanged(let width, let height): width > 0 ? "picture \(width) × \(height)" : nil
    case .connected(let address, let nameLookup, let connect, let firstData):
      "connected to \(text(address))\(timings(nameLookup, connect, firstData))"
    case .metadataFound(let key, let value): metadata(text(key), text(value))
    case .chapterFound(_, let start, _, let title): "chapter at \(TimeText.exact(start)): \(text(title))"
    case .prepared(let duration): duration.isKnown ? "prepared, \(TimeText.exact(duration)) long" : "prepared"
    case .interruptionChanged(let isInterrupted): isInterrupted ? "interrupted" : "interruption over"
    case .stallBegan(let count): "stall \(count) began"
    case .stallEnded(let lasted): "stall ended after \(TimeText.length(lasted))"
    case .seekBegan(_, let origin, let target): "seeking from \(TimeText.exact(origin)) to \(TimeText.exact(target))"
    case .seekEnded(_, let position, let isFinished):
      isFinished ? "sought to \(TimeText.exact(position))" : "seek given up at \(TimeText.exact(position))"
    case .playbackStateChanged(_, let state): words(state)
    case .positionJumped(let from, let to): "jumped from \(TimeText.exact(from)) to \(TimeText.exact(to))"
    case .rateChanged(let rate): "rate \(ThousandthsText.text(Int64(rate.thousandths)))"
    case .volumeChanged(let left, let right): "volume \(Self.volume(left, right))"
    case .mutedChanged(let isMuted): isMuted ? "muted" : "sound on"
    case .loopingChanged(let isLooping): isLooping ? "loop on" : "loop off"
    case .firstFrame(let kind, let after): "first \(kind) frame after \(TimeText.length(after))"
    case .subtitleChanged(let subtitle): subtitle.isNone ? nil : "subtitle: \(text(subtitle))"
    case .looped(let count): "loop \(count)"
    case .ended(let position): "ended at \(TimeText.exact(position))"
    case .networkChanged(let network): "network: \(network)"
    case .policyPrevented(let network): "the policy does not allow this source over \(network)"
    case .retryScheduled(let attempt, let limit, let after):
      "retry \(attempt) of \(limit) in \(TimeText.length(after))"
    case .reloading(let attempt): "opening again (\(attempt))"
    case .softEndReached(let position): "soon over, at \(TimeText.exact(position))"
    case .willSkip(let segment, let position):
      segments.skipping(segment) ?? "skipping from \(TimeText.exact(position))"
    case .segmentStarted(let segment, _, _, _, _): segments.entering(segment)
    // Most changes follow from one of these, or are nothing that somebody waits for.
    default: nil
    }
  }

  private func words(_ phase: Phase) -> String? {
    switch phase {
    case .opening: "opening"
    case .idle: "stopped"
    case .empty, .blocked, .prepared, .ended, .failed: nil
    }
  }

  private func words(_ type: StreamType) -> String? {
    switch type {
    case .live: "a live stream"
    case .dvr: "a live stream that can be sought in"
    case .unknown, .onDemand: nil
    }
  }

  /// What other announcements say better is left to them.
  private func words(_ state: PlaybackState) -> String? {
    switch state {
    case .playing, .paused, .stalled: "\(state)"
    case .idle, .preparing, .seeking, .ended: nil
    }
  }

  /// Containers speak of themselves, too, and some say nothing.
  private func metadata(_ key: String, _ value: String) -> String? {
    value.isEmpty || ["major_brand", "minor_version", "compatible_brands", "encoder"].contains(key.lowercased())
      ? nil : "\(key): \(value)"
  }

  /// `80 %`, or both sides when they differ.
  static func volume(_ left: Int32, _ right: Int32) -> String {
    left == right ? "\(percent(left)) %" : "\(percent(left)) % left, \(percent(right)) % right"
  }

  private static func percent(_ thousandths: Int32) -> String { ThousandthsText.text(Int64(thousandths) * 100) }

  private func text(_ number: TextID) -> String { Printable.text(library.text(of: number)) }

  private func timings(_ nameLookup: TimeSpan, _ connect: TimeSpan, _ firstData: TimeSpan) -> String {
    let known = [("name", nameLookup), ("connection", connect), ("data", firstData)].filter { $0.1 != .never }
    if known.isEmpty { return "" }
    return " (" + known.map { "\($0.0) after \(TimeText.length($0.1))" }.joined(separator: ", ") + ")"
  }
}
