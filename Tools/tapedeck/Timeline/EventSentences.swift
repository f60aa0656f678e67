import PlayerCore
import PlayerTrace

/// Puts into words what a step brought. What a picture shows by itself, and what only engines care for, stays unsaid.
struct EventSentences {
  var names = TraceNames()
  private var segments: [UInt32: String] = [:]
  private var seekBegan: (target: MediaTime, at: Instant)?

  /// What is said of one output.
  private typealias Sentence = (kind: TimelineEvent.Kind, text: String)

  /// What the segments are called from now on.
  mutating func setSegments(_ list: [TimelineSegment]) {
    segments.removeAll()
    for segment in list { segments[segment.id.rawValue] = segment.name }
  }

  private func segment(_ id: SegmentID) -> String {
    segments[id.rawValue].map { $0 == "segment \(id.rawValue)" ? $0 : "'\($0)'" } ?? "segment \(id.rawValue)"
  }

  mutating func events(
    of number: Int64, _ input: Input, _ outputs: Outputs, at instant: Instant, _ player: Player
  ) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    let isNewItem = outputs.contains { output in
      if case .notification(.itemChanged, _) = output { return true }
      return false
    }
    for output in outputs {
      guard let (kind, text) = sentence(output, input, at: instant, player, isNewItem: isNewItem) else { continue }
      events.append(TimelineEvent(instant: instant, step: number, kind: kind, text: text))
    }
    return events
  }

  private mutating func sentence(
    _ output: Output, _ input: Input, at instant: Instant, _ player: Player, isNewItem: Bool
  ) -> Sentence? {
    switch output {
    case .engine: return nil
    case .diagnostic(let diagnostic):
      let name = TraceVocabulary.current.inputName(diagnostic.inputCode) ?? ""
      return (.oddity, diagnostic.inputCode == 0 ? "\(diagnostic.oddity)" : "\(name): \(diagnostic.oddity)")
    case .completion(let completion):
      guard completion.answer == .refused else { return nil }
      return (.oddity, "\(TraceDiffer.name(of: input)) refused: \(completion.refusal.sentence)")
    case .notification(let notification, let reason):
      let sentence =
        media(notification, player, isNewItem) ?? playback(notification, at: instant)
        ?? transport(notification, isNewItem) ?? surroundings(notification)
      return sentence.map { ($0.kind, "\($0.text) (\(reason))") }
    }
  }

  private func media(_ notification: Player.Notification, _ player: Player, _ isNewItem: Bool) -> Sentence? {
    switch notification {
    case .itemChanged(_, let item): (.command, item.isNone ? "forget the content" : "load \(names.title(item))")
    case .phaseChanged(_, .opening): isNewItem ? nil : (.media, "open again")
    case .phaseChanged(_, .idle): (.command, "stopped")
    case .phaseChanged(_, .blocked): (.failure, "blocked by the network policy")
    case .failed(let failure, let place):
      (.failure, "failed\(place.isKnown ? " at \(position(place))" : ""): \(words(failure))")
    case .warned(let failure): (.oddity, "warning: \(words(failure))")
    case .streamTypeChanged(.live): (.media, "a live stream")
    case .streamTypeChanged(.dvr): (.media, "a live stream that can be sought in")
    case .trackSelected(let kind, let track):
      player.state == .preparing || track == .off ? nil : (.media, "\(kind) track \(track.rawValue)")
    case .naturalSizeChanged(let width, let height):
      width > 0 ? (.media, "picture \(width) × \(height)") : nil
    case .connected(let address, _, _, let firstData):
      (.media, "connected to \(names.text(address))\(firstData == .never ? "" : ", data after \(span(firstData))")")
    case .prepared(let duration): (.media, "prepared\(duration.isKnown ? ", \(position(duration)) long" : "")")
    default: nil
    }
  }

  private func words(_ failure: Failure) -> String {
    let text = names.text(failure.text)
    return "\(failure.kind)\(failure.detail == 0 ? "" : " \(failure.detail)")\(text.isEmpty ? "" : " \"\(text)\"")"
  }

  private mutating func playback(_ notification: Player.Notification, at instant: Instant) -> Sentence? {
    switch notification {
    case .stallBegan(let count): return (.stall, "stall \(count) begins")
    case .stallEnded(let lasted): return (.stall, "stall ends after \(span(lasted))")
    case .seekBegan(_, let origin, let target):
      seekBegan = (target, instant)
      return (.seek, "seek \(position(origin)) → \(position(target))")
    case .seekEnded(_, let place, let isFinished): return seekEnded(place, isFinished, at: instant)
    case .playbackStateChanged(.seeking, .playing), .playbackStateChanged(.seeking, .paused): return nil
    case .playbackStateChanged(_, .playing): return (.media, "playing")
    case .playbackStateChanged(_, .paused): return (.media, "paused")
    case .positionJumped(let from, let to):
      return (.seek, "position jumps \(position(from)) → \(position(to))")
    case .firstFrame(let kind, let after): return (.media, "first \(kind) frame, \(span(after)) after the open")
    case .looped(let count): return (.media, "loop \(count)")
    case .ended(let place): return (.media, "ended at \(position(place))")
    default: return nil
    }
  }

  /// Said when it says something new: the landing was elsewhere, or took time.
  private mutating func seekEnded(_ place: MediaTime, _ isFinished: Bool, at instant: Instant) -> Sentence? {
    defer { seekBegan = nil }
    guard isFinished else { return nil }
    let took = instant - (seekBegan?.at ?? instant)
    if seekBegan?.target == place, took == .zero { return nil }
    return (.seek, "landed at \(position(place)) after \(span(took))")
  }

  private func transport(_ notification: Player.Notification, _ isNewItem: Bool) -> Sentence? {
    switch notification {
    case .intentChanged(let playing): isNewItem ? nil : (.command, playing ? "play" : "pause")
    case .rateChanged(let rate): (.command, "rate \(ThousandthsText.text(Int64(rate.thousandths)))")
    case .volumeChanged(let left, let right): (.command, "volume \(EventText.volume(left, right))")
    case .mutedChanged(let isMuted): (.command, isMuted ? "mute" : "sound on")
    case .loopingChanged(let isLooping): (.command, isLooping ? "loop on" : "loop off")
    case .scalingModeChanged(let mode): (.command, "scaling \(mode)")
    case .rotationChanged(let degrees): (.command, "rotation \(degrees)°")
    case .settingChanged(let setting, let value): (.command, "set \(setting.name) = \(setting.described(value).1)")
    default: nil
    }
  }

  private func surroundings(_ notification: Player.Notification) -> Sentence? {
    switch notification {
    case .interruptionChanged(let isInterrupted):
      (.environment, isInterrupted ? "interruption begins" : "interruption over")
    case .subtitleChanged(let text): text.isNone ? nil : (.media, "subtitle \"\(names.text(text))\"")
    case .networkChanged(let network): (.environment, "network: \(network)")
    case .backgroundChanged(let isInBackground): (.environment, isInBackground ? "into the background" : "to the front")
    case .externalPlaybackChanged(let isActive): (.environment, "external playback \(isActive ? "on" : "off")")
    case .pictureInPictureChanged(let isActive): (.environment, "picture in picture \(isActive ? "on" : "off")")
    case .atLiveEdgeChanged(let isAtEdge): (.media, isAtEdge ? "at the live edge" : "behind the live edge")
    case .policyPrevented(let network): (.failure, "the network policy forbids \(network)")
    case .retryScheduled(let attempt, let limit, let after):
      (.failure, "retry \(attempt) of \(limit) in \(span(after))")
    case .segmentStarted(let id, let isSelected, _, _, _):
      (.media, "\(segment(id)) begins\(isSelected ? ", selected" : "")")
    case .segmentEnded(let id, _, _, let exit, _, _): (.media, "\(segment(id)) ends, \(exit)")
    case .willSkip(let id, _): (.seek, "skips \(segment(id))")
    case .boundaryReached(_, let place): (.media, "boundary at \(position(place))")
    default: nil
    }
  }

  // A picture is read by people: to a millisecond.
  private func position(_ time: MediaTime) -> String {
    TraceTime.position(time.isKnown ? MediaTime(microseconds: time.microseconds / 1_000 * 1_000) : time)
  }

  private func span(_ span: TimeSpan) -> String {
    TraceTime.span(span == .never ? span : TimeSpan(microseconds: span.microseconds / 1_000 * 1_000))
  }
}
