import Backports
import Dispatch
import PlayerTrace

/// Counts sessions on all cores, and returns them in the order in which they were named. It keeps some thousand of them
/// in memory at a time, however many there are.
struct SessionCounting {
  /// The number of sessions that are read at a time, and that one core takes at once.
  static let wave = 4_096
  static let part = 32

  var cores: Int

  func forEach(_ sources: SessionSources, _ body: ([SessionRow]) throws -> Void) rethrows {
    var sources = sources
    var bytes = 0
    var wave: [SessionSource] = []
    while let source = sources.next() {
      wave.append(source)
      bytes += source.bytes?.count ?? 0
      guard wave.count == Self.wave || bytes > 256 << 20 else { continue }
      try body(rows(wave))
      (wave, bytes) = ([], 0)
    }
    if !wave.isEmpty { try body(rows(wave)) }
  }

  private func rows(_ wave: [SessionSource]) -> [SessionRow] {
    let parts = (wave.count + Self.part - 1) / Self.part
    let next = AtomicInteger(0)
    let done = Lock([[SessionRow]](repeating: [], count: parts))
    DispatchQueue.concurrentPerform(iterations: max(1, min(cores, parts))) { _ in
      while true {
        let part = Int(next.add(1)) - 1
        guard part < parts else { return }
        let rows = wave[part * Self.part..<min((part + 1) * Self.part, wave.count)].map(\.row)
        done.withLock { $0[part] = rows }
      }
    }
    return done.withLock { $0.flatMap(\.self) }
  }
}
