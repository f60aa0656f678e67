import CPrefetch

#if canImport(Glibc)
import Glibc
#endif

/// Memory for tables that are looked up all over the place. It is all zero, and freed by ``free(_:_:)``.
///
/// In large pages, where the system has them on offer, or every look would miss the processor's table of pages. Such
/// memory comes from the system itself: what an allocator hands out may have been in use, in small pages, which it
/// keeps.
package enum PlainMemory {
  private static var page: Int { 1 << 21 }

  /// Memory of this size, for types that need no more than 16 bytes of alignment.
  package static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    #if canImport(Glibc)
    if byteCount >= page { return allocatePages(byteCount) }
    #endif
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return memory
  }

  package static func free(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if canImport(Glibc)
    if byteCount >= page {
      munmap(memory, byteCount)
      return
    }
    #endif
    memory.deallocate()
  }

  #if canImport(Glibc)
  /// Memory that begins with a large page; the process ends where there is none, as it does with any allocation.
  private static func allocatePages(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // One large page more, so that it can start aligned; the memory before the start and after the end is returned.
    let whole = mmap(nil, byteCount + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let whole, whole != MAP_FAILED else { fatalError("no memory for \(byteCount) bytes") }
    let head = (page - Int(bitPattern: whole) & (page - 1)) & (page - 1)
    let end = (head + byteCount + 4_095) & ~4_095
    if head > 0 { munmap(whole, head) }
    if end < byteCount + page { munmap(whole + end, byteCount + page - end) }
    madvise(whole + head, byteCount, MADV_HUGEPAGE)
    return whole + head
  }
  #endif
}

/// A list of plain values in its own memory, without checks and never shared: for the loops of an exploration.
@usableFromInline
package struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline package internal(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline package internal(set) var count = 0
  @usableFromInline package internal(set) var capacity: Int

  @usableFromInline
  package init(capacity: Int) {
    self.capacity = capacity
    base = Self.make(capacity)
  }

  private static func make(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    PlainMemory.allocate(capacity * MemoryLayout<Element>.stride).bindMemory(to: Element.self, capacity: capacity)
  }

  deinit { PlainMemory.free(base, byteCount) }

  package var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count &+= 1
  }

  @usableFromInline @inline(never)
  mutating func grow() {
    let larger = Self.make(capacity * 2)
    larger.update(from: base, count: count)
    PlainMemory.free(base, byteCount)
    base = larger
    capacity *= 2
  }

  /// Lets `write` put up to this many elements after the last one and return how many stay; returns that.
  @inlinable @inline(__always)
  package mutating func append(atMost limit: Int, _ write: (UnsafeMutablePointer<Element>) -> Int) -> Int {
    while count &+ limit > capacity { grow() }
    let length = write(base + count)
    count &+= length
    return length
  }

  @inlinable
  package mutating func removeAll() { count = 0 }

  /// The element at `index`, which must be less than ``count``.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }
}

/// Plain values by keys that are fingerprints, in open addressing; half of the places are taken at most.
@usableFromInline
package struct PlainTable<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  struct Place {
    @usableFromInline var key: UInt64
    @usableFromInline var value: Value

    @inlinable
    init(key: UInt64, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline var places: UnsafeMutablePointer<Place>
  @usableFromInline package internal(set) var mask: Int
  @usableFromInline package internal(set) var count = 0

  package init(capacity: Int) {
    mask = capacity - 1
    places = Self.make(capacity)
  }

  deinit { PlainMemory.free(places, byteCount) }

  package var byteCount: Int { (mask + 1) * MemoryLayout<Place>.stride }

  private static func make(_ capacity: Int) -> UnsafeMutablePointer<Place> {
    // A key of 0 marks an empty place.
    PlainMemory.allocate(capacity * MemoryLayout<Place>.stride).bindMemory(to: Place.self, capacity: capacity)
  }

  /// The value of a key, which is not 0.
  @inlinable @inline(__always)
  package func find(_ key: UInt64) -> UnsafePointer<Value>? {
    var index = Int(truncatingIfNeeded: key) & mask
    while true {
      let place = places + index
      if place.pointee.key == key { return UnsafePointer(place.pointer(to: \.value)) }
      if place.pointee.key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Has the place fetched where a key is, or would be.
  @inlinable @inline(__always)
  package func prefetch(_ key: UInt64) { CPrefetch.prefetch(places + Int(truncatingIfNeeded: key) & mask) }

  /// Adds a key that is not there.
  @inlinable
  package mutating func add(_ key: UInt64, _ value: Value) {
    if count >= (mask + 1) / 2 { grow() }
    put(key, value)
    count += 1
  }

  @inlinable
  func put(_ key: UInt64, _ value: Value) {
    var index = Int(truncatingIfNeeded: key) & mask
    while places[index].key != 0 { index = (index &+ 1) & mask }
    places[index] = Place(key: key, value: value)
  }

  @usableFromInline
  mutating func grow() {
    let (old, size) = (places, mask + 1)
    places = Self.make(size * 2)
    mask = size * 2 - 1
    for index in 0..<size where old[index].key != 0 { put(old[index].key, old[index].value) }
    PlainMemory.free(old, size * MemoryLayout<Place>.stride)
  }

  package mutating func removeAll() {
    UnsafeMutableRawPointer(places).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    count = 0
  }
}
