import PlayerCore

/// Something that a host noticed about its engine or its observers, and that is in no input or output. The recording
/// holds it as a remark.
public struct HostDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// What a host noticed.
  public enum Kind: Hashable, Sendable {
    /// The engine reported so many times without letting time pass. It has failed: it is released and not asked again.
    case engineBusy(reports: Int)
    /// The engine named an instant as its next event that was over, and when it was asked, so many times, it reported
    /// nothing. It has failed: it is released and not asked again.
    case engineSilent(nextEvent: Instant, rounds: Int)
    /// Observers answered notifications with so many inputs in one turn. What is left is taken in the next turn, in its
    /// order; nothing is dropped.
    case observersBusy(inputs: Int)
    /// So many alarms rang without letting time pass. What is left rings in the next turn.
    case alarmsBusy(alarms: Int)
  }

  /// What happened.
  public var kind: Kind
  /// On the host's clock.
  public var instant: Instant

  /// A diagnostic at an instant of the host's clock.
  public init(_ kind: Kind, at instant: Instant) {
    self.kind = kind
    self.instant = instant
  }

  /// What happened, when, and what follows.
  public var description: String {
    switch kind {
    case .engineBusy(let reports):
      "engine failed at \(instant.inSeconds): \(reports) reports without time passing; expected an end of them. "
        + "The engine was shut down."
    case .engineSilent(let nextEvent, let rounds):
      "engine failed at \(instant.inSeconds): asked \(rounds) times for the event that it named for "
        + "\(nextEvent.inSeconds), it reported none. The engine was shut down."
    case .observersBusy(let inputs):
      "observers sent \(inputs) inputs in one turn, at \(instant.inSeconds): they probably answer each other. "
        + "What is left waits for the next turn."
    case .alarmsBusy(let alarms):
      "\(alarms) alarms rang at \(instant.inSeconds) without time passing: they probably set each other. "
        + "What is left waits for the next turn."
    }
  }
}

extension Instant {
  /// For readers: `83.5 s`.
  fileprivate var inSeconds: String {
    let magnitude = microseconds.magnitude
    var digits = String(magnitude % 1_000_000 + 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (microseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000)" + (digits.isEmpty ? "" : "." + digits) + " s"
  }
}
