import PlayerCore

/// The English of notifications, in a few words each. A view decides which of them it shows, and supplies the form of
/// times, texts and segments.
struct NotificationWords {
  let text: (TextID) -> String
  let segment: (SegmentID) -> String
  let position: (MediaTime) -> String
  let span: (TimeSpan) -> String

  /// `nil` for notifications that only programs need, and for those that another notification always describes better.
  func callAsFunction(_ notification: Player.Notification) -> String? {
    media(notification) ?? playback(notification) ?? settings(notification) ?? surroundings(notification)
  }

  private func media(_ notification: Player.Notification) -> String? {
    switch notification {
    case .phaseChanged(_, .opening): "opening"
    case .phaseChanged(_, .idle): "stopped"
    case .phaseChanged(_, .blocked): "blocked by the network policy"
    case .failed(let failure, let place):
      "failed\(place.isKnown ? " at \(position(place))" : ""): \(words(failure))"
    case .warned(let failure): "warning: \(words(failure))"
    case .streamTypeChanged(.live): "a live stream"
    case .streamTypeChanged(.dvr): "a live stream that can be sought in"
    case .tracksChanged(let audio, let video, let subtitle):
      audio + video + subtitle > 0 ? "tracks: \(audio) audio, \(video) video, \(subtitle) subtitle" : nil
    case .trackSelected(let kind, let track): track == .off ? nil : "\(kind) track \(track.rawValue)"
    case .naturalSizeChanged(let width, let height): width > 0 ? "picture \(width) × \(height)" : nil
    case .connected(let address, let nameLookup, let connect, let firstData):
      "connected to \(text(address))\(timings(nameLookup, connect, firstData))"
    case .metadataFound(let key, let value): metadata(text(key), text(value))
    case .chapterFound(_, let start, _, let title): "chapter at \(position(start)): \(text(title))"
    case .prepared(let duration): duration.isKnown ? "prepared, \(position(duration)) long" : "prepared"
    case .subtitleChanged(let subtitle): subtitle.isNone ? nil : "subtitle: \(text(subtitle))"
    default: nil
    }
  }

  private func playback(_ notification: Player.Notification) -> String? {
    switch notification {
    case .playbackStateChanged(_, let state): [.playing, .paused, .stalled].contains(state) ? "\(state)" : nil
    case .stallBegan(let count): "stall \(count) began"
    case .stallEnded(let lasted): "stall ended after \(span(lasted))"
    case .seekBegan(_, let origin, let target): "seek \(position(origin)) → \(position(target))"
    case .seekEnded(_, let place, let isFinished):
      isFinished ? "sought to \(position(place))" : "seek given up at \(position(place))"
    case .positionJumped(let from, let to): "jumped from \(position(from)) to \(position(to))"
    case .firstFrame(let kind, let after): "first \(kind) frame after \(span(after))"
    case .looped(let count): "loop \(count)"
    case .ended(let place): "ended at \(position(place))"
    case .softEndReached(let place): "soon over, at \(position(place))"
    case .atLiveEdgeChanged(let isAtEdge): isAtEdge ? "at the live edge" : "behind the live edge"
    case .retryScheduled(let attempt, let limit, let after): "retry \(attempt) of \(limit) in \(span(after))"
    case .reloading(let attempt): "opening again (\(attempt))"
    case .segmentStarted(let id, let isSelected, _, _, _): "\(segment(id)) began\(isSelected ? ", selected" : "")"
    case .segmentEnded(let id, _, _, let exit, _, _): "\(segment(id)) ended, \(exit)"
    case .willSkip(let id, _): "skipping \(segment(id))"
    case .blockedPlaying(.none, _): "what is blocked no longer plays"
    case .blockedPlaying(let id, let isSeekable):
      "\(segment(id)) plays although it is blocked: \(isSeekable ? "it cannot be skipped" : "the source cannot seek")"
    case .boundaryReached(_, let place): "boundary at \(position(place))"
    default: nil
    }
  }

  private func settings(_ notification: Player.Notification) -> String? {
    switch notification {
    case .intentChanged(let playing): playing ? "play" : "pause"
    case .rateChanged(let rate): "rate \(ThousandthsText.text(Int64(rate.thousandths)))"
    case .volumeChanged(let left, let right): "volume \(Self.volume(left, right))"
    case .mutedChanged(let isMuted): isMuted ? "muted" : "sound on"
    case .loopingChanged(let isLooping): isLooping ? "loop on" : "loop off"
    case .scalingModeChanged(let mode): "scaling \(mode)"
    case .rotationChanged(let degrees): "rotation \(degrees)°"
    case .settingChanged(let setting, let value): "set \(setting.name) = \(setting.described(value).1)"
    default: nil
    }
  }

  private func surroundings(_ notification: Player.Notification) -> String? {
    switch notification {
    case .interruptionChanged(let isInterrupted): isInterrupted ? "interrupted" : "interruption over"
    case .networkChanged(let network): "network: \(network)"
    case .policyPrevented(let network): "the policy does not allow this source over \(network)"
    case .backgroundChanged(let isInBackground): isInBackground ? "into the background" : "to the front"
    case .externalPlaybackChanged(let isActive): "external playback \(isActive ? "on" : "off")"
    case .pictureInPictureChanged(let isActive): "picture in picture \(isActive ? "on" : "off")"
    default: nil
    }
  }

  /// A kind, its number (a status of HTTP), and the words of the engine.
  private func words(_ failure: Failure) -> String {
    let words = failure.text.isNone ? "" : text(failure.text)
    return "\(failure.kind)\(failure.detail == 0 ? "" : " \(failure.detail)")\(words.isEmpty ? "" : " (\(words))")"
  }

  /// Containers also describe themselves, and some tags are empty; `nil` for those.
  private func metadata(_ key: String, _ value: String) -> String? {
    value.isEmpty || ["major_brand", "minor_version", "compatible_brands", "encoder"].contains(key.lowercased())
      ? nil : "\(key): \(value)"
  }

  private func timings(_ nameLookup: TimeSpan, _ connect: TimeSpan, _ firstData: TimeSpan) -> String {
    let known = [("name", nameLookup), ("connection", connect), ("data", firstData)].filter { $0.1 != .never }
    if known.isEmpty { return "" }
    return " (" + known.map { "\($0.0) after \(span($0.1))" }.joined(separator: ", ") + ")"
  }

  /// `80 %`, or both sides when they differ.
  static func volume(_ left: Int32, _ right: Int32) -> String {
    left == right ? "\(percent(left)) %" : "\(percent(left)) % left, \(percent(right)) % right"
  }

  private static func percent(_ thousandths: Int32) -> String { ThousandthsText.text(Int64(thousandths) * 100) }
}
