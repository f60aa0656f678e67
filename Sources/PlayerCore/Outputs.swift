/// The outputs of one input: a buffer that is filled anew by each ``Player/receive(_:at:into:)`` and keeps its storage,
/// so that nothing is allocated once it has been used.
public struct Outputs: Sendable {
  /// No input of any player produces more outputs than this; tests search for a counterexample.
  public static var maximumPerInput: Int { 40 }

  @usableFromInline var elements: [Output] = []
  /// What belongs behind the notifications of the running step.
  var notes: [Player.Notification] = []
  var completions: [Completion] = []
  var commands: [Output] = []

  public init() {
    elements.reserveCapacity(Self.maximumPerInput)
    notes.reserveCapacity(8)
    completions.reserveCapacity(8)
    commands.reserveCapacity(16)
  }

  mutating func removeAll() {
    if !elements.isEmpty { elements.removeAll(keepingCapacity: true) }
  }

  mutating func diagnose(_ code: UInt16, _ oddity: Oddity) {
    elements.append(.diagnostic(Diagnostic(inputCode: code, oddity: oddity)))
  }

  mutating func notify(_ notification: Player.Notification, _ reason: Reason) {
    elements.append(.notification(notification, reason))
  }

  /// An event that no comparison of states can show: announced after the changes of its step.
  mutating func note(_ notification: Player.Notification) { notes.append(notification) }

  mutating func complete(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    completions.append(Completion(request, answer, refusal))
  }

  mutating func command(_ command: EngineCommand, _ epoch: Epoch) { commands.append(.engine(command, epoch)) }

  /// Closes a step: notes, completions and engine commands go behind the notifications.
  mutating func endStep(_ reason: Reason) {
    if !notes.isEmpty {
      for note in notes { elements.append(.notification(note, reason)) }
      notes.removeAll(keepingCapacity: true)
    }
    if !completions.isEmpty {
      for completion in completions { elements.append(.completion(completion)) }
      completions.removeAll(keepingCapacity: true)
    }
    if !commands.isEmpty {
      for command in commands { elements.append(command) }
      commands.removeAll(keepingCapacity: true)
    }
  }
}

extension Outputs: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count }
  @inlinable public subscript(position: Int) -> Output { elements[position] }
}
