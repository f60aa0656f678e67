/// A list whose storage only grows: emptying it sets a counter, and filling it again allocates nothing.
@usableFromInline
struct ReusedList<Element: Sendable>: Sendable {
  /// What was ever in the list; the first ``count`` elements are in it now.
  @usableFromInline var storage: [Element] = []
  @usableFromInline var count = 0

  init(capacity: Int) { storage.reserveCapacity(capacity) }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < storage.count { storage[count] = element } else { storage.append(element) }
    count &+= 1
  }

  /// The element at `index`, which must be less than ``count``.
  @inlinable subscript(index: Int) -> Element {
    precondition(index < count, "no such output")
    return storage[index]
  }
}
