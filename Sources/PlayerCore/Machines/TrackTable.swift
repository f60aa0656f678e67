/// The renditions that an opening reported: the first thirty-two that a preference could choose. A word for each, so
/// that a checkpoint holds them.
struct TrackTable: Hashable, Sendable {
  /// What is known of one rendition.
  struct Entry: Equatable {
    var kind: TrackKind
    var track: TrackID
    var language: TextID
    var isDefault: Bool
    /// Whether it was reported by the standby opening.
    var isUpcoming: Bool
  }

  private(set) var words: [Int64] = []

  static var capacity: Int { 32 }

  mutating func append(_ entry: Entry) {
    guard words.count < Self.capacity, let word = entry.word else { return }
    if words.isEmpty { words.reserveCapacity(Self.capacity) }
    words.append(word)
  }

  mutating func removeAll() { words = [] }

  /// Moves the words to separate memory.
  mutating func separate() { words.separate() }

  /// What the standby opening reported either takes over or is dropped.
  mutating func settleUpcoming(takesOver: Bool) {
    var settled: [Int64] = []
    for word in words where Entry(word).isUpcoming == takesOver { settled.append(word & ~Entry.upcomingBit) }
    words = settled
  }

  /// The first of a kind in a language, preferring one that is marked as default; `nil` when there is none.
  func track(_ kind: TrackKind, in language: TextID) -> TrackID? {
    var found: TrackID?
    for word in words {
      let entry = Entry(word)
      guard entry.kind == kind, entry.language == language, !entry.isUpcoming else { continue }
      if entry.isDefault { return entry.track }
      if found == nil { found = entry.track }
    }
    return found
  }

  /// The first of a kind that is marked as default; `nil` when there is none.
  func defaultTrack(_ kind: TrackKind) -> TrackID? {
    for word in words {
      let entry = Entry(word)
      if entry.kind == kind, entry.isDefault, !entry.isUpcoming { return entry.track }
    }
    return nil
  }

  /// The word at `index`, which is less than ``capacity``; 0 beyond the last.
  subscript(index: Int) -> Int64 {
    get { words.withUnsafeBufferPointer { $0.indices.contains(index) ? $0[index] : 0 } }
    set {
      let old = self
      func word(at place: Int) -> Int64 { place == index ? newValue : old[place] }
      // A table ends with a word that is not 0.
      var used = 0
      for place in 0..<Self.capacity where word(at: place) != 0 { used = place &+ 1 }
      words = []
      for place in 0..<Self.capacity where place < used { words.append(word(at: place)) }
    }
  }
}

extension TrackTable.Entry {
  fileprivate static var upcomingBit: Int64 { 8 }

  /// From low to high: two bits of kind (never 0), default, upcoming, twenty-eight bits of number, the language. `nil`
  /// for a number that no engine gives.
  fileprivate var word: Int64? {
    guard track.rawValue >= 0, track.rawValue < 1 << 28 else { return nil }
    let flags: Int64 = (isDefault ? 4 : 0) | (isUpcoming ? Self.upcomingBit : 0)
    return Int64(kind.rawValue) + 1 | flags | Int64(track.rawValue) << 4 | Int64(language.rawValue) << 32
  }

  fileprivate init(_ word: Int64) {
    kind = TrackKind(wireValue: (word & 3) - 1) ?? .placeholder
    isDefault = word & 4 != 0
    isUpcoming = word & Self.upcomingBit != 0
    track = TrackID(Int32(truncatingIfNeeded: (word >> 4) & 0xFFF_FFFF))
    language = TextID(UInt32(truncatingIfNeeded: word >> 32))
  }
}

extension TrackTable {
  mutating func visit(_ visitor: inout some StateVisitor) {
    for index in 0..<Self.capacity {
      var word = self[index]
      visitor.visit(Self.name(index), &word)
      if word != self[index] { self[index] = word }
    }
  }

  private static func name(_ index: Int) -> StaticString {
    switch index {
    case 0: "tracks.found.0"
    case 1: "tracks.found.1"
    case 2: "tracks.found.2"
    case 3: "tracks.found.3"
    case 4: "tracks.found.4"
    case 5: "tracks.found.5"
    case 6: "tracks.found.6"
    case 7: "tracks.found.7"
    case 8: "tracks.found.8"
    case 9: "tracks.found.9"
    case 10: "tracks.found.10"
    case 11: "tracks.found.11"
    case 12: "tracks.found.12"
    case 13: "tracks.found.13"
    case 14: "tracks.found.14"
    case 15: "tracks.found.15"
    case 16: "tracks.found.16"
    case 17: "tracks.found.17"
    case 18: "tracks.found.18"
    case 19: "tracks.found.19"
    case 20: "tracks.found.20"
    case 21: "tracks.found.21"
    case 22: "tracks.found.22"
    case 23: "tracks.found.23"
    case 24: "tracks.found.24"
    case 25: "tracks.found.25"
    case 26: "tracks.found.26"
    case 27: "tracks.found.27"
    case 28: "tracks.found.28"
    case 29: "tracks.found.29"
    case 30: "tracks.found.30"
    default: "tracks.found.31"
    }
  }
}
