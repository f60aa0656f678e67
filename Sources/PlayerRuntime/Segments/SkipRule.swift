import Foundation
import PlayerText

/// Defines what to skip, by title or category.
///
/// A rule is a word that occurs in one of them, regardless of case and accents: `advert` finds *Advert: Rewind* and
/// *ADVERTS*. Between slashes it is a regular expression, which is case-sensitive unless an `i` follows:
/// `/^(intro|outro)$/i`.
public struct SkipRule: Hashable, Sendable {
  /// As it was written.
  public let pattern: String
  private let expression: String?

  /// Longer patterns are refused, in bytes.
  static let limit = 1_000

  /// Reads a word, or a regular expression between slashes. Throws when it is empty, too long or not a valid
  /// expression.
  public init(_ pattern: String) throws(SkipRuleError) {
    self.pattern = pattern
    let error = SkipRuleError(pattern: pattern, reason: "")
    if pattern.utf8.count > Self.limit { throw error.because("it is longer than \(Self.limit) bytes") }
    if Self.plain(pattern).isEmpty { throw error.because("it is empty, and would skip everything; expected a word") }
    guard pattern.hasPrefix("/"), pattern.utf8.count > 1 else {
      expression = nil
      return
    }
    let body = pattern.dropFirst()
    if body.hasSuffix("/i") {
      expression = "(?i)" + body.dropLast(2)
    } else if body.hasSuffix("/") {
      expression = String(body.dropLast())
    } else {
      throw error.because("the regular expression has no closing '/'; expected /EXPRESSION/ or /EXPRESSION/i")
    }
    if body.hasPrefix("/") { throw error.because("the regular expression is empty, and would skip everything") }
    do { _ = try compiled() } catch {
      throw SkipRuleError(pattern: pattern, reason: "not a regular expression: \(error)")
    }
  }

  private func compiled() throws -> Regex<AnyRegexOutput>? { try expression.map { try Regex($0) } }

  /// Whether the rule matches a segment.
  public func matches(_ segment: MediaSegment) -> Bool { matcher()(segment) }

  /// The rule made ready to be asked often.
  func matcher() -> (MediaSegment) -> Bool {
    // It has compiled before.
    if let expression = try? compiled() {
      return { segment in
        [segment.title, segment.category].contains { (try? expression.firstMatch(in: $0)) != nil }
      }
    }
    let word = Self.plain(pattern)
    return { segment in [segment.title, segment.category].contains { Self.plain($0).contains(word) } }
  }

  /// The text without case and accents.
  private static func plain(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .trimmingCharacters(in: .whitespaces)
  }
}

/// Why a pattern is not a valid rule.
public struct SkipRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  public var pattern: String
  /// What is wrong with it.
  public var reason: String

  /// The pattern, shortened, and the reason.
  public var description: String { "'\(Excerpt.of(pattern))': \(reason)" }

  fileprivate func because(_ reason: String) -> Self { Self(pattern: pattern, reason: reason) }
}

extension SegmentList {
  /// Blocks the segments that match one of the rules. Returns how many of them were not blocked before.
  @discardableResult
  public mutating func block(_ rules: [SkipRule]) -> Int {
    let matchers = rules.map { (rule: $0, matches: $0.matcher()) }
    var count = 0
    for index in segments.indices where !segments[index].isBlocked {
      guard let first = matchers.first(where: { $0.matches(segments[index]) }) else { continue }
      segments[index].isBlocked = true
      segments[index].blockedBy = first.rule
      count += 1
    }
    return count
  }
}
