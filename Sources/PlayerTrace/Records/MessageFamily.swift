import PlayerCore

/// The families of messages, by the numbers that every vocabulary gives them.
package enum MessageFamily: Int, CaseIterable, Sendable {
  case command, event, environment, deadline, notification, completion, engine, diagnostic

  package static var inputs: [Self] { [.deadline, .command, .environment, .event] }
  package static var outputs: [Self] { [.notification, .completion, .engine, .diagnostic] }

  package init(_ message: TraceMessage) {
    self = message.isInput ? Self(input: message.code) : Self(output: message.code)
  }

  package init(input code: UInt16) {
    self =
      switch code {
      case 0: .deadline
      case Command.codes: .command
      case EnvironmentEvent.codes: .environment
      default: .event
      }
  }

  package init(output code: UInt16) {
    self =
      switch code {
      case 0...Player.Notification.codes.upperBound: .notification
      case EngineCommand.codes: .engine
      default: code == 192 ? .completion : .diagnostic
      }
  }

  package var isInput: Bool {
    switch self {
    case .command, .event, .environment, .deadline: true
    case .notification, .completion, .engine, .diagnostic: false
    }
  }

  package var name: String {
    switch self {
    case .command: "command"
    case .event: "event"
    case .environment: "environment"
    case .deadline: "deadline"
    case .notification: "notification"
    case .completion: "completion"
    case .engine: "engine"
    case .diagnostic: "diagnostic"
    }
  }
}
