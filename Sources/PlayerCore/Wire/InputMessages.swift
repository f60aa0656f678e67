// Inputs as messages: one number for each kind and its fields in order. See ``Vocabulary`` for the names.

extension Input {
  /// The number of the kind in the registry: 0 deadline, 1 … 63 commands, 64 … 127 environment, 128 … engine.
  public var code: UInt16 {
    switch self {
    case .deadline: 0
    case .command(let command, _): command.code
    case .engine(let event, _): event.code
    case .environment(let event): event.code
    }
  }

  /// The input as it travels in a trace.
  public var message: WireMessage {
    var message = WireMessage(code: code)
    switch self {
    case .deadline: break
    case .command(let command, let request):
      message.put(request)
      command.putFields(into: &message)
    case .engine(let event, let epoch):
      message.put(epoch)
      event.putFields(into: &message)
    case .environment(let event): event.putFields(into: &message)
    }
    return message
  }

  /// `nil` when the message is not one of the vocabulary's inputs, or a field is out of its type's range.
  public init?(_ message: WireMessage) {
    var reader = FieldReader(message)
    self.init(code: message.code, &reader)
    guard reader.isAtEnd else { return nil }
  }

  /// Reads as many fields as an input of this code has; `nil` when there is no such input or a field is out of range.
  @inline(__always)
  package init?(code: UInt16, _ reader: inout some FieldSource) {
    switch code {
    case 0: self = .deadline
    case Command.codes:
      let request = reader.next(RequestID.self)
      guard let command = Command(code: code, &reader) else { return nil }
      self = .command(command, request)
    case EnvironmentEvent.codes:
      guard let event = EnvironmentEvent(code: code, &reader) else { return nil }
      self = .environment(event)
    default:
      let epoch = reader.next(Epoch.self)
      guard let event = EngineEvent(code: code, &reader) else { return nil }
      self = .engine(event, epoch)
    }
    guard reader.isValid else { return nil }
  }
}
