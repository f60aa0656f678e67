import PlayerCore
import PlayerRuntime

/// The text that a run prints for a notification; `nil` for one that tells its audience nothing new.
struct EventText {
  let library: IdentifierTable
  /// The names of the segments.
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
    // Better described by another notification, or known to the user who pressed the key.
    case .phaseChanged(_, .blocked), .trackSelected, .atLiveEdgeChanged, .segmentEnded, .boundaryReached,
      .intentChanged,
      .scalingModeChanged, .rotationChanged, .settingChanged, .backgroundChanged, .externalPlaybackChanged,
      .pictureInPictureChanged:
      nil
    default: words(event.notification)
    }
  }
}
