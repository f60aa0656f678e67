import PlayerCore

/// The families of messages, told apart by their numbers in the vocabulary.
enum MessageKind: String, CaseIterable, Sendable {
  case deadlines, commands, environment, events
  case notifications, completions, engineCommands = "engine", diagnostics

  static let inputs: Set<Self> = [.deadlines, .commands, .environment, .events]
  static let outputs: Set<Self> = [.notifications, .completions, .engineCommands, .diagnostics]

  var isInput: Bool { Self.inputs.contains(self) }

  init(_ input: Input) {
    switch input {
    case .deadline: self = .deadlines
    case .command: self = .commands
    case .engine: self = .events
    case .environment: self = .environment
    }
  }

  init(_ output: Output) {
    switch output {
    case .diagnostic: self = .diagnostics
    case .notification: self = .notifications
    case .completion: self = .completions
    case .engine: self = .engineCommands
    }
  }

  /// The numbers that the vocabulary gives to each family.
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
