/// Counts the players that were created and not stopped: "new once, stop once", or memory leaks (KSYManual.md#4.3).
///
/// The original also allows only one live player in a process: several disturb each other. Here they do not;
/// ``exceedsOriginal`` is true when the original would fail.
@MainActor
public final class KSYLedger {
  /// The ledger of the process.
  public static let shared = KSYLedger()

  private var lastNumber = 0
  private var open: Set<Int> = []

  /// A separate ledger, for tests.
  public init() {}

  /// Players that were created, or prepared again, and not stopped since. A player that is released without a stop
  /// still counts: in the original it has leaked.
  public var unreleased: Int { open.count }
  /// Whether there are more players than the original can handle.
  public var exceedsOriginal: Bool { open.count > 1 }

  func register() -> Int {
    lastNumber += 1
    enter(lastNumber)
    return lastNumber
  }

  func enter(_ number: Int) { open.insert(number) }
  func release(_ number: Int) { open.remove(number) }
}
