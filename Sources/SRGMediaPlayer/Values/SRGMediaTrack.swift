import Foundation
import PlayerCore
import PlayerRuntime

/// What a track is for. Named like the media characteristics of AVFoundation, which the original uses to choose tracks.
public enum SRGMediaCharacteristic: Hashable, Sendable, CaseIterable {
  /// It is audible.
  case audible
  /// It is read.
  case legible
  /// It is text, and contains only what must be read in any case: signs, and lines in a language other than the
  /// audio's. Shown automatically with audio in its language, and never instead of ordinary subtitles.
  case containsOnlyForcedSubtitles
}

/// An audio or subtitle track that can be chosen. Replaces the original's media selection option.
public struct SRGMediaTrack: Hashable, Sendable {
  /// What a track is chosen as.
  public enum Kind: Sendable {
    case audio
    case subtitle
  }

  /// Sound or subtitles.
  public let kind: Kind
  /// As the engine numbers it.
  public let number: Int
  /// The language in BCP 47, for example `fr` or `pt-BR`, whatever code the media has for it (`fra`, `fre`); `nil` when
  /// it is not known.
  public let language: String?
  /// The media's name for it; empty when there is none.
  public let title: String
  /// Whether the media suggests it.
  public let isDefault: Bool
  /// Whether it is a subtitle track with only forced subtitles.
  public let isForced: Bool

  /// A track as an app would describe it.
  public init(
    kind: Kind, number: Int, language: String? = nil, title: String = "", isDefault: Bool = false,
    isForced: Bool = false
  ) {
    self.kind = kind
    self.number = number
    self.language = language.flatMap(LanguageTag.init)?.identifier
    self.title = title
    self.isDefault = isDefault
    self.isForced = kind == .subtitle && isForced
  }

  /// The language without region and script: `pt` of `pt-BR`. The original compares this (SRGGuide.md#tracks).
  public var languageCode: String? { language.flatMap(LanguageTag.init)?.languageCode }

  /// Whether the track has the characteristic.
  public func hasMediaCharacteristic(_ characteristic: SRGMediaCharacteristic) -> Bool {
    switch characteristic {
    case .audible: kind == .audio
    case .legible: kind == .subtitle
    case .containsOnlyForcedSubtitles: isForced
    }
  }

  /// For display: the title, else the language, else the number.
  public var displayName: String {
    if !title.isEmpty { return title }
    return (language ?? "\(number)") + (isForced ? " (forced)" : "")
  }
}

extension Sequence<SRGMediaTrack> {
  /// The tracks that have all of the characteristics.
  public func withMediaCharacteristics(_ characteristics: Set<SRGMediaCharacteristic>) -> [SRGMediaTrack] {
    filter { track in characteristics.allSatisfy { track.hasMediaCharacteristic($0) } }
  }

  /// The tracks that have none of the characteristics. The guide leaves out forced subtitles this way
  /// (SRGGuide.md#tracks).
  public func withoutMediaCharacteristics(_ characteristics: Set<SRGMediaCharacteristic>) -> [SRGMediaTrack] {
    filter { track in !characteristics.contains { track.hasMediaCharacteristic($0) } }
  }

  /// The tracks in a language, however it is written: `fr`, `fra` and `fre` are the same. Those with its very tag come
  /// first, then those of other regions and scripts. Empty for a language that is not known.
  public func inLanguage(_ language: String?) -> [SRGMediaTrack] {
    guard let tag = language.flatMap(LanguageTag.init) else { return [] }
    let found = filter { track in
      track.language.flatMap(LanguageTag.init).map { $0.isSameLanguage(as: tag) } ?? false
    }
    return found.filter { $0.language == tag.identifier } + found.filter { $0.language != tag.identifier }
  }
}
