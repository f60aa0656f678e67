import PlayerCore
import PlayerSimulation
import PlayerTrace

/// Selects the records of a trace that `cat` keeps.
struct RecordFilter {
  private var messages = Set(MessageFamily.allCases)
  private(set) var others = Set(OtherKind.allCases)
  private var names: Set<String>?
  private var from: TracePlace?
  private var until: TracePlace?
  private var asksForKinds = false

  /// Records other than steps.
  enum OtherKind: String, CaseIterable {
    case definitions, checkpoints, marks, end
  }

  init() {}

  /// `known` are the existing names. Throws an ``ArgumentProblem``.
  init(
    names patterns: [String], among known: Set<String>, kinds: [String], from: TracePlace?, until: TracePlace?
  ) throws {
    if let problem = TracePlace.problem(from: from, until: until) { throw ArgumentProblem(problem) }
    self.from = from
    self.until = until
    if !patterns.isEmpty {
      names = try Self.names(matching: Self.words(patterns), known)
      if names?.isEmpty == true { throw ArgumentProblem("--only names no message; expected names such as 'seek*'.") }
    }
    guard !kinds.isEmpty else { return }
    if Self.words(kinds).isEmpty { throw ArgumentProblem("--kinds names no kind; expected kinds such as inputs.") }
    asksForKinds = true
    messages = []
    others = []
    for kind in Self.words(kinds) { try add(kind) }
  }

  private static func words(_ arguments: [String]) -> [String] {
    arguments.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private mutating func add(_ word: String) throws {
    if word == "inputs" {
      messages.formUnion(MessageFamily.inputs)
    } else if word == "outputs" {
      messages.formUnion(MessageFamily.outputs)
    } else if let kind = MessageFamily(plural: word) {
      messages.insert(kind)
    } else if let kind = OtherKind(rawValue: word) {
      others.insert(kind)
    } else {
      let known =
        ["inputs", "outputs"] + (MessageFamily.inputs + MessageFamily.outputs).map(\.plural)
        + OtherKind.allCases.map(\.rawValue)
      throw ArgumentProblem("There is no kind '\(word)'; expected \(known.joined(separator: ", ")).")
    }
  }

  private static func names(matching patterns: [String], _ known: Set<String>) throws -> Set<String> {
    var result: Set<String> = []
    for pattern in patterns {
      let found = known.filter { NamePattern(pattern).matches($0) }
      guard !found.isEmpty else { throw ArgumentProblem(problem(with: pattern, known)) }
      result.formUnion(found)
    }
    return result
  }

  private static func problem(with pattern: String, _ known: Set<String>) -> String {
    let beginning = pattern.prefix(4).lowercased()
    let names = known.sorted()
    var similar = names.filter { $0.lowercased().contains(beginning) }
    if similar.isEmpty, let nearest = Nearest.word(to: pattern, among: names) { similar = [nearest] }
    let advice =
      similar.isEmpty
      ? "'tapedeck info --messages TRACE' lists those of a trace." : "did you mean \(similar.joined(separator: ", "))?"
    return "No message is called '\(pattern)'; \(advice)"
  }

  /// True when steps may be omitted, so that the rest cannot be replayed.
  var makesExcerpt: Bool {
    names != nil || from != nil || until != nil || (asksForKinds && !messages.isSuperset(of: MessageFamily.inputs))
  }

  /// True when all outputs are omitted.
  var dropsOutputs: Bool { messages.isDisjoint(with: MessageFamily.outputs) }

  /// True when an input was requested, not only kept because an output needs it.
  func shows(_ input: TraceMessage) -> Bool { messages.contains(MessageFamily(input)) && isNamed(input) }

  private func isNamed(_ message: TraceMessage) -> Bool { names?.contains(message.name) ?? true }

  /// Whether an output is kept; all outputs of a named input are.
  private func keeps(_ output: TraceMessage, of input: TraceMessage) -> Bool {
    messages.contains(MessageFamily(output)) && (isNamed(input) || isNamed(output))
  }

  /// True when nothing after a step with this number, at this instant, is kept.
  func isOver(_ step: Int64, _ instant: Instant) -> Bool { until?.isBefore(step, instant) ?? false }

  /// The record of a step with its kept outputs; nil if nothing of it is kept.
  func keep(step record: TraceRecord) -> TraceRecord? {
    guard let recorded = record.recordedStep, !(from?.isAfter(recorded.number, recorded.instant) ?? false) else {
      return nil
    }
    let places = recorded.outputs.indices.filter { keeps(recorded.outputs[$0], of: recorded.input) }
    guard shows(recorded.input) || !places.isEmpty else { return nil }
    switch record {
    case .step(var step):
      step.outputs = places.map { step.outputs[$0] }
      return .step(step)
    case .foreignStep(let step): return .foreignStep(step.keepingOutputs { keeps($0.recorded, of: recorded.input) })
    case .definition, .checkpoint, .mark, .end: return nil
    }
  }

  /// Whether a record other than a step is kept. An excerpt has no checkpoints and no end unless they are requested.
  func keeps(_ kind: OtherKind) -> Bool {
    switch kind {
    case .definitions: makesExcerpt || others.contains(kind)
    case .marks: others.contains(kind) && (asksForKinds || names == nil)
    case .checkpoints, .end: others.contains(kind) && (asksForKinds || !makesExcerpt)
    }
  }
}

/// A name with `*` for any characters.
struct NamePattern {
  private let parts: [Substring]

  init(_ pattern: String) { parts = pattern[...].split(separator: "*", omittingEmptySubsequences: false) }

  func matches(_ name: String) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return name == parts.first ?? "" }
    guard name.hasPrefix(first), name.count >= first.count + last.count, name.hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
