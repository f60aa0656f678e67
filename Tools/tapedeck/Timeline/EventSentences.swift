import PlayerCore
import PlayerTrace

/// Describes the effects of a step in words. Effects that a picture shows by itself, or that matter only to engines,
/// are omitted.
struct EventSentences {
  var names = TraceNames()
  private var segments: [UInt32: String] = [:]
  private var seekBegan: (target: MediaTime, at: Instant)?

  /// The words for one output.
  private typealias Sentence = (kind: TimelineEvent.Kind, text: String)

  /// Sets the names of the segments from now on.
  mutating func setSegments(_ list: [TimelineSegment]) {
    segments.removeAll()
    for segment in list { segments[segment.id.rawValue] = segment.name }
  }

  private static func name(_ id: SegmentID, _ segments: [UInt32: String]) -> String {
    segments[id.rawValue].map { $0 == "segment \(id.rawValue)" ? $0 : "'\($0)'" } ?? "segment \(id.rawValue)"
  }

  mutating func events(
    of number: Int64, _ input: Input, _ outputs: some Sequence<Output>, at instant: Instant, _ player: Player
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
      let sentence = sentence(notification, at: instant, player, isNewItem: isNewItem)
      return sentence.map { ($0.kind, "\($0.text) (\(reason))") }
    }
  }

  /// The kind of event as which a picture shows a notification in words, if it does.
  private func kind(_ notification: Player.Notification, _ player: Player, _ isNewItem: Bool) -> TimelineEvent.Kind? {
    switch notification {
    case .phaseChanged(_, .opening): isNewItem ? nil : .media
    case .trackSelected: player.state == .preparing ? nil : .media
    case .intentChanged: isNewItem ? nil : .command
    case .playbackStateChanged(.seeking, .playing), .playbackStateChanged(.seeking, .paused),
      .playbackStateChanged(_, .stalled):
      nil
    case .phaseChanged(_, .idle), .rateChanged, .volumeChanged, .mutedChanged, .loopingChanged, .scalingModeChanged,
      .rotationChanged, .settingChanged:
      .command
    case .phaseChanged(_, .blocked), .failed, .policyPrevented, .retryScheduled: .failure
    case .warned, .blockedPlaying: .oddity
    case .stallBegan, .stallEnded: .stall
    case .seekBegan, .seekEnded, .positionJumped, .willSkip: .seek
    case .streamTypeChanged, .naturalSizeChanged, .connected, .prepared, .playbackStateChanged, .firstFrame, .looped,
      .ended, .subtitleChanged, .atLiveEdgeChanged, .segmentStarted, .segmentEnded, .boundaryReached:
      .media
    case .interruptionChanged, .networkChanged, .backgroundChanged, .externalPlaybackChanged, .pictureInPictureChanged:
      .environment
    default: nil
    }
  }

  private mutating func sentence(
    _ notification: Player.Notification, at instant: Instant, _ player: Player, isNewItem: Bool
  ) -> Sentence? {
    if case .itemChanged(_, let item) = notification {
      return (.command, item.isNone ? "unload" : "load \(names.title(item))")
    }
    guard let kind = kind(notification, player, isNewItem), let text = words(notification) else { return nil }
    switch notification {
    case .seekBegan(_, _, let target): seekBegan = (target, instant)
    case .seekEnded(_, let place, let isFinished):
      // Shown only if informative: the landing was elsewhere, or took time.
      defer { seekBegan = nil }
      let took = instant - (seekBegan?.at ?? instant)
      guard isFinished, seekBegan?.target != place || took != .zero else { return nil }
      return (kind, "\(text) after \(Self.span(took))")
    default: break
    }
    return (kind, text)
  }

  private var words: NotificationWords {
    NotificationWords(
      text: { [names] in names.text($0) }, segment: { [segments] in Self.name($0, segments) }, position: Self.position,
      span: Self.span)
  }

  // To a millisecond, because a picture is for human readers.
  private static func position(_ time: MediaTime) -> String {
    TraceTime.position(time.isKnown ? MediaTime(microseconds: time.microseconds / 1_000 * 1_000) : time)
  }

  private static func span(_ span: TimeSpan) -> String {
    TraceTime.span(span == .never ? span : TimeSpan(microseconds: span.microseconds / 1_000 * 1_000))
  }
}
