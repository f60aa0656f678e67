import CBackports

/// An integer that several threads and signal handlers read and change: `Atomic` of the standard library, which needs
/// macOS 15 and iOS 18. All operations are sequentially consistent.
@frozen
public struct AtomicInteger: ~Copyable {
  // In memory of its own: a stored property may move.
  @usableFromInline let word: UnsafeMutablePointer<Int64>

  /// Begins with `value`.
  @inlinable
  public init(_ value: Int64) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  @inlinable
  deinit { word.deallocate() }

  /// The value now.
  @inlinable
  public borrowing func load() -> Int64 { atomic_word_load(word) }

  /// Replaces the value.
  @inlinable
  public borrowing func store(_ value: Int64) { atomic_word_store(word, value) }

  /// Replaces the value, and returns the one before.
  @inlinable
  public borrowing func exchange(_ value: Int64) -> Int64 { atomic_word_exchange(word, value) }

  /// Adds `value`, wrapping around, and returns the sum.
  @inlinable
  @discardableResult
  public borrowing func add(_ value: Int64) -> Int64 { atomic_word_add(word, value) }

  /// Replaces the value if it is `expected`. Returns whether it was, and the value before.
  @inlinable
  public borrowing func compareExchange(expected: Int64, desired: Int64) -> (exchanged: Bool, original: Int64) {
    var original = expected
    let exchanged = atomic_word_compare_exchange(word, &original, desired)
    return (exchanged, original)
  }
}

extension AtomicInteger: @unchecked Sendable {}  // Its pointer is read and written by atomic operations only.
