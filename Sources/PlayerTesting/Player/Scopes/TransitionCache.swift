import CPrefetch
import PlayerCore
import ReducerTesting

/// The cached results of inputs: a small hash table with open addressing per player. The steps of a state are inputs of
/// one player, so their entries are close together.
///
/// It has a memory limit; results beyond it are not cached.
struct TransitionCache: ~Copyable {
  /// A player, a step and everything else the result depends on: equal keys mean equal inputs.
  struct Key: BitwiseCopyable {
    let player: UInt32
    /// The number of the report, the count of unconfirmed pauses, and the step.
    let input: UInt32

    /// - Parameter report: Less than 2¹⁸.
    @inline(__always)
    init(_ player: UInt32, _ step: ScopeStep, report: UInt32, asked: UInt8) {
      self.player = player
      input = report << 14 | UInt32(asked) << 6 | UInt32(step.rawValue)
    }
  }

  private struct Place: BitwiseCopyable {
    var answer: ScopeLane.Answer
    /// The key's input plus one; 0 is an empty place. No step has a number for which this would be 0.
    var input: UInt32
  }

  /// The table of a player: `1 << bits` places, at most seven eighths of them in use.
  private struct Bucket: BitwiseCopyable {
    var places: UnsafeMutablePointer<Place>?
    var count: UInt32
    var bits: UInt32
  }

  /// The initial and the maximum size of tables.
  private static var firstBits: UInt32 { 3 }
  private static var lastBits: UInt32 { 12 }

  private let memory: Int
  /// Indexed by the number of the player.
  private var buckets = PlainList<Bucket>(capacity: 64)
  private var slabs = Slabs()
  /// Whether something could not be kept.
  private(set) var isFull = false

  /// - Parameter memory: Its limit in bytes.
  init(memory: Int) { self.memory = memory }

  var byteCount: Int { buckets.byteCount + slabs.byteCount }

  @inline(__always)
  private static func start(_ input: UInt32, _ bucket: Bucket) -> Int {
    Int((input &* 0x9E37_79B9) >> (32 &- bucket.bits))
  }

