import Foundation
import PlayerCore

extension SRGMediaPlayerController {
  /// The segments of the media; may be changed at any time. Where segments overlap, the first in the list applies until
  /// it ends (``SRGSegmentResolver`` makes lists without overlaps).
  public var segments: [any SRGSegment]? {
    get { registry.list }
    set {
      registry.update(newValue)
      ask { [self] in
        tellSegments()
        releaseSegments()
      }
    }
  }

  /// Checks at once whether segments of the list have changed, for example whether one is now blocked. Changes take
  /// effect as if the list had been set again.
  public func reloadSegments() { ask { self.lookAtSegments() } }

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
    guard media != nil, registry.hasChanged else { return }
    tellSegments()
  }

  /// Schedules the next look at the segments: while media is shown, every second, and shortly before the playhead
  /// reaches a segment, so that one that was blocked meanwhile is not entered.
  func watchSegments() {
    segmentAlarm?.cancel()
    segmentAlarm = nil
    guard playbackState == .playing || playbackState == .paused, registry.list?.isEmpty == false else { return }
    segmentAlarm = host.schedule(at: nextLook) { [weak self] in
      self?.host.perform { self?.lookAtSegments() }
      // A look that finds nothing is not a step, so the next one is scheduled here.
      self?.watchSegments()
    }
  }

  private var nextLook: Instant {
    let (now, position, player) = (host.now, host.position, host.player)
    var look = now + .seconds(1)
    guard player.isMoving, player.effectiveRate > .zero else { return look }
    for segment in registry.list ?? [] {
      let start = MediaTime(seconds: segment.markRange.timeRange(for: self).start)
      guard start > position else { continue }
      let before = now + (player.effectiveRate.span(for: start - position) - .milliseconds(1))
      if before > now { look = min(look, before) }
    }
    return look
  }

  func tellSegments() {
    let faces = registry.faces
    registry.remember(faces)
    let commands = registry.commands(
      { self.host.library.text($0) }, date: { self.streamDate(for: $0) })
    for command in commands { host.send(command) }
    host.send(.commitSegments)
  }
}
