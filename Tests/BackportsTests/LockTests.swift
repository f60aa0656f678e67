import Foundation
import Backports
import Testing

@Suite struct LockTests {
  @Test func onlyOneThreadIsInside() async {
    let lock = Lock((count: 0, isInside: false, met: false))
    let box = Box(lock)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10_000 {
            box.lock.withLock { state in
              if state.isInside { state.met = true }
              state.isInside = true
              state.count += 1
              state.isInside = false
            }
          }
        }
      }
    }
    #expect(box.lock.withLock { $0.count } == 40_000)
    #expect(!box.lock.withLock { $0.met })
  }

  @Test func thrownErrorReleasesLock() {
    struct Refused: Error {}
    let lock = Lock(1)
    #expect(throws: Refused.self) { try lock.withLock { _ in throw Refused() } }
    #expect(lock.withLock { $0 } == 1)
  }

  @Test func theValueIsReleasedWithTheLock() {
    final class Thing: Sendable {}
    weak var thing: Thing?
    do {
      let kept = Thing()
      thing = kept
      let lock = Lock<Thing?>(nil)
      lock.withLock { [kept] in $0 = kept }
      #expect(thing != nil)
    }
    #expect(thing == nil)
  }

  private final class Box: Sendable {
    let lock: Lock<(count: Int, isInside: Bool, met: Bool)>
    init(_ lock: consuming Lock<(count: Int, isInside: Bool, met: Bool)>) { self.lock = lock }
  }
}

@Suite struct AtomicIntegerTests {
  @Test func noAdditionIsLost() async {
    final class Count: Sendable {
      let value = AtomicInteger(0)
    }
    let count = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<10_000 { count.value.add(1) } } }
    }
    #expect(count.value.load() == 40_000)
  }

  @Test func exchangesOnlyExpectedValue() {
    let value = AtomicInteger(7)
    #expect(value.compareExchange(expected: 6, desired: 1) == (false, 7))
    #expect(value.compareExchange(expected: 7, desired: 1) == (true, 7))
    #expect(value.exchange(2) == 1)
    value.store(.min)
    #expect(value.load() == .min)
  }
}

@Suite struct PathSlotsTests {
  @Test func unlinksOnlyRegisteredPaths() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = (0..<3).map { folder.appendingPathComponent("\($0)").path }
    for path in paths { #expect(FileManager.default.createFile(atPath: path, contents: nil)) }
    let slots = PathSlots(count: 2)
    let first = try #require(slots.register(paths[0]))
    #expect(slots.register(paths[1]) != nil)
    #expect(slots.register(paths[2]) == nil)
    slots.forget(first)
    slots.unlinkAll()
    #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [true, false, true])
  }
}
