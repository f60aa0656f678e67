import Foundation
import PlayerCore

extension SRGMediaPlayerController {
  /// The segments of the media; may be changed at any time. Where segments overlap, the first in the list applies until
  /// it ends (``SRGSegmentResolver`` makes lists without overlaps). One that is no range, such as one with an end before its
  /// start or with NaN, is left out, and told to the host's `diagnosed`.
  public var segments: [any SRGSegment]? {
    get { registry.list }
    set {
      registry.update(newValue)
      host.perform { [self] in
        // In a handler, a load before this one has replaced the list.
        registry.update(newValue)
        tellSegments()
        releaseSegments()
      }
    }
  }

  /// Checks at once whether segments of the list have changed, for example whether one is now blocked. Changes take
  /// effect as if the list had been set again.
  public func reloadSegments() { host.perform { self.lookAtSegments() } }

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

  /// Lets go of segments that are no longer in the list, once no notification refers to them any more.
  func releaseSegments() {
    guard presenter.held.isEmpty else { return }
    registry.release(
      except: [host.player.currentSegment, host.player.pendingSelection, presenter.skippedSegment])
  }

  /// Reports changes of the app's segments to the reducer.
  func lookAtSegments() {
    guard media != nil else { return }
    let faces = faces
    if registry.hasChanged(faces) { tell(faces) }
  }

  /// Schedules the next look at the segments: while media is shown, every second, and shortly before the playhead
  /// reaches a segment, so that one that was blocked meanwhile is not entered.
  func watchSegments() {
    if segmentAlarm == nil { lastLook = host.now }
    segmentAlarm?.cancel()
    segmentAlarm = nil
    guard playbackState == .playing || playbackState == .paused, registry.list?.isEmpty == false else { return }
    segmentAlarm = host.schedule(at: nextLook) { [weak self] in
      guard let self else { return }
      // A look before a segment is an additional one.
      if host.now >= lastLook + .seconds(1) { lastLook = host.now }
      host.perform { self.lookAtSegments() }
      // A look that finds nothing is not a step, so the next one is scheduled here.
      watchSegments()
    }
  }

  private var nextLook: Instant {
    let (now, position, player) = (host.now, host.position, host.player)
    // What happens more often than once a second, such as a moving window, does not put it off.
    var look = max(now, lastLook + .seconds(1))
    guard player.isMoving, player.effectiveRate > .zero else { return look }
    for segment in registry.list ?? [] {
      let start = MediaTime(seconds: segment.markRange.timeRange(for: self).start)
      guard start > position else { continue }
      let before = now + (player.effectiveRate.span(for: start - position) - .milliseconds(1))
      if before > now { look = min(look, before) }
    }
    return look
  }

  func tellSegments() { tell(faces) }

  private var faces: [SegmentRegistry.Face] { registry.faces { self.streamDate(for: $0) } }

  private func tell(_ faces: [SegmentRegistry.Face]) {
    registry.remember(faces)
    for command in registry.commands(faces, host.library.text) { host.send(command) }
    for words in registry.unusable(faces) { host.diagnose(unusable: words) }
  }
}
