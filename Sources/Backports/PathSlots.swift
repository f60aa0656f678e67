#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Paths of files that must not outlive the process, for signal handlers: a handler can take no lock and allocate nothing.
public struct PathSlots: Sendable {
  nonisolated(unsafe) private let slots: UnsafeMutablePointer<AtomicInteger>  // Never changes, and points at atomics.
  private let count: Int

  /// Room for `count` paths at a time. Its memory is never freed: make as many as there are static properties.
  public init(count: Int) {
    self.count = count
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: AtomicInteger(0)) }
  }

  /// Keeps a path, and returns its number for ``forget(_:)``; `nil` when there is no room or no memory.
  public func register(_ path: String) -> Int? {
    guard let copy = strdup(path) else { return nil }
    for index in 0..<count
    where slots[index].compareExchange(expected: 0, desired: Int64(Int(bitPattern: copy))).exchanged {
      return index
    }
    free(copy)
    return nil
  }

  /// Drops the path with this number.
  public func forget(_ number: Int) { free(take(number)) }

  /// Removes the files of all paths that are kept. Allocates nothing, and takes no lock.
  public func unlinkAll() {
    for index in 0..<count { if let path = take(index) { unlink(path) } }
  }

  /// The path of a slot, which is empty from here on: the caller owns it.
  private func take(_ index: Int) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: Int(slots[index].exchange(0)))
  }
}