  @inline(__always)
  func find(_ key: Key) -> UnsafePointer<ScopeLane.Answer>? {
    guard Int(key.player) < buckets.count else { return nil }
    let bucket = buckets[Int(key.player)]
    guard let places = bucket.places else { return nil }
    let input = key.input &+ 1
    let mask = 1 << Int(bucket.bits) &- 1
    var index = Self.start(key.input, bucket)
    while true {
      let place = places + index
      if place.pointee.input == input { return UnsafePointer(place.pointer(to: \.answer)) }
      if place.pointee.input == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Prefetches the place of a key, or where it would be.
  @inline(__always)
  func prefetch(_ key: Key) {
    guard Int(key.player) < buckets.count else { return }
    let bucket = buckets[Int(key.player)]
    guard let places = bucket.places else { return }
    CPrefetch.prefetch(places + Self.start(key.input, bucket))
  }

  /// Adds a key that is not in the table.
  mutating func add(_ key: Key, _ answer: ScopeLane.Answer) {
    while buckets.count <= Int(key.player) { buckets.append(Bucket(places: nil, count: 0, bits: 0)) }
    var bucket = buckets[Int(key.player)]
    if bucket.places == nil || bucket.count >= (7 << bucket.bits) >> 3 {
      guard grow(&bucket) else {
        isFull = true
        return
      }
    }
    Self.put(Place(answer: answer, input: key.input &+ 1), bucket)
    bucket.count += 1
    buckets[Int(key.player)] = bucket
  }

  private static func put(_ place: Place, _ bucket: Bucket) {
    // Only buckets with places reach this point.
    let places = bucket.places!
    let mask = 1 << Int(bucket.bits) &- 1
    var index = start(place.input &- 1, bucket)
    while places[index].input != 0 { index = (index &+ 1) & mask }
    places[index] = place
  }

  /// Doubles a table; false without memory for it.
  private mutating func grow(_ bucket: inout Bucket) -> Bool {
    let bits = bucket.places == nil ? Self.firstBits : bucket.bits + 1
    guard bits <= Self.lastBits, let places = slabs.take(bits, within: memory - buckets.byteCount) else { return false }
    let old = bucket
    bucket.places = places
    bucket.bits = bits
    guard let left = old.places else { return true }
    for index in 0..<1 << Int(old.bits) where left[index].input != 0 { Self.put(left[index], bucket) }
    slabs.giveBack(left, old.bits)
    return true
  }

  mutating func removeAll() {
    buckets.removeAll()
    slabs = Slabs()
    isFull = false
  }

  /// The memory of the tables: allocated one after the other, reusing tables that became too small.
  private struct Slabs: ~Copyable {
    private var slabs = PlainList<Slab>(capacity: 64)
    private var used = 0
    private(set) var byteCount = 0
    /// Free tables by their bits, up to ``TransitionCache/lastBits``: the first of each, which holds a pointer to the
    /// next.
    private var free = [UnsafeMutablePointer<Place>?](repeating: nil, count: 13)

    private struct Slab: BitwiseCopyable {
      var base: UnsafeMutableRawPointer
      var byteCount: Int
    }

    init() {}

    deinit { for index in 0..<slabs.count { PlainMemory.free(slabs[index].base, slabs[index].byteCount) } }

    /// An empty table; `nil` beyond the memory limit.
    mutating func take(_ bits: UInt32, within memory: Int) -> UnsafeMutablePointer<Place>? {
      let size = MemoryLayout<Place>.stride << Int(bits)
      if let place = free[Int(bits)] {
        let memory = UnsafeMutableRawPointer(place)
        free[Int(bits)] = memory.load(as: UnsafeMutablePointer<Place>?.self)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        return place
      }
      if slabs.count == 0 || used + size > slabs[slabs.count - 1].byteCount {
        // As large as all slabs together, up to a limit.
        let larger = max(size, min(max(1 << 14, byteCount), 1 << 22))
        if byteCount > 0, byteCount + larger > memory { return nil }
        slabs.append(Slab(base: PlainMemory.allocate(larger), byteCount: larger))
        byteCount += larger
        used = 0
      }
      let place = slabs[slabs.count - 1].base + used
      used += size
      return place.bindMemory(to: Place.self, capacity: 1 << Int(bits))
    }

    mutating func giveBack(_ places: UnsafeMutablePointer<Place>, _ bits: UInt32) {
      UnsafeMutableRawPointer(places).storeBytes(of: free[Int(bits)], as: UnsafeMutablePointer<Place>?.self)
      free[Int(bits)] = places
    }
  }
}

/// Numbers for the reports of engines: there are few different ones, as a scope has few positions and numbers.
struct ReportNumbers: ~Copyable {
  private struct Place: BitwiseCopyable {
    var position: Int64
    var number: UInt32
    /// 0 is an empty place.
    var index: UInt32
  }

  private var places: UnsafeMutablePointer<Place>
  private var mask: Int
  private(set) var count: UInt32 = 1

  /// The maximum number of reports.
  static var limit: UInt32 { 1 << 18 }

  init() {
    mask = 255
    places = Self.make(256)
  }

  deinit { places.deallocate() }

  var byteCount: Int { (mask + 1) * MemoryLayout<Place>.stride }

  private static func make(_ capacity: Int) -> UnsafeMutablePointer<Place> {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
    places.initialize(repeating: Place(position: 0, number: 0, index: 0), count: capacity)
    return places
  }

  /// The number of a report; 0 for an empty one.
  @inline(__always)
  mutating func number(of report: ScopeReport) -> UInt32 {
    let position = report.position.microseconds
    if position | Int64(report.number) == 0 { return 0 }
    var index = start(position, report.number)
    while true {
      let place = places[index]
      if place.index == 0 { return add(position, report.number) }
      if place.position == position, place.number == report.number { return place.index }
      index = (index &+ 1) & mask
    }
  }

  @inline(__always)
  private func start(_ position: Int64, _ number: UInt32) -> Int {
    let sum = (UInt64(bitPattern: position) ^ UInt64(number) << 44) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: sum >> 40) & mask
  }

  @inline(never)
  private mutating func add(_ position: Int64, _ number: UInt32) -> UInt32 {
    if Int(count) * 2 > mask { grow() }
    put(Place(position: position, number: number, index: count))
    count += 1
    return count - 1
  }

  private func put(_ place: Place) {
    var index = start(place.position, place.number)
    while places[index].index != 0 { index = (index &+ 1) & mask }
    places[index] = place
  }

  private mutating func grow() {
    let (old, size) = (places, mask + 1)
    places = Self.make(size * 2)
    mask = size * 2 - 1
    for index in 0..<size where old[index].index != 0 { put(old[index]) }
    old.deallocate()
  }

  mutating func removeAll() {
    places.update(repeating: Place(position: 0, number: 0, index: 0), count: mask + 1)
    count = 1
  }
}
