/// A button for audio and subtitle tracks; hidden if there is nothing to choose (SRGGuide.md#tracks).
public struct SRGTracksButton: Hashable, Sendable {
  /// A line of its menu.
  public struct Item: Hashable, Sendable {
    /// The name of the track, or `Off`.
    public var title: String
    /// Whether it is the one in use.
    public var isSelected: Bool
    /// `nil` for no subtitles.
    public var track: SRGMediaTrack?
  }

  /// Audio tracks; empty when there is only one.
  public let audioItems: [Item]
  /// Subtitle tracks after `Off`; empty when there are none.
  public let subtitleItems: [Item]

  /// Several audio tracks are a choice, and so is any subtitle track, because subtitles can be off. Forced subtitles
  /// are not a choice: they are shown while subtitles are off.
  public init(_ state: SRGOverlayState) {
    audioItems =
      state.audioTracks.count > 1
      ? state.audioTracks.map { Item(title: $0.displayName, isSelected: $0 == state.audioTrack, track: $0) } : []
    let subtitles = state.subtitleTracks.withoutMediaCharacteristics([.containsOnlyForcedSubtitles])
    let isOff = state.subtitleTrack?.isForced ?? true
    subtitleItems =
      subtitles.isEmpty
      ? []
      : [Item(title: "Off", isSelected: isOff, track: nil)]
        + subtitles.map { Item(title: $0.displayName, isSelected: $0 == state.subtitleTrack, track: $0) }
  }

  /// Audio tracks; empty when there is only one.
  public var isHidden: Bool { audioItems.isEmpty && subtitleItems.isEmpty }

  /// The menu, one line for each track.
  public var text: [String] {
    func lines(_ title: String, _ items: [Item]) -> [String] {
      items.isEmpty ? [] : [title] + items.map { "\($0.isSelected ? "✓" : " ") \($0.title)" }
    }
    return lines("Audio", audioItems) + lines("Subtitles", subtitleItems)
  }

  /// `♪ fr ▤ Off`: the choice in `width` columns; empty when hidden.
  public func text(width: Int) -> String {
    if isHidden { return "" }
    let audio = audioItems.first { $0.isSelected }.map { "♪ \($0.title)" } ?? (audioItems.isEmpty ? nil : "♪")
    let subtitle = subtitleItems.first { $0.isSelected }.map { "▤ \($0.title)" }
    return String([audio, subtitle].compactMap(\.self).joined(separator: " ").prefix(max(0, width)))
  }

  /// Chooses a line of the menu, for this media and those that follow (SRGGuide.md#tracks: "These options are
  /// persisted"): the language is kept in ``SRGMediaPlayerController/preferredAudioLanguage`` and
  /// ``SRGMediaPlayerController/captions``, and for the next controller in ``SRGPlayerEnvironment/trackChoices``. Without
  /// subtitles forced ones are still shown, as in the original.
  @MainActor
  public func choose(_ item: Item, _ controller: SRGMediaPlayerController) {
    if let track = item.track, track.kind == .audio {
      if let language = track.language {
        controller.preferredAudioLanguage = language
        controller.environment.trackChoices.audioLanguage = language
      }
      controller.selectAudioTrack(track)
    } else {
      controller.captions = item.track.map { .alwaysOn(language: $0.language) } ?? .forcedOnly
      controller.environment.trackChoices.captions = controller.captions
      controller.selectSubtitleTrack(item.track ?? controller.standardSubtitle(beside: controller.audioTrack))
    }
  }
}

/// A slider for the volume.
public struct SRGVolumeView: Hashable, Sendable {
  /// 0…1; the volume in effect.
  public let value: Double
  /// Whether the sound is off.
  public let isMuted: Bool

  /// The values for a state.
  public init(_ state: SRGOverlayState) {
    value = state.isMuted ? 0 : max(0, min(state.volume, 1))
    isMuted = state.isMuted
  }

  /// The text for screen readers.
  public var accessibilityValue: String { isMuted ? "Muted" : "\(Int((value * 100).rounded())) percent" }

  /// `◖)) ▮▮▮▮▯▯`: at most `width` columns.
  public func text(width: Int) -> String {
    let symbol = value == 0 ? "◖× " : value < 0.5 ? "◖) " : "◖))"
    let room = width - symbol.count - 1
    guard room > 0 else { return String(symbol.prefix(max(0, width))) }
    let filled = Int((value * Double(room)).rounded())
    return symbol + " " + String(repeating: "▮", count: filled) + String(repeating: "▯", count: room - filled)
  }

  /// Sets the volume, 0…1, and unmutes.
  @MainActor
  public func set(_ value: Double, _ controller: SRGMediaPlayerController) { controller.setVolume(value) }
}
