import Foundation
import PlayerCore

extension SRGMediaPlayerController {
  /// Whether the media is open, so that its properties are known.
  var isReady: Bool { playbackState != .idle && host.player.streamType != .unknown }

  /// The address of the media that is loaded.
  public var contentURL: URL? { media?.asset.url }
  /// The asset that is loaded; for media given as an address, a new one.
  public var urlAsset: SRGURLAsset? { media?.asset }

  /// The seekable range: `nil` while the media is not ready, and empty for a live stream without DVR. At the live edge the
  /// playhead is its end, also when the stream has not reported one yet. Can be observed.
  public var timeRange: SRGTimeRange? {
    guard isReady else { return past?.media.timeRange }
    let player = host.player
    switch player.streamType {
    case .unknown: return nil
    case .live: return .zero
    case .dvr: return SRGTimeRange(player.seekableRange, upTo: MediaTime(seconds: currentTime))
    case .onDemand:
      let range = SRGTimeRange(player.seekableRange)
      return range.isEmpty ? SRGTimeRange(start: 0, duration: player.duration.seconds) : range
    }
  }

  /// The position, in seconds from the media's zero. During a seek it is where the seek began, until it lands
  /// (``seekTargetTime`` is its target). 0 while nothing is open.
  public var currentTime: TimeInterval { past?.time ?? (isReady ? seekStartTime ?? host.position.seconds : 0) }

  /// The date of the current position; `nil` for streams without dates.
  public var currentDate: Date? { past?.date ?? streamDate(for: currentTime) }

  /// What handlers see of media that is closed and not shown as such yet.
  var past: Departure? { playbackState == .idle ? nil : departure }

  /// Where the first of the pending seeks began; `nil` when there is none.
  public var seekStartTime: TimeInterval? {
    let origin = (upcoming.player ?? host.player).seekOrigin
    return origin.isKnown ? origin.seconds : nil
  }

  /// The target of the newest pending seek; `nil` when there is none.
  public var seekTargetTime: TimeInterval? {
    let target = (upcoming.player ?? host.player).seekTarget
    return target.isKnown ? target.seconds : nil
  }

  /// Can be observed.
  public var mediaType: SRGMediaPlayerMediaType {
    guard isReady else { return past?.media.mediaType ?? .unknown }
    return host.player.hasVideo ? .video : .audio
  }

  /// Can be observed.
  public var streamType: SRGMediaPlayerStreamType {
    isReady ? SRGMediaPlayerStreamType(host.player.streamType) : past?.media.streamType ?? .unknown
  }

  /// Whether a live stream is played live: always without DVR, else within ``liveTolerance`` of its end. Can be
  /// observed.
  public var isLive: Bool { isReady && host.player.isLive }
}

// MARK: - Dates

extension SRGMediaPlayerController {
  /// The time of a date in the stream; 0 for streams without dates, and without a date.
  public func streamTime(for date: Date?) -> TimeInterval {
    guard let date, isReady,
      let position = host.player.position(ofDate: TimeSpan(seconds: date.timeIntervalSince1970).microseconds)
    else { return 0 }
    return position.seconds
  }

  /// The date of a time in the stream; `nil` for streams without dates.
  public func streamDate(for time: TimeInterval) -> Date? {
    guard isReady, let date = host.player.date(of: MediaTime(seconds: time)) else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(date) / 1e6)
  }
}
