import ArgumentParser
import PlayerCore
import PlayerTrace

extension WhatIf {
  /// The edits that the options request.
  func edits() throws -> TraceEdits {
    var edits = TraceEdits()
    for text in skip { edits.skipped += try Self.steps(text) }
    for text in insert { edits.insertions.append(try Self.insertion(text)) }
    for text in at { edits.changes.append(try Self.change(text)) }
    for text in settings {
      do {
        let argument = try SettingArgument(text)
        edits.settings.append((argument.setting, argument.value))
      } catch { throw ValidationError("--set '\(text)': \(error)") }
    }
    if let until {
      guard let span = TimeText.span(until) else {
        throw ValidationError("--until '\(until)': expected an instant of the run, \(TimeText.expectation).")
      }
      edits.until = Instant.zero + span
    }
    return edits
  }

  private static func steps(_ text: String) throws -> [ClosedRange<Int64>] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first >= 1, first <= last
      else {
        throw ValidationError("--skip '\(text)': expected steps such as 12, 12,15 or 12-15.")
      }
      return first...last
    }
  }

  private static func insertion(_ text: String) throws -> (behind: Int64, input: WrittenInput) {
    guard let colon = text.firstIndex(of: ":"), let step = Int64(text[..<colon]), step >= 0 else {
      throw ValidationError("--insert '\(text)': expected a step, a colon and an input, such as 12:{\"e\":\"pause\"}.")
    }
    do { return (step, try WrittenInput(json: String(text[text.index(after: colon)...]))) } catch {
      throw ValidationError("--insert '\(text)': \(error). 'tapedeck cat --kinds inputs TRACE' shows inputs.")
    }
  }

  private static func change(_ text: String) throws -> (step: Int64, change: InputChange) {
    guard let colon = text.firstIndex(of: ":"), let step = Int64(text[..<colon]), step >= 1,
      let equals = text[colon...].firstIndex(of: "=")
    else {
      throw ValidationError("--at '\(text)': expected a step, a field and a value, such as 12:offset=30s.")
    }
    let field = String(text[text.index(after: colon)..<equals])
    let value = String(text[text.index(after: equals)...])
    return (step, InputChange(field: field, value: microseconds(value) ?? value))
  }

  /// A value with a unit or colons is a time; a plain number is read as in a trace.
  private static func microseconds(_ value: String) -> String? {
    let isNegative = value.hasPrefix("-")
    let magnitude = isNegative ? value.dropFirst() : value[...]
    guard magnitude.first?.isNumber == true, Int64(magnitude) == nil, let span = TimeText.span(magnitude) else {
      return nil
    }
    return "\(isNegative ? "-" : "")\(span.microseconds)"
  }
}
