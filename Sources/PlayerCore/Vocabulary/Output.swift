/// Everything that a player says. For each step of an input the order is: diagnostics, notifications, completions,
/// engine commands. Causes come before effects, and a notification is never seen before the state it speaks of.
public enum Output: Hashable, Sendable {
  case diagnostic(Diagnostic)
  case notification(Player.Notification, Reason)
  case completion(Completion)
  case engine(EngineCommand, Epoch)
}

/// An input was not taken as it came.
public struct Diagnostic: Hashable, Sendable {
  /// The number of the input's kind in the vocabulary; 0 when it speaks of no input.
  public var inputCode: UInt16
  public var oddity: Oddity

  public init(inputCode: UInt16, oddity: Oddity) {
    self.inputCode = inputCode
    self.oddity = oddity
  }
}

/// The answer to one command.
public struct Completion: Hashable, Sendable {
  public var request: RequestID
  public var answer: Answer
  public var refusal: Refusal

  public init(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    self.request = request
    self.answer = answer
    self.refusal = refusal
  }
}
