import Foundation
import PlayerCore

extension SRGMediaPlayerController {
  /// The segments of the media; may be changed at any time. Of segments that overlap, the first in the list holds until
  /// it ends (``SRGSegmentResolver`` makes lists without overlaps).
  public var segments: [any SRGSegment]? {
    get { registry.list }
    set {
      registry.update(newValue, keeping: segmentsInUse)
      perform { self.tellSegments() }
    }
  }

  /// The segments that are not hidden.
  public var visibleSegments: [any SRGSegment]? { registry.visible }

  /// The segment that is played; never a blocked one. None before the media is shown as prepared.
  public var currentSegment: (any SRGSegment)? {
    playbackState == .preparing ? nil : registry[host.player.currentSegment]
  }

  /// The segment that is played, if a load or a seek had selected it.
  public var selectedSegment: (any SRGSegment)? {
    playbackState == .preparing ? nil : registry[host.player.selectedSegment]
  }

  /// Those that a notification may still speak of although they are in no list any more.
  var segmentsInUse: [SegmentID] {
    [host.player.currentSegment, host.player.pendingSelection, presenter.skippedSegment]
      + (registry.list ?? []).map { registry.number(of: $0) }
  }

  func tellSegments() {
    let commands = registry.commands(
      { self.host.library.text($0) }, date: { self.streamDate(for: $0) })
    for command in commands { send(command) }
    send(.commitSegments)
  }
}
