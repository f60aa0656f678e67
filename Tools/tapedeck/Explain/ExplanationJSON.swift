import PlayerCore
import PlayerTrace

/// An explanation as JSON. Times are microseconds.
struct ExplanationJSON: Encodable {
  struct Node: Encodable {
    /// `subject`, `armed`, `answered`, `opening`, `closing`, `newerSeek`, `intent`, `request`, `segments`, `observer`,
    /// `network`, `landing` or `data`.
    var role: String
    var words: String
    var step: Int64
    var instant: Int64
    var input: String
    var outputs: [String]
    /// The deadline that the step served, and when it was due.
    var slot: String?
    var due: Int64?
    var settings: [String: StateValue]
    var omitted: Int64
    /// The step stands elsewhere in the tree with its causes.
    var repeated: Bool
    var causes: [Node]
  }

  struct Reason: Encodable {
    var axis: String
    /// The step since which it is so.
    var since: Int64
    var words: String
  }

  var trace: String
  var step: Int64
  var why: Node
  var state: String
  var notPlaying: [Reason]

  init(_ explanation: TraceExplanation, _ trace: String, _ names: TraceNames) {
    let words = CauseWords(names)
    self.trace = trace
    step = explanation.root.step.number
    why = Self.node(explanation.root, words)
    state = "\(explanation.after.state)"
    notPlaying = explanation.hindrances.map {
      Reason(axis: $0.axis.rawValue, since: $0.since, words: words.words($0, explanation.after))
    }
  }

  private static func node(_ node: CauseNode, _ words: CauseWords) -> Node {
    Node(
      role: name(node.role), words: words.words(node.role, node.step), step: node.step.number,
      instant: node.step.instant.microseconds, input: TraceDiffer.describe(node.step.input),
      outputs: node.step.outputs.map { TraceDiffer.describe($0) }, slot: node.slot == .none ? nil : "\(node.slot)",
      due: node.slot == .none ? nil : node.due.microseconds,
      settings: Dictionary(node.settings.map { ($0.setting.name, $0.setting.described($0.value).0) }) { first, _ in
        first
      }, omitted: node.omitted, repeated: node.isRepeated, causes: node.causes.map { Self.node($0, words) })
  }

  private static func name(_ role: CauseRole) -> String {
    switch role {
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
