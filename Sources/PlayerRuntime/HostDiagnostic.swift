import PlayerCore
import PlayerText

/// Something that a host noticed about its engine, its observers or its app, and that no input or output shows. The
/// recording keeps it as a remark.
public struct HostDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// What a host noticed.
  public enum Kind: Hashable, Sendable {
    /// The engine made this many reports while no time passed. It has failed: it is released and not polled again.
    case engineBusy(reports: Int)
    /// The engine announced an event for an instant that has passed, but reported nothing when polled this many times.
    /// It has failed: it is released and not polled again.
    case engineSilent(nextEvent: Instant, rounds: Int)
    /// Observers answered notifications with this many inputs in one turn. The rest is taken in the next turn, in
    /// order; nothing is dropped.
    case observersBusy(inputs: Int)
    /// This many alarms fired while no time passed. The rest fires in the next turn.
    case alarmsBusy(alarms: Int)
    /// The app gave a façade what it cannot use: where, what was found, what was expected. It is left out.
    case unusable(String)
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
      "engine failed at \(instant.inSeconds): \(reports) reports without time passing. "
        + "The engine was shut down."
    case .engineSilent(let nextEvent, let rounds):
      "engine failed at \(instant.inSeconds): polled \(rounds) times for the event announced for "
        + "\(nextEvent.inSeconds), it reported nothing. The engine was shut down."
    case .observersBusy(let inputs):
      "observers sent \(inputs) inputs in one turn, at \(instant.inSeconds): they probably react to each other. "
        + "The rest waits for the next turn."
    case .alarmsBusy(let alarms):
      "\(alarms) alarms fired at \(instant.inSeconds) without time passing: they probably set each other. "
        + "The rest waits for the next turn."
    case .unusable(let words): "\(Excerpt.of(words)). It is left out."
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
