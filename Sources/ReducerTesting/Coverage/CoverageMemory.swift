/// What coverage-guided searches have seen: the marks, and the session that first showed each. A search continues from
/// it, and the memories of several searches can be merged.
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

  /// Merges, in this order, what searches have seen that all began from this memory. Of two that saw the same new mark,
  /// the earlier one's session is kept. At most `poolLimit` sessions are kept: those whose mark was seen most often are
  /// dropped.
  public mutating func merge(_ others: [Self], poolLimit: Int = CoveragePlan().poolLimit) {
    let before = self
    for other in others {
      for (mark, count) in other.marks.sorted {
        let known = before.marks.count(of: mark)
        if count > known { marks.add(count - known, of: mark) }
      }
    }
    var isTaken = Set<UInt64>()
    var sightings = pool.map { marks.count(of: $0.mark) }
    for other in others {
      for (index, kept) in other.pool.enumerated() {
        if before.pool.indices.contains(index), before.pool[index].mark == kept.mark {
          takeChoices(of: kept, at: index, since: before.pool[index].timesChosen)
          continue
        }
        guard before.marks.count(of: kept.mark) == 0, isTaken.insert(kept.mark).inserted else { continue }
        if pool.count < max(1, poolLimit) {
          pool.append(kept)
          sightings.append(marks.count(of: kept.mark))
        } else if let commonest = sightings.indices.max(by: { sightings[$0] < sightings[$1] }) {
          pool[commonest] = kept
          sightings[commonest] = marks.count(of: kept.mark)
        }
      }
    }
  }

  /// Another one of these searches may have left its place to a new session meanwhile.
  private mutating func takeChoices(of kept: Kept, at index: Int, since known: UInt64) {
    guard pool[index].mark == kept.mark, kept.timesChosen > known else { return }
    pool[index].timesChosen = MarkTable.sum(pool[index].timesChosen, kept.timesChosen - known)
  }
}
