// Names as in the original's Swift interface.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import PlayerCore

/// How close to the end of a DVR stream counts as live, in seconds.
public let SRGMediaPlayerDefaultLiveTolerance: TimeInterval = 30
/// How close to the end a start falls back to the default position, in seconds.
public let SRGMediaPlayerDefaultEndTolerance: TimeInterval = 0
/// The same as a part of the duration.
public let SRGMediaPlayerDefaultEndToleranceRatio: Float = 0

/// The tolerance at the end that follows from an absolute and a relative one: the smaller of those that are not zero. A
/// negative absolute one counts as 0, the ratio is clamped to 0…1 (SRG.md#1.8).
public func SRGMediaPlayerEffectiveEndTolerance(
  _ endTolerance: TimeInterval, _ endToleranceRatio: Float, _ contentDuration: TimeInterval
) -> TimeInterval {
  let absolute = endTolerance > 0 ? endTolerance : 0
  // In thousandths, as in the reducer.
  let ratio = Double((max(0, min(endToleranceRatio, 1)) * 1_000).rounded()) / 1_000
  let relative = max(0, contentDuration) * ratio
  if absolute == 0 || relative == 0 { return max(absolute, relative) }
  return min(absolute, relative)
}

/// What kind of media is played.
public enum SRGMediaPlayerMediaType: Int, Sendable, CaseIterable {
  /// Not known until the media is ready.
  case unknown = 0
  case video
  case audio
}

/// What kind of stream is played.
public enum SRGMediaPlayerStreamType: Int, Sendable, CaseIterable {
  case unknown = 0
  case onDemand
  case live
  case dvr

  init(_ type: StreamType) {
    switch type {
    case .unknown: self = .unknown
    case .onDemand: self = .onDemand
    case .live: self = .live
    case .dvr: self = .dvr
    }
  }
}

/// What a controller is doing. A failure is not a state: it is `idle` and a notification.
public enum SRGMediaPlayerPlaybackState: Int, Sendable, CaseIterable {
  /// Nothing is loaded, playback was stopped, or it has failed.
  case idle = 1
  case preparing
  case playing
  case seeking
  case paused
  /// Playback is requested, but waits for data.
  case stalled
  case ended
}

/// When a segment was selected.
public enum SRGMediaPlayerSelectionReason: Int, Sendable, CaseIterable {
  /// With the load.
  case initial = 1
  /// By a seek.
  case update

  init?(_ reason: SelectionReason) {
    switch reason {
    case .none: return nil
    case .initial: self = .initial
    case .update: self = .update
    }
  }
}
