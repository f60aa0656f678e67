import PlayerCore
import PlayerText

extension TraceExplanation {
  /// The explanation as JSON. Times are microseconds.
  package func report(_ trace: String, _ words: CauseWords) -> JSONValue {
    .object([
      "trace": .text(trace), "step": .integer(root.step.number), "why": root.report(words),
      "state": .text(after.state.wireName.description),
      "notPlaying": .list(
        hindrances.map {
          .object([
            "axis": .text($0.axis.rawValue), "since": .integer($0.since), "words": .text(words.words($0, after)),
          ])
        }),
    ])
  }
}

extension CauseNode {
  fileprivate func report(_ words: CauseWords) -> JSONValue {
    let isDeadline = slot != .none
    var values: [String: JSONValue?] = [:]
    for value in settings { values[value.setting.name] = value.setting.report(value.value) }
    return .object([
      "role": .text(role.name), "words": .text(words.words(role, step)), "step": .integer(step.number),
      "instant": .integer(step.instant.microseconds), "input": .text(TraceDiffer.describe(step.input)),
      "outputs": .texts(step.outputs.map { TraceDiffer.describe($0) }),
      "slot": isDeadline ? .text(slot.wireName.description) : nil,
      "due": isDeadline ? .integer(due.microseconds) : nil, "settings": .object(values), "omitted": .integer(omitted),
      "repeated": .flag(isRepeated), "causes": .list(causes.map { $0.report(words) }),
    ])
  }
}

extension Setting {
  /// A value of the setting as JSON: microseconds, `null` for an endless length of time.
  package func report(_ value: Int64) -> JSONValue {
    switch specification.unit {
    case .flag: .flag(value != 0)
    case .microseconds: JSONValue(value == .max ? nil : value)
    case .thousandths, .count, .bits: .integer(value)
    }
  }

  /// A value of the setting in words.
  package func text(_ value: Int64) -> String {
    switch specification.unit {
    case .flag: value != 0 ? "on" : "off"
    case .microseconds: TraceTime.span(TimeSpan(microseconds: value))
    case .thousandths: FixedPoint.text(value, places: 3)
    case .count: "\(value)"
    case .bits: value == -1 ? "all" : "0x\(String(UInt64(bitPattern: value), radix: 16))"
    }
  }
}

extension CauseRole {
  fileprivate var name: String {
    switch self {
    case .subject: "subject"
    case .armed: "armed"
    case .answered: "answered"
    case .opening: "opening"
    case .closing: "closing"
    case .newerSeek: "newerSeek"
    case .intent: "intent"
    case .request: "request"
    case .segments: "segments"
    case .observer: "observer"
    case .network: "network"
    case .landing: "landing"
    case .data: "data"
    }
  }
}
