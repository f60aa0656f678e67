extension Player {
  /// What the functions of one step share: the input it handles, why things change, and the outputs so far.
  @usableFromInline
  struct Step: Sendable {
    /// The number of the input's kind in the vocabulary: what diagnostics refer to.
    private(set) var inputCode: UInt16 = 0
    /// Why things change: the input, or the policy that it triggered.
    private(set) var reason = Reason.command
    /// Whether the content is dropped once its failure is announced.
    private(set) var dropsContent = false
    /// The outputs, in the order in which they are read.
    @usableFromInline var elements = ReusedList<Output>(capacity: Outputs.maximumPerInput)
    /// Explicit notifications that belong among the changes.
    private var cues = ReusedList<Notification>(capacity: 4)
    /// What comes after the notifications of change.
    private var notes = ReusedList<Notification>(capacity: 8)
    private var completions = ReusedList<Output>(capacity: 8)
    private var commands = ReusedList<Output>(capacity: 16)
  }
}

extension Player.Step {
  @inline(__always)
  mutating func begin(_ input: Input, _ slot: DeadlineSlot) {
    inputCode = input.code
    reason =
      switch input {
      case .deadline: slot == .segment ? .segment : .deadline
      case .command: .command
      case .engine: .engine
      case .environment(let event): event.reason
      }
    dropsContent = false
  }

  /// The step happens because of a policy.
  mutating func because(_ policy: Reason) { reason = policy }

  /// The content that has failed is dropped at the end of the step.
  mutating func dropContent() { dropsContent = true }

  /// Reports that the input was not accepted unchanged.
  mutating func diagnose(_ oddity: DiagnosticCode) { diagnose(oddity, of: inputCode) }

  /// The same for another kind of input; for 0 when it concerns none.
  @inline(never)
  mutating func diagnose(_ oddity: DiagnosticCode, of code: UInt16) {
    elements.append(.diagnostic(Diagnostic(inputCode: code, oddity: oddity)))
  }

  @inline(never)
  mutating func notify(_ notification: Player.Notification, _ reason: Reason) {
    elements.append(.notification(notification, reason))
  }

  /// An event that no comparison of states can show: announced after the changes.
  @inline(never)
  mutating func notifyAfterChanges(_ notification: Player.Notification) { notes.append(notification) }

  /// An event that no comparison of states can show and that comes before the changes of seek and state it causes.
  @inline(never)
  mutating func notifyBeforeState(_ notification: Player.Notification) { cues.append(notification) }

  @inline(__always)
  var hasCues: Bool { cues.count != 0 }

  @inline(__always)
  mutating func notifyCues(_ reason: Reason) {
    if hasCues { cues.drain { elements.append(.notification($0, reason)) } }
  }

  @inline(never)
  mutating func complete(_ request: RequestID, _ answer: Answer, _ refusal: Refusal = .none) {
    completions.append(.completion(Completion(request, answer, refusal)))
  }

  @inline(never)
  mutating func command(_ command: EngineCommand, _ epoch: Epoch) { commands.append(.engine(command, epoch)) }

  /// Notes, completions and engine commands come after the notifications of change.
  @inline(__always)
  mutating func end() {
    if notes.count | completions.count | commands.count != 0 { appendRest() }
  }

  private mutating func appendRest() {
    notes.drain { elements.append(.notification($0, reason)) }
    completions.drain { elements.append($0) }
    commands.drain { elements.append($0) }
  }
}

extension EnvironmentEvent {
  fileprivate var reason: Reason {
    switch self {
    case .networkChanged: .reachability
    case .interruptionBegan, .interruptionEnded: .interruption
    default: .environment
    }
  }
}
