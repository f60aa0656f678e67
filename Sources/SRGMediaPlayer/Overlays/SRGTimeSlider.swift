import Foundation

/// A slider that shows the position, with the elapsed and the remaining time (SRGGuide.md#custom-players).
public struct SRGTimeSlider: Hashable, Sendable {
  /// Where the knob is on a live stream, on which it cannot be moved.
  public enum LiveKnobPosition: Hashable, Sendable {
    case left
    case right
  }

  /// The left end, in seconds.
  public let minimumValue: TimeInterval
  /// The right end, in seconds.
  public let maximumValue: TimeInterval
  /// Where the knob is, in seconds.
  public let value: TimeInterval
  /// The end of the buffered data.
  public let bufferedValue: TimeInterval
  /// Whether the knob can be moved: only in seekable media.
  public let isEnabled: Bool
  /// Whether the knob is at the live edge.
  public let isLive: Bool
  /// The date of the knob; `nil` for streams without dates.
  public let date: Date?
  /// The elapsed time; for a stream with DVR, how far it is behind live.
  public let valueLabel: String
  /// The remaining time; empty for streams without end.
  public let timeLeftValueLabel: String
  /// The text for screen readers.
  public let accessibilityValue: String
  private let isKnobRight: Bool

  /// - Parameters:
  ///   - state: what the overlay shows.
  ///   - tracking: where the knob is while it is dragged.
  ///   - knobLivePosition: where the knob is in a live stream without DVR.
  ///   - liveTolerance: how far from the end of a DVR window still counts as live.
  public init(
    _ state: SRGOverlayState, tracking: TimeInterval? = nil, knobLivePosition: LiveKnobPosition = .left,
    liveTolerance: TimeInterval = SRGMediaPlayerDefaultLiveTolerance
  ) {
    let range = state.timeRange ?? .zero
    minimumValue = range.start
    maximumValue = range.end
    isEnabled = !range.isEmpty && (state.streamType == .onDemand || state.streamType == .dvr)
    let time = tracking ?? state.time
    let value = max(range.start, min(time, range.end))
    self.value = value
    isKnobRight = range.isEmpty && state.streamType == .live && knobLivePosition == .right
    bufferedValue = max(value, min(state.bufferedTime ?? value, range.end))
    isLive = tracking == nil ? state.isLive : state.streamType == .dvr && range.end - time < liveTolerance
    date = state.date.map { $0.addingTimeInterval(value - state.time) }
    let labels = Labels(state.streamType, value, range, isLive: isLive)
    valueLabel = labels.value
    timeLeftValueLabel = labels.left
    accessibilityValue = labels.spoken
  }

  private struct Labels {
    var value = SRGTimeText.none
    var left = SRGTimeText.none
    var spoken = "unknown"

    init(_ type: SRGMediaPlayerStreamType, _ time: TimeInterval, _ range: SRGTimeRange, isLive: Bool) {
      let hasHours = range.duration >= 3_600
      switch type {
      case .unknown: break
      case .live: (value, left, spoken) = ("Live", "", "Live")
      case .dvr where isLive: (value, left, spoken) = ("Live", "", "Live")
      case .dvr:
        value = SRGTimeText.duration(time - range.end, hours: hasHours)
        left = ""
        spoken = SRGTimeText.spoken(range.end - time) + " behind live"
      case .onDemand:
        value = SRGTimeText.duration(time - range.start, hours: hasHours)
        left = SRGTimeText.duration(time - range.end, hours: hasHours)
        spoken = SRGTimeText.spoken(time - range.start)
      }
    }
  }

  /// Where the knob is between the ends: 0…1.
  public var fraction: Double { fraction(of: value) }

  func fraction(of time: TimeInterval) -> Double {
    guard maximumValue > minimumValue else { return isKnobRight ? 1 : 0 }
    return max(0, min((time - minimumValue) / (maximumValue - minimumValue), 1))
  }

  /// The time at a fraction of the slider.
  public func time(at fraction: Double) -> TimeInterval {
    minimumValue + max(0, min(fraction, 1)) * (maximumValue - minimumValue)
  }

  /// The column of `width` that a time falls into.
  func column(of time: TimeInterval, _ width: Int) -> Int { Int((fraction(of: time) * Double(width - 1)).rounded()) }

  /// The track, one cell for each column: played, buffered, the rest, and the knob.
  func track(_ width: Int) -> [Character] {
    guard width > 0 else { return [] }
    let (knob, buffered) = (column(of: value, width), column(of: bufferedValue, width))
    return (0..<width).map { column in
      if column == knob { return isEnabled ? "●" : "○" }
      return column < knob ? "━" : column <= buffered ? "─" : "┄"
    }
  }

  /// `00:42 ━━━●──┄┄┄ -03:18` in `width` columns; without labels where there is no room for them.
  public func text(width: Int) -> String {
    let columns = trackColumns(width: width)
    let line = String(track(columns.count))
    guard columns.lowerBound > 0 else { return line }
    return valueLabel + " " + line + (timeLeftValueLabel.isEmpty ? "" : " " + timeLeftValueLabel)
  }

  /// Which columns of ``text(width:)`` are the track, without the labels: for drawing above or below it.
  public func trackColumns(width: Int) -> Range<Int> {
    let left = valueLabel.count + 1
    let right = timeLeftValueLabel.isEmpty ? 0 : timeLeftValueLabel.count + 1
    guard width - left - right >= 5 else { return 0..<max(0, width) }
    return left..<width - right
  }
}

/// Follows a finger on a time slider.
@MainActor
public final class SRGTimeSliderTracking {
  /// The controller to seek with; not retained.
  public weak var controller: SRGMediaPlayerController?
  /// Whether the player seeks while the knob moves; else when it is released.
  public var isSeekingDuringTracking = true
  /// Whether paused playback resumes after the seek.
  public var isResumingAfterSeek = false
  /// Where the knob is; `nil` while it is not dragged.
  public private(set) var time: TimeInterval?

  /// Follows a finger for this controller.
  public init(_ controller: SRGMediaPlayerController) { self.controller = controller }

  /// The values to draw the slider with.
  public var slider: SRGTimeSlider? {
    controller.map { SRGTimeSlider($0.overlayState, tracking: time, liveTolerance: $0.liveTolerance) }
  }

  /// The knob is moved to a fraction of the slider, 0…1. Does nothing if the media is not seekable.
  public func move(to fraction: Double) {
    guard let slider, slider.isEnabled else { return }
    time = slider.time(at: fraction)
    if isSeekingDuringTracking { seek() }
  }

  /// The knob is released.
  public func end() {
    guard time != nil else { return }
    seek(isLast: true)
  }

  /// For accessibility, without dragging the knob: later by some seconds, at once.
  public func increment(by step: TimeInterval = 15) { move(by: step) }
  /// Earlier by some seconds, at once.
  public func decrement(by step: TimeInterval = 15) { move(by: -step) }

  private func move(by seconds: TimeInterval) {
    guard let slider, slider.isEnabled, seconds.isFinite else { return }
    time = max(slider.minimumValue, min(slider.value + seconds, slider.maximumValue))
    seek(isLast: true)
  }

  private func seek(isLast: Bool = false) {
    guard let controller, let time else { return }
    controller.seek(to: .around(time)) { [weak self] finished in
      guard let self, isLast else { return }
      if finished, isResumingAfterSeek { self.controller?.play() }
    }
    if isLast { self.time = nil }
  }
}
