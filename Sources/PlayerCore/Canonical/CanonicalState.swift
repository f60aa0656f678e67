/// Everything that determines how a player continues, as a fixed number of words: two players of one configuration with
/// equal canonical states answer the same inputs in the same way, at the same distances in time, until a setting is
/// changed.
///
/// Searches over states need this: a player that did the same a minute ago is the same player. So a canonical state
/// leaves out, or shifts to a common origin, what only distinguishes one moment from another:
///
/// - instants count from ``Player/clock``, and those that nothing depends on are left out;
/// - openings, seeks and stills count from the newest: only whether numbers are the same matters;
/// - statistics and other counters that are only ever reported (loops, stalls) are left out;
/// - observers, segment lists and renditions are tables: a canonical state holds their digests, and
///   ``Player/restore(_:)`` takes them, and the configuration, from the player it changes;
/// - what is remembered of segments while there are none is left out. It matters only to a list that is committed
///   later, so two players whose lists are changed may differ although their canonical states do not.
///
/// The specification states for each field how it is included, and why: <doc:State>.
///
/// A value without references: it can be stored as bytes, on this machine and in this version of the core.
public struct CanonicalState: Hashable, Sendable, BitwiseCopyable {
  /// How many words a canonical state has.
  public static var wordCount: Int { Words.count }

  @usableFromInline var words: Words

  /// The canonical state of a player. Time O(1), about a hundred machine instructions for each ten fields.
  @inline(__always)
  public init(_ player: borrowing Player) { self.init(player, at: player.clock) }

  /// The canonical state that the player would have if its last input had come at `now`, because nothing is due before
  /// that: its clock only decides which input comes next. `now` must be neither before ``Player/clock`` nor after
  /// ``Player/nextDeadline``.
  public init(_ player: borrowing Player, at now: Instant) {
    var player = copy player
    self.init(of: &player, at: now)
  }

  /// The same, reading the player in place: one that is not passed `inout` is copied for the call. Nothing is changed.
  public init(of player: inout Player, at now: Instant) {
    words = Words()
    Self.read(&player, at: now, into: &self)
  }

  /// Reads the canonical state of a player into `canonical`, all of which is replaced: for code that reads many. The
  /// player is not changed.
  public static func read(_ player: inout Player, at now: Instant, into canonical: inout CanonicalState) {
    withUnsafeMutableBytes(of: &canonical) { bytes in
      let clock = player.clock
      player.clock = now
      // Never empty, and aligned for words.
      player.putCanonicalForm(bytes.baseAddress!.assumingMemoryBound(to: UInt64.self))
      player.clock = clock
    }
  }

  /// The word at `index`, which must be in 0 ..< ``wordCount``.
  @inlinable public subscript(index: Int) -> UInt64 { words[index] }

  #if !hasFeature(Embedded)
  /// Copies the word at `index`, in 0 ..< ``wordCount``, from another canonical state: a word that was not packed.
  package mutating func copyWord(_ index: Int, of other: CanonicalState) { words[index] = other.words[index] }
  #endif

  /// Compares the words.
  public static func == (a: Self, b: Self) -> Bool {
    withUnsafeBytes(of: a) { a in
      withUnsafeBytes(of: b) { b in
        for index in 0..<wordCount where a.word(index) != b.word(index) { return false }
        return true
      }
    }
  }

  #if !hasFeature(Embedded)
  /// Feeds the words.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: self) { words in
      for index in 0..<Self.wordCount { hasher.combine(words.word(index)) }
    }
  }
  #endif
}

extension Player {
  /// Becomes a player of this canonical state, with its own configuration and tables. Numbers and instants differ from
  /// those of the player that the canonical state was taken from: the clock is at zero.
  ///
  /// A segment list that the canonical state does not have is dropped; one that it has must be present, and so must
  /// observers and renditions, or the result is a different player.
  public mutating func restore(_ canonical: borrowing CanonicalState) {
    clock = .zero
    withUnsafeBytes(of: canonical) { bytes in
      // Never empty, and aligned for words.
      takeCanonicalForm(bytes.baseAddress!.assumingMemoryBound(to: UInt64.self))
    }
    deriveShown()
    findDeadline()
  }

  #if !hasFeature(Embedded)
  /// Copies those tables of another player that neither a canonical state nor the fields of a state contain: segments
  /// and observers.
  package mutating func takeTables(of other: Player) {
    segments.table = other.segments.table
    segments.staged = other.segments.staged
    intervals.takeTable(of: other.intervals)
  }

  /// Copies what the fields of a state contain and a canonical state does not: configuration and renditions.
  package mutating func takeConfiguration(of other: Player) {
    configuration = other.configuration
    tracks.found = other.tracks.found
  }
  #endif
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(_ index: Int) -> UInt64 { load(fromByteOffset: index &* 8, as: UInt64.self) }
}
