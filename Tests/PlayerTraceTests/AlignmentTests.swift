@testable import PlayerTrace
import Testing

@Suite("Alignment of two lists")
struct AlignmentTests {
  /// The script must turn the first list into the second, and matches must be equal.
  private func check(_ a: [UInt64], _ b: [UInt64], edits: Int? = nil) throws {
    let script = try #require(Alignment.script(a, b, limit: 1_000))
    var (fromA, fromB): ([Int], [Int]) = ([], [])
    var count = 0
    for edit in script {
      switch edit {
      case .match(let i, let j):
        #expect(a[i] == b[j])
        fromA.append(i)
        fromB.append(j)
      case .onlyA(let i):
        fromA.append(i)
        count += 1
      case .onlyB(let j):
        fromB.append(j)
        count += 1
      }
    }
    #expect(fromA == Array(a.indices) && fromB == Array(b.indices), "every element once and in order")
    if let edits { #expect(count == edits) }
  }

  @Test("Every element of both lists appears once, in order, with the fewest edits")
  func scripts() throws {
    try check([], [], edits: 0)
    try check([1, 2, 3], [1, 2, 3], edits: 0)
    try check([1, 2, 3], [], edits: 3)
    try check([], [1, 2], edits: 2)
    try check([1, 2, 3, 4], [1, 3, 4], edits: 1)
    try check([1, 2, 3], [0, 1, 2, 3, 9], edits: 2)
    try check([1, 2, 3], [4, 5], edits: 5)
    try check([1, 2, 3, 1, 2, 2, 1], [3, 2, 1, 2, 1, 3], edits: 5)
  }

  @Test("Random lists over a small alphabet are aligned with as few edits as a full table yields")
  func random() throws {
    var state: UInt64 = 7
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    for _ in 0..<200 {
      let a = (0..<next(14)).map { _ in next(4) }
      let b = (0..<next(14)).map { _ in next(4) }
      try check(a, b, edits: a.count + b.count - 2 * commonLength(a, b))
    }
  }

  private func commonLength(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices {
      for j in b.indices {
        table[i + 1][j + 1] = a[i] == b[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
      }
    }
    return table[a.count][b.count]
  }

  @Test("More edits than the limit yield no script")
  func limit() {
    #expect(Alignment.script([1, 2, 3], [4, 5, 6], limit: 5) == nil)
    #expect(Alignment.script([1, 2, 3], [4, 5, 6], limit: 6) != nil)
  }
}
