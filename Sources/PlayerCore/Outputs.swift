/// The outputs of one input: a buffer that is filled anew by each ``Player/receive(_:at:into:)`` and keeps its storage,
/// so that nothing is allocated once it has been used.
public struct Outputs: Sendable {
  /// No input of any player produces more outputs than this; tests search for a counterexample.
  public static var maximumPerInput: Int { 40 }

  @usableFromInline var elements = ReusedList<Output>(capacity: maximumPerInput)
  /// Explicit notifications that belong among the changes of the running step.
  var cues = ReusedList<Player.Notification>(capacity: 4)
  /// What belongs behind the notifications of the running step.
  var notes = ReusedList<Player.Notification>(capacity: 8)
  var completions = ReusedList<Completion>(capacity: 8)
  var commands = ReusedList<Output>(capacity: 16)
  /// The policy that brought the running step about, when it is not the input itself.
  var policy: Reason?
  /// Whether the running step drops the content once it has announced its failure.
  var dropsContent = false

  /// An empty buffer; it allocates its storage at once.
  public init() {}

  mutating func removeAll() { elements.removeAll() }

  @inline(never)
  mutating func diagnose(_ code: UInt16, _ oddity: Oddity) {
    elements.append(.diagnostic(Diagnostic(inputCode: code, oddity: oddity)))
  }

  @inline(never)
  mutating func notify(_ notification: Player.Notification, _ reason: Reason) {
    elements.append(.notification(notification, reason))
  }

  /// An event that no comparison of states can show: announced after the changes of its step.
  @inline(never)
  mutating func note(_ notification: Player.Notification) { notes.append(notification) }

  /// An event that no comparison of states can show and that comes before the changes of seek and state it causes.
  @inline(never)
  mutating func cue(_ notification: Player.Notification) { cues.append(notification) }

  @inline(__always)
  var hasCues: Bool { cues.count != 0 }

  @inline(__always)
  mutating func notifyCues(_ reason: Reason) {
    guard hasCues else { return }
    for index in 0..<cues.count { notify(cues[index], reason) }
    cues.removeAll()
  }

  @inline(never)
  mutating func complete(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    completions.append(Completion(request, answer, refusal))
  }

  @inline(never)
  mutating func command(_ command: EngineCommand, _ epoch: Epoch) { commands.append(.engine(command, epoch)) }

  /// The running step happens because of a policy.
  mutating func because(_ policy: Reason) { self.policy = policy }

  /// Closes a step: notes, completions and engine commands go behind the notifications.
  @inline(__always)
  mutating func endStep(_ reason: Reason) {
    policy = nil
    dropsContent = false
    if notes.count | completions.count | commands.count != 0 { appendRest(reason) }
  }

  private mutating func appendRest(_ reason: Reason) {
    for index in 0..<notes.count { elements.append(.notification(notes[index], reason)) }
    for index in 0..<completions.count { elements.append(.completion(completions[index])) }
    for index in 0..<commands.count { elements.append(commands[index]) }
    notes.removeAll()
    completions.removeAll()
    commands.removeAll()
  }
}

extension Outputs: RandomAccessCollection {
  /// The place of the first output.
  @inlinable public var startIndex: Int { 0 }
  /// The place behind the last output.
  @inlinable public var endIndex: Int { elements.count }
  /// The output at `position`, which must lie in `0 ..< count`.
  @inlinable public subscript(position: Int) -> Output { elements[position] }
}
