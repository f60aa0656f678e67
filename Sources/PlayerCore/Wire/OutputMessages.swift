// Outputs as messages: one number for each kind and its fields in order. See ``Vocabulary`` for the names.

extension Output {
  /// The number of the kind in the registry: 1 … 127 notifications, 128 … 191 engine commands, 192 completion,
  /// 193 diagnostic.
  public var code: UInt16 {
    switch self {
    case .notification(let notification, _): notification.code
    case .engine(let command, _): command.code
    case .completion: 192
    case .diagnostic: 193
    }
  }

  /// The output as it travels in a trace.
  public var message: WireMessage {
    var message = WireMessage(code: code)
    putFields(into: &message)
    return message
  }

  /// Writes the fields in the order in which they travel.
  @inline(__always)
  package func putFields(into writer: inout some FieldWriter) {
    switch self {
    case .notification(let notification, let reason):
      writer.put(reason)
      notification.putFields(into: &writer)
    case .engine(let command, let epoch):
      writer.put(epoch)
      command.putFields(into: &writer)
    case .completion(let completion):
      writer.put(completion.request)
      writer.put(completion.answer)
      writer.put(completion.refusal)
    case .diagnostic(let diagnostic):
      writer.put(Int64(diagnostic.inputCode))
      writer.put(diagnostic.oddity)
    }
  }

  /// `nil` when the message is not one of the vocabulary's outputs, or a field is out of its type's range.
  public init?(_ message: WireMessage) {
    var reader = FieldReader(message)
    switch message.code {
    case Player.Notification.codes:
      let reason = reader.next(Reason.self)
      guard let notification = Player.Notification(code: message.code, &reader) else { return nil }
      self = .notification(notification, reason)
    case EngineCommand.codes:
      let epoch = reader.next(Epoch.self)
      guard let command = EngineCommand(code: message.code, &reader) else { return nil }
      self = .engine(command, epoch)
    case 192:
      self = .completion(Completion(reader.next(), reader.next(), reader.next()))
    case 193:
      guard let inputCode = UInt16(exactly: reader.next(Int64.self)) else { return nil }
      self = .diagnostic(Diagnostic(inputCode: inputCode, oddity: reader.next()))
    default: return nil
    }
    guard reader.isValid, reader.isAtEnd else { return nil }
  }
}
