import PlayerCore
import ReducerTesting

/// The contract as a model: its sessions are what a host may request of an engine, its properties are the rules
/// (``ContractRule``). So everything that works for reducers works for engines: `expectAll`, the corpus, shrinking.
///
/// ```swift
/// try await expectAll(ContractModel(engine), sessions: 200, length: 30)
/// ```
public struct ContractModel: StoredModel {
  /// The engine under test.
  public var subject: EngineUnderTest

  /// Sessions of commands for one engine.
  public init(_ subject: EngineUnderTest) { self.subject = subject }

  /// Opens nothing yet.
  public func begin(_ setup: ContractSetup) -> ContractState { ContractState(subject, setup) }

  /// Carries out one step, and checks every rule that it touches.
  public func take(_ step: ContractStep, in state: inout ContractState) -> PropertyViolation? {
    state.take(step).map(PropertyViolation.init)
  }

  /// Closes what is open, and checks what must have been reported by then.
  public func finish(_ state: inout ContractState) -> PropertyViolation? { state.finish().map(PropertyViolation.init) }

  /// The step in words.
  public func describe(_ step: ContractStep) -> String { step.description }

  /// The media in words.
  public func describe(_ setup: ContractSetup) -> String {
    subject.media.indices.contains(setup.media) ? subject.media[setup.media].source : "media \(setup.media)"
  }

  /// The model in Swift, for a printed test.
  public var code: String { "ContractModel(engine)" }
}

extension PropertyViolation {
  fileprivate init(_ violation: ContractViolation) {
    self.init(violation.rule.rawValue, violation.description)
  }
}

/// A session with the engine under test.
///
/// It is a value although its engine is not: when a copy of it has continued, the engine of the other is recreated and
/// taken through all steps again.
public struct ContractState {
  private let subject: EngineUnderTest
  private let setup: ContractSetup
  private var steps: [ContractStep] = []
  private(set) var drive: EngineDrive

  init(_ subject: EngineUnderTest, _ setup: ContractSetup) {
    self.subject = subject
    self.setup = setup
    drive = EngineDrive(subject, setup)
  }

  mutating func take(_ step: ContractStep) -> ContractViolation? {
    if let violation = catchUp() { return violation }
    steps.append(step)
    return drive.take(step)
  }

  /// Half of the sessions end with an engine that is shut down in the middle of its work.
  mutating func finish() -> ContractViolation? {
    if let violation = catchUp() { return violation }
    return drive.finish(releases: steps.count % 2 == 1)
  }

  /// Takes the engine to the state of this session.
  private mutating func catchUp() -> ContractViolation? {
    if drive.stepCount == steps.count { return nil }
    drive = EngineDrive(subject, setup)
    for step in steps {
      if let violation = drive.take(step) { return violation }
    }
    return nil
  }
}
