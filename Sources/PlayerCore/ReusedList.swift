/// A list whose storage only grows: emptying it sets a counter, and filling it again allocates nothing.
@usableFromInline
struct ReusedList<Element: Sendable>: Sendable {
  /// Everything that was ever in the list; the first ``count`` elements are in it now.
  @usableFromInline var storage: [Element] = []
  @usableFromInline private(set) var count = 0

  init(capacity: Int) { storage.reserveCapacity(capacity) }

  mutating func removeAll() { count = 0 }

  /// Not inlined where program size matters.
  #if hasFeature(Embedded)
  @inline(never)
  #else
  @inline(__always)
  #endif
  mutating func append(_ element: Element) {
    let index = count
    count &+= 1
    guard index < storage.count else { return storage.append(element) }
    storage.withUnsafeMutableBufferPointer { $0[index] = element }
  }

  /// Passes every element to `take` and empties the list.
  @inline(__always)
  mutating func drain(_ take: (Element) -> Void) {
    var index = 0
    while index < count {
      // Each element separately: an access around the whole loop would need reference counting.
      let element = storage.withUnsafeBufferPointer { $0[index] }
      take(element)
      index &+= 1
    }
    count = 0
  }

  /// The element at `index`, which must be less than ``count``.
  @inlinable subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such output")
    return storage.withUnsafeBufferPointer { $0[index] }
  }
}
