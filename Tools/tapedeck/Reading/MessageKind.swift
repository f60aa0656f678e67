import PlayerTrace

/// The families of messages, distinguished by their numbers in the vocabulary.
enum MessageKind: String, CaseIterable, Sendable {
  case deadlines, commands, environment, events
  case notifications, completions, engineCommands = "engine", diagnostics

  static let inputs: Set<Self> = [.deadlines, .commands, .environment, .events]
  static let outputs: Set<Self> = [.notifications, .completions, .engineCommands, .diagnostics]

  var isInput: Bool { Self.inputs.contains(self) }

  init(_ message: TraceMessage) { self.init(code: message.code, isInput: message.isInput) }

  /// The numbers that every vocabulary gives to each family.
  init(code: UInt16, isInput: Bool) {
    switch code {
    case 0 where isInput: self = .deadlines
    case ..<64 where isInput: self = .commands
    case ..<128: self = isInput ? .environment : .notifications
    case ..<192: self = isInput ? .events : .engineCommands
    case 192 where !isInput: self = .completions
    default: self = isInput ? .events : .diagnostics
    }
  }
}
