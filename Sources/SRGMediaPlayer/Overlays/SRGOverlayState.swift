import Foundation
import PlayerCore

/// What the overlays show, as a value: everything they draw follows from it alone.
///
/// ```swift
/// let slider = SRGTimeSlider(controller.overlayState)
/// print(slider.text(width: 40))
/// ```
public struct SRGOverlayState: Hashable, Sendable {
  /// A segment on a timeline.
  public struct Segment: Hashable, Sendable {
    /// Its place in the list of visible segments.
    public var index: Int
    /// Its range on the timeline.
    public var range: SRGTimeRange
    /// What to call it; empty when it has no name.
    public var name: String
    /// Whether it is never played.
    public var isBlocked: Bool

    /// A segment on a timeline, at its place in the list.
    public init(index: Int, range: SRGTimeRange, name: String = "", isBlocked: Bool = false) {
      self.index = index
      self.range = range
      self.name = name
      self.isBlocked = isBlocked
    }
  }

  /// What the player does.
  public var state = SRGMediaPlayerPlaybackState.idle
  /// The intent: whether playback is requested, whatever hinders it.
  public var isPlayWanted = false
  /// What kind of stream it is.
  public var streamType = SRGMediaPlayerStreamType.unknown
  /// Whether the position is at the live edge.
  public var isLive = false
  /// The seekable range; `nil` while nothing is open.
  public var timeRange: SRGTimeRange?
  /// The position; while a seek is pending, its target.
  public var time: TimeInterval = 0
  /// The date of ``time``; `nil` for streams without dates.
  public var date: Date?
  /// The end of the buffered data; `nil` when it is not known.
  public var bufferedTime: TimeInterval?
  /// The visible segments.
  public var segments: [Segment] = []
  /// The place of the current one among them.
  public var currentSegment: Int?
  /// The audio tracks that can be chosen.
  public var audioTracks: [SRGMediaTrack] = []
  /// The subtitle tracks that can be chosen.
  public var subtitleTracks: [SRGMediaTrack] = []
  /// The one that plays; `nil` for none.
  public var audioTrack: SRGMediaTrack?
  /// The one that is shown; `nil` for none.
  public var subtitleTrack: SRGMediaTrack?
  /// The requested rate.
  public var playbackRate: Float = 1
  /// The rates that can be chosen; empty where there is no choice.
  public var supportedPlaybackRates: [Float] = []
  /// 0…1.
  public var volume: Double = 1
  /// Whether the sound is off.
  public var isMuted = false

  /// What is shown while nothing is loaded.
  public init() {}

  /// A reducer's state, at a position.
  public init(_ player: Player, position: MediaTime) {
    state = SRGMediaPlayerPlaybackState(player.state)
    isPlayWanted = player.wantsPlay
    streamType = SRGMediaPlayerStreamType(player.streamType)
    isLive = player.isLive
    timeRange = SRGTimeRange(playable: player, at: position)
    time = (player.seekTarget.isKnown ? player.seekTarget : position).seconds
    date = player.date(of: MediaTime(seconds: time)).map { Date(timeIntervalSince1970: TimeInterval($0) / 1e6) }
    bufferedTime = player.bufferedUntil.isKnown ? player.bufferedUntil.seconds : nil
    playbackRate = Float(player.rate.thousandths) / 1_000
    volume = Double(max(player.volume.left, player.volume.right)) / 1_000
    isMuted = player.isMuted
  }
}

extension SRGMediaPlayerPlaybackState {
  init(_ state: PlaybackState) {
    switch state {
    case .idle: self = .idle
    case .preparing: self = .preparing
    case .playing: self = .playing
    case .seeking: self = .seeking
    case .paused: self = .paused
    case .stalled: self = .stalled
    case .ended: self = .ended
    }
  }
}

extension SRGTimeRange {
  /// The seekable range of open media; all of it if it cannot be sought, and `nil` if none is open.
  init?(playable player: Player, at position: MediaTime = .zero) {
    switch player.streamType {
    case .unknown: return nil
    case .live: self = .zero
    case .dvr: self.init(player.seekableRange, upTo: position)
    case .onDemand:
      self.init(player.seekableRange)
      if isEmpty { self.init(start: 0, duration: player.duration.seconds) }
    }
  }
}

extension SRGMediaPlayerController {
  /// What the overlays show now.
  public var overlayState: SRGOverlayState {
    var overlay = SRGOverlayState(host.player, position: host.position)
    overlay.state = playbackState
    if !isReady {
      overlay.timeRange = nil
      overlay.streamType = .unknown
      overlay.isLive = false
    }
    overlay.segments = (visibleSegments ?? []).enumerated().map { index, segment in
      SRGOverlayState.Segment(
        index: index, range: segment.markRange.timeRange(for: self), name: segment.title, isBlocked: segment.isBlocked)
    }
    overlay.currentSegment = visibleSegments?.firstIndex { $0 === currentSegment }
    overlay.playbackRate = playbackRate
    overlay.supportedPlaybackRates = supportedPlaybackRates
    overlay.audioTracks = audioTracks
    overlay.subtitleTracks = subtitleTracks
    overlay.audioTrack = audioTrack
    overlay.subtitleTrack = subtitleTrack
    return overlay
  }
}
