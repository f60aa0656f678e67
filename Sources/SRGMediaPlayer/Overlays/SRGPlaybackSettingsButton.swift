import Foundation

/// A button for the settings during playback: the rate, the audio track and the subtitles. Hidden while nothing is
/// open. In the original it has replaced ``SRGTracksButton``.
public struct SRGPlaybackSettingsButton: Hashable, Sendable {
  /// A rate in its menu.
  public struct RateItem: Hashable, Sendable {
    /// 1 is normal speed.
    public var rate: Float
    /// What the menu shows: `1.5×`.
    public var title: String
    /// Whether it is the one in use.
    public var isSelected: Bool
  }

  /// Whether it is hidden.
  public let isHidden: Bool
  /// The rates of the menu, slowest first.
  public let rateItems: [RateItem]
  /// The audio and subtitle tracks; its items are the rest of the menu.
  public let tracks: SRGTracksButton

  /// The values for a state.
  public init(_ state: SRGOverlayState) {
    isHidden = state.streamType == .unknown
    rateItems = state.supportedPlaybackRates.map {
      RateItem(rate: $0, title: Self.title($0), isSelected: $0 == state.playbackRate)
    }
    tracks = SRGTracksButton(state)
  }

  private static func title(_ rate: Float) -> String {
    let number = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
    return number + "×"
  }

  /// The menu, one line for each setting; empty when hidden.
  public var text: [String] {
    if isHidden { return [] }
    let rates = rateItems.map { "\($0.isSelected ? "✓" : " ") \($0.title)" }
    return (rates.isEmpty ? [] : ["Speed"] + rates) + tracks.text
  }

  /// Requests a rate of the menu.
  @MainActor
  public func choose(_ item: RateItem, _ controller: SRGMediaPlayerController) { controller.playbackRate = item.rate }

  /// Chooses a track of the menu.
  @MainActor
  public func choose(_ item: SRGTracksButton.Item, _ controller: SRGMediaPlayerController) {
    tracks.choose(item, controller)
  }
}
