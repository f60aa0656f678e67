import PlayerCore

/// What came of inputs, by exact keys, in open addressing; three quarters of the places are taken at most.
struct AnswerTable: ~Copyable {
  /// A player, a step and what else the answer depends on: two inputs have the same key only when they are the same.
  struct Key: BitwiseCopyable {
    /// The player's number, the number of the report, how many pauses the player is asked with, and the step.
    let word: UInt64

    /// - Parameter report: less than 2¹⁸.
    @inline(__always)
    init(_ player: UInt32, _ step: ScopeStep, report: UInt32, asked: UInt8) {
      word = UInt64(player) << 32 | UInt64(report) << 14 | UInt64(asked) << 6 | UInt64(step.rawValue)
    }
  }

  private struct Place {
    /// One more than the key's word: 0 is an empty place.
    var word: UInt64
    var answer: ScopeLane.Answer
  }

  private var places: UnsafeMutablePointer<Place>
  private(set) var mask: Int
  private(set) var count = 0

  init(capacity: Int) {
    mask = capacity - 1
    places = Self.make(capacity)
  }

  deinit { places.deallocate() }

  var byteCount: Int { (mask + 1) * MemoryLayout<Place>.stride }

  private static func make(_ capacity: Int) -> UnsafeMutablePointer<Place> {
    let byteCount = capacity * MemoryLayout<Place>.stride
    let memory = PlainMemory.allocate(byteCount)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return memory.bindMemory(to: Place.self, capacity: capacity)
  }

  /// Where a search begins.
  // Inputs of one player side by side would be fetched at once, but run into those of the next: searches get long.
  @inline(__always)
  private func start(_ word: UInt64) -> Int {
    let sum = word &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93 >> 32) & mask
  }

  @inline(__always)
  func find(_ key: Key) -> UnsafePointer<ScopeLane.Answer>? {
    let word = key.word &+ 1
    var index = start(key.word)
    while true {
      let place = places + index
      if place.pointee.word == word { return UnsafePointer(place.pointer(to: \.answer)) }
      if place.pointee.word == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Touches the place where a key is, or would be: whoever does so for several keys waits for memory once.
  @inline(__always)
  func touch(_ key: Key) -> UInt64 { places[start(key.word)].word }

  /// Adds a key that is not there.
  mutating func add(_ key: Key, _ answer: ScopeLane.Answer) {
    if growsWithin(1) { grow() }
    put(key.word, answer)
    count += 1
  }

  /// Whether it grows before so many more have been added.
  @inline(__always)
  func growsWithin(_ additions: Int) -> Bool { count + additions > (mask + 1) / 4 * 3 }

  private func put(_ word: UInt64, _ answer: ScopeLane.Answer) {
    var index = start(word)
    while places[index].word != 0 { index = (index &+ 1) & mask }
    places[index] = Place(word: word &+ 1, answer: answer)
  }

  private mutating func grow() {
    let (old, size) = (places, mask + 1)
    places = Self.make(size * 2)
    mask = size * 2 - 1
    for index in 0..<size where old[index].word != 0 { put(old[index].word &- 1, old[index].answer) }
    old.deallocate()
  }

  mutating func removeAll() {
    UnsafeMutableRawPointer(places).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    count = 0
  }
}

/// Numbers for what engines report: there are few reports, as there are few places and few numbers in a scope.
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

  /// How many there may be.
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

  /// The number of a report; 0 of one that says nothing.
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
