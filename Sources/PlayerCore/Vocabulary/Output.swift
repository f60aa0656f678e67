/// Everything that a player puts out. For each step of an input the order is: diagnostics, notifications, completions,
/// engine commands. Causes come before effects, and a notification never precedes the state that it describes.
public enum Output: Hashable, Sendable {
  case diagnostic(Diagnostic)
  case notification(Player.Notification, Reason)
  case completion(Completion)
  case engine(EngineCommand, Epoch)
}

/// An input was not taken as it came.
public struct Diagnostic: Hashable, Sendable {
  /// The number of the input's kind in the vocabulary; 0 when it concerns no input.
  public var inputCode: UInt16
  /// What was odd about it.
  public var oddity: DiagnosticCode

  /// A diagnostic about an input of this kind.
  public init(inputCode: UInt16, oddity: DiagnosticCode) {
    self.inputCode = inputCode
    self.oddity = oddity
  }
}

/// The answer to one command.
public struct Completion: Hashable, Sendable {
  /// The number that the command came with.
  public var request: RequestID
  /// How the command ended.
  public var answer: Answer
  /// Why it was refused; ``Refusal/none`` with every other answer.
  public var refusal: Refusal

  /// The answer to the command with this number.
  public init(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    self.request = request
    self.answer = answer
    self.refusal = refusal
  }
}
