/// Finds the common elements of two lists, in order.
enum Alignment {
  enum Edit: Hashable, Sendable {
    case match(Int, Int)
    case onlyA(Int)
    case onlyB(Int)
  }

  /// The shortest edit script from one list to the other (Myers, 1986: time and memory grow with the lists' length
  /// times the number of edits, and the square of that number); `nil` if it needs more than `limit` edits.
  static func script(_ a: [UInt64], _ b: [UInt64], limit: Int) -> [Edit]? {
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    let (n, m) = (a.count - start - end, b.count - start - end)
    var script = (0..<start).map { Edit.match($0, $0) }
    guard let middle = middle(a, b, start, n, m, limit: limit) else { return nil }
    script += middle
    script += (0..<end).map { .match(start + n + $0, start + m + $0) }
    return script
  }

  private static func middle(
    _ a: [UInt64], _ b: [UInt64], _ start: Int, _ n: Int, _ m: Int, limit: Int
  ) -> [Edit]? {
    // Row d holds how far d edits reach in `a`, on each diagonal from -d to d.
    var rows: [[Int32]] = []
    func reach(_ d: Int, _ k: Int) -> Int { rows[d].indices.contains(k + d) ? Int(rows[d][k + d]) : -1 }
    for d in 0...max(0, min(n + m, limit)) {
      var row = [Int32](repeating: -1, count: 2 * d + 1)
      for k in stride(from: -d, through: d, by: 2) {
        var x = d == 0 ? 0 : isDown(d, k, reach) ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1
        guard x >= 0, x <= n, x - k >= 0, x - k <= m else { continue }
        while x < n, x - k < m, a[start + x] == b[start + x - k] { x += 1 }
        row[k + d] = Int32(x)
        if x == n, x - k == m {
          rows.append(row)
          return path(rows, n, m, start, reach)
        }
      }
      rows.append(row)
    }
    return nil
  }

  /// Whether the path with `d` edits reaches diagonal `k` by an element that only `b` has.
  private static func isDown(_ d: Int, _ k: Int, _ reach: (Int, Int) -> Int) -> Bool {
    let (down, right) = (reach(d - 1, k + 1), reach(d - 1, k - 1))
    return k == -d || (k != d && right < down)
  }

  private static func path(
    _ rows: [[Int32]], _ n: Int, _ m: Int, _ start: Int, _ reach: (Int, Int) -> Int
  ) -> [Edit] {
    var script: [Edit] = []
    var (x, k) = (n, n - m)
    for d in stride(from: rows.count - 1, through: 0, by: -1) {
      let isDown = d > 0 && isDown(d, k, reach)
      let from = d == 0 ? 0 : isDown ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1
      while x > from {
        x -= 1
        script.append(.match(start + x, start + x - k))
      }
      guard d > 0 else { break }
      if isDown {
        script.append(.onlyB(start + x - k - 1))
        k += 1
      } else {
        x -= 1
        script.append(.onlyA(start + x))
        k -= 1
      }
    }
    return script.reversed()
  }
}
