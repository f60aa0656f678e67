import PlayerCore
import PlayerRuntime

/// What a run prints of a notification; `nil` for one that is nothing new to its audience.
struct EventText {
  let library: IdentifierTable
  /// What the segments are called.
  var segments = SegmentNames()
  private let words: NotificationWords

  init(library: IdentifierTable) {
    self.library = library
    words = NotificationWords(
      text: { Printable.text(library.text(of: $0)) }, segment: { "segment \($0.rawValue)" },
      position: { TimeText.exact($0) }, span: { TimeText.length($0) })
  }

  func callAsFunction(_ event: PlayerEvent) -> String? {
    switch event.notification {
    case .willSkip(let segment, let position):
      segments.skipping(segment) ?? "skipping from \(TimeText.exact(position))"
    case .segmentStarted(let segment, _, _, _, _): segments.entering(segment)
    case .failed(let failure, _): "failed: \(failure.kind)"
    // Reported in better words by another notification, or known to the user who presses the keys.
    case .phaseChanged(_, .blocked), .trackSelected, .atLiveEdgeChanged, .segmentEnded, .boundaryReached,
      .intentChanged,
      .scalingModeChanged, .rotationChanged, .settingChanged, .backgroundChanged, .externalPlaybackChanged,
      .pictureInPictureChanged:
      nil
    default: words(event.notification)
    }
  }
}
