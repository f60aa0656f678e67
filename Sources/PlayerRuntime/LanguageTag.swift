import Foundation
import PlayerCore

/// A language as BCP 47 writes it: `fr`, `pt-BR`. Containers write the same language in three ways, `fr`, `fra` and
/// `fre` (ISO 639-1, and the terminological and the bibliographic code of ISO 639-2); apps write the first. With tags
/// on both sides, a language is found however it was written.
///
/// ```swift
/// LanguageTag("fre") == LanguageTag("fr")  // true
/// LanguageTag("und")                       // nil
/// ```
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// The whole tag: `fr`, `pt-BR`, `zh-Hant`. Anything that is not a language code is kept as it was written.
  public let identifier: String

  /// The language alone, without script and region: `pt` of `pt-BR`.
  public var languageCode: String {
    Self.isTag(identifier) ? String(identifier.prefix { $0 != "-" }) : identifier
  }

  /// The tag as it is written: `en-GB`.
  public var description: String { identifier }

  /// `nil` when the language is not known: empty, blank, or `und`, as containers write it.
  public init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return nil }
    guard Self.isTag(text) else {
      identifier = text
      return
    }
    var parts = text.split { $0 == "-" || $0 == "_" }.map(String.init)
    parts[0] = parts[0].lowercased()
    if parts[0] == "und" { return nil }
    parts[0] = Self.bibliographicCodes[parts[0]] ?? parts[0]
    let tag = parts.joined(separator: "-")
    let canonical = Locale.identifier(.bcp47, from: tag)
    identifier = canonical.isEmpty || canonical.hasPrefix("und") ? tag : canonical
  }

  /// Whether both name the same language, whatever their regions and scripts.
  public func isSameLanguage(as other: Self) -> Bool { languageCode == other.languageCode }

  /// Whether it can be a tag: a language of two to eight letters, and subtags of one to eight letters and digits.
  /// Longer ones than RFC 5646 §4.4.1 requires are not tags, so that hostile media cannot exploit them.
  private static func isTag(_ text: String) -> Bool {
    guard text.utf8.count <= 35 else { return false }
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let language = parts.first, (2...8).contains(language.count) else { return false }
    return language.allSatisfy(isLetter)
      && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The languages that have a bibliographic code of their own in ISO 639-2, with the two that were withdrawn in 2008:
  /// the locale data of Foundation knows only the terminological ones. Source: the ISO 639-2 code list of its
  /// registration authority, https://www.loc.gov/standards/iso639-2/php/code_list.php.
  private static let bibliographicCodes = [
    "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr", "geo": "ka",
    "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa", "rum": "ro", "slo": "sk",
    "tib": "bo", "wel": "cy", "scc": "sr", "scr": "hr",
  ]
}

extension IdentifierTable {
  /// The number of a language's ``LanguageTag``, for ``PlayerCore/Command/setPreferredLanguage(_:_:)`` and
  /// ``PlayerCore/EngineEvent/trackFound(_:_:language:title:isDefault:isForced:)``: the core compares numbers, so both
  /// sides must name languages this way. `TextID.none` for one that is not known.
  public func language(_ language: String) -> TextID { LanguageTag(language).map { text($0.identifier) } ?? .none }
}
