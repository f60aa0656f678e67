@testable import PlayerCore
import Testing

@Suite("Layouts in memory")
struct LayoutTests {
  @Test("a value compared as memory has no gaps between its fields")
  func observableHasNoGaps() {
    func size(of value: Any) -> Int {
      func width<Value>(_ value: Value) -> Int { MemoryLayout<Value>.size }
      let fields = Swift.Mirror(reflecting: value).children
      return fields.isEmpty ? width(value) : fields.reduce(0) { $0 + size(of: $1.value) }
    }
    let fields = size(of: Player.Observable())
    #expect(fields > 100 && fields == MemoryLayout<Player.Observable>.size)
  }
}
