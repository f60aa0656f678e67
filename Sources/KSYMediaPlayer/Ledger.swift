/// Counts the players that were made and not stopped: "new once, stop once", or memory leaks (KSYManual.md#4.3).
///
/// The original also allows only one live player in a process, and more of them disturb each other. Here they do not;
/// ``exceedsOriginal`` is true when the original would be in trouble.
@MainActor
public final class KSYLedger {
  /// The ledger of the process.
  public static let shared = KSYLedger()

  private var lastNumber = 0
  private var open: Set<Int> = []

  /// A ledger of its own, for tests.
  public init() {}

  /// Players that were made, or prepared again, and not stopped since. A player that is released without a stop stays
  /// in here: in the original it has leaked.
  public var unreleased: Int { open.count }
  /// Whether more players live than the original can bear.
  public var exceedsOriginal: Bool { open.count > 1 }

  func register() -> Int {
    lastNumber += 1
    enter(lastNumber)
    return lastNumber
  }

  func enter(_ number: Int) { open.insert(number) }
  func release(_ number: Int) { open.remove(number) }
}
