import PlayerCore

/// How large things are in memory.
struct SizeSection {
  static let title = "sizes in memory"

  func measure(into report: inout Report) {
    report.add(
      Self.title, "a player: copying one is a snapshot", Double(MemoryLayout<Player>.size), "bytes", atMost: 400)
    report.add(Self.title, "an input", Double(MemoryLayout<Input>.size), "bytes")
    report.add(Self.title, "an output", Double(MemoryLayout<Output>.size), "bytes")
  }
}
