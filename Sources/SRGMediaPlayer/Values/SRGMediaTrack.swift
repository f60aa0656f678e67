import Foundation
import PlayerCore

/// An audio or subtitle track that can be chosen. Takes the place of a media selection option of the original.
public struct SRGMediaTrack: Hashable, Sendable {
  public enum Kind: Sendable {
    case audio
    case subtitle
  }

  public let kind: Kind
  /// As the engine numbers it.
  public let number: Int
  /// As the media names it, for example `fr`; `nil` when it does not.
  public let language: String?
  /// As the media names it; empty when it does not.
  public let title: String
  /// Whether the media suggests it.
  public let isDefault: Bool

  public init(kind: Kind, number: Int, language: String? = nil, title: String = "", isDefault: Bool = false) {
    self.kind = kind
    self.number = number
    self.language = language
    self.title = title
    self.isDefault = isDefault
  }

  /// For people: the title, else the language, else the number.
  public var displayName: String {
    if !title.isEmpty { return title }
    return language ?? "\(number)"
  }
}
