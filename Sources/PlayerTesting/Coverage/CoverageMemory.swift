/// What coverage-guided searches have seen: the marks, and sessions that showed each for the first time. A search goes on
/// from it, and the memories of several searches can be put together.
public struct CoverageMemory<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Hashable, Sendable {
  /// A session that showed something new when it came.
  @usableFromInline
  struct Kept: Hashable, Sendable {
    @usableFromInline var session: Session<Setup, Step>
    /// The rarest of the marks it was kept for.
    @usableFromInline var mark: UInt64
    @usableFromInline var timesChosen: UInt64 = 0

    @inlinable
    init(_ session: Session<Setup, Step>, _ mark: UInt64) {
      self.session = session
      self.mark = mark
    }
  }

  @usableFromInline var marks: MarkTable
  @usableFromInline var pool: [Kept]

  /// Nothing was seen yet.
  public init() { self.init(marks: MarkTable(limit: CoveragePlan().markLimit), pool: []) }

  @usableFromInline
  init(marks: MarkTable, pool: [Kept]) {
    self.marks = marks
    self.pool = pool
  }

  /// Different marks seen.
  public var markCount: Int { marks.count }
  /// Sessions kept.
  public var poolCount: Int { pool.count }

  /// Takes in what searches have seen that all began from this memory, in this order. Each keeps what it found first; of
  /// two that saw the same new mark the earlier one's session is kept. At most `poolLimit` sessions are.
  public mutating func merge(_ others: [Self], poolLimit: Int = CoveragePlan().poolLimit) {
    let before = self
    var isTaken = Set<UInt64>()
    for other in others {
      for (mark, count) in other.marks.sorted {
        marks.add(count &- before.marks.count(of: mark), of: mark)
      }
      for (index, kept) in other.pool.enumerated() {
        if before.pool.indices.contains(index), before.pool[index].mark == kept.mark {
          pool[index].timesChosen &+= kept.timesChosen &- before.pool[index].timesChosen
          continue
        }
        guard before.marks.count(of: kept.mark) == 0, isTaken.insert(kept.mark).inserted else { continue }
        if pool.count < max(1, poolLimit) { pool.append(kept) } else { replaceCommonest(kept) }
      }
    }
  }

  /// In place of the session whose mark was seen most often.
  private mutating func replaceCommonest(_ kept: Kept) {
    let commonest = pool.indices.max { marks.count(of: pool[$0].mark) < marks.count(of: pool[$1].mark) }
    if let commonest { pool[commonest] = kept }
  }
}
