import CPrefetch
import PlayerCore
import ReducerTesting
import Synchronization

/// The players of an exploration, each once: states hold their numbers.
///
/// Players are told apart by the fingerprints of their ``Essence``s, which are kept packed, with what decides what can
/// happen next. Threads add players in any order, so that numbers mean nothing but within one exploration: nothing that
/// an exploration tells depends on them.
public final class PlayerArena: StatePacking {
  struct Record: BitwiseCopyable {
    var facts: ScopeFacts
    var fingerprint: UInt64
    /// The packed essence.
    var place: UnsafePointer<UInt8>
  }

  private static var recordBits: UInt32 { 10 }
  private static var roomSize: Int { 1 << 16 }

  private let scope: PlayerScope
  private let packer: StatePacker
  // Places never move, so that who has a number needs no lock to read what it stands for; and whoever has one has it of
  // somebody who added it before.
  private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
  private static var chunkLimit: Int { 1 << 16 }
  private let lock = Mutex(())
  @exclusivity(unchecked) private var table = PlainTable<UInt32>(capacity: 128)
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var packedByteCount = 0
  @exclusivity(unchecked) private var isFull = false
  @exclusivity(unchecked) private var rooms: [UnsafeMutablePointer<UInt8>] = []
  @exclusivity(unchecked) private var used = PlayerArena.roomSize
  /// For states that come from elsewhere; used by one thread only, while no other works.
  @exclusivity(unchecked) private var player: Player

  /// An empty store; states are packed as differences from the beginning of the scope.
  public init(_ scope: PlayerScope, from setup: PlayerScope.Setup) {
    self.scope = scope
    let state = scope.begin(setup)
    player = state.player
    packer = StatePacker(
      base: withUnsafeBytes(of: scope.words(of: state).essence) {
        Array($0.bindMemory(to: UInt64.self))
      })
    chunks = .allocate(capacity: Self.chunkLimit)
    chunks.initialize(repeating: nil, count: Self.chunkLimit)
  }

  deinit {
    for index in 0..<Self.chunkLimit {
      guard let chunk = chunks[index] else { break }
      chunk.deallocate()
    }
    chunks.deallocate()
    for room in rooms { room.deallocate() }
  }

  // MARK: Players

  @inline(__always)
  func record(_ number: UInt32) -> UnsafePointer<Record> {
    // There is a chunk where there is a number.
    UnsafePointer(chunks[Int(number >> Self.recordBits)]! + Int(number & (1 << Self.recordBits - 1)))
  }

  /// Has the record of a player fetched.
  @inline(__always)
  func prefetch(_ number: UInt32) { CPrefetch.prefetch(record(number)) }

  /// Has the place fetched where a player is looked up.
  @inline(__always)
  func prefetch(fingerprint: UInt64) { lock.withLock { _ in table.prefetch(fingerprint) } }

  /// The essence of a player, which has words in memory that is no part of the arena.
  func readEssence(_ number: UInt32, into essence: UnsafeMutablePointer<Essence>) {
    let words = UnsafeMutableRawPointer(essence).assumingMemoryBound(to: UInt64.self)
    packer.unpack(record(number).pointee.place, to: words)
  }

  /// The number of the player whose essence has this fingerprint; `nil` when there is none.
  func number(of fingerprint: UInt64) -> UInt32? { lock.withLock { _ in table.find(fingerprint)?.pointee } }

  /// Adds a player, unless somebody was faster.
  func add(_ essence: UnsafePointer<Essence>, _ fingerprint: UInt64, _ facts: ScopeFacts) -> UInt32 {
    lock.withLock { _ in
      if let known = table.find(fingerprint) { return known.pointee }
      // A number that somebody has stands for some player: the exploration ends before it is looked at.
      if count >= Self.chunkLimit << Int(Self.recordBits) {
        isFull = true
        return 0
      }
      let number = UInt32(count)
      let chunk = chunks[Int(number >> Self.recordBits)] ?? .allocate(capacity: 1 << Int(Self.recordBits))
      chunks[Int(number >> Self.recordBits)] = chunk
      let record = Record(facts: facts, fingerprint: fingerprint, place: pack(essence))
      (chunk + Int(number & (1 << Self.recordBits - 1))).initialize(to: record)
      table.add(fingerprint, number)
      count += 1
      return number
    }
  }

  private func pack(_ essence: UnsafePointer<Essence>) -> UnsafePointer<UInt8> {
    if used + packer.maximumByteCount + 8 > Self.roomSize {
      rooms.append(.allocate(capacity: Self.roomSize))
      used = 0
    }
    let place = rooms[rooms.count - 1] + used
    let length = packer.pack(UnsafeRawPointer(essence).assumingMemoryBound(to: UInt64.self), to: place)
    used += length
    packedByteCount += length
    return UnsafePointer(place)
  }

  /// What it holds of memory, a few bytes more or less: players that are one may be packed to different lengths, and the one
  /// that came first stays.
  public var byteCount: Int {
    let records = (count >> Int(Self.recordBits) + 1) << Int(Self.recordBits) * MemoryLayout<Record>.stride
    return records + table.byteCount + packedByteCount + packedByteCount / 64 + Self.roomSize * 2
      + Self.chunkLimit * MemoryLayout<UnsafeRawPointer>.stride
  }

  /// An estimate of the bytes that `additions` more states cost; huge when they exceed the bound.
  public func growth(for additions: Int) -> Int {
    // As if there were no memory for more than have numbers; time that goes by may make one of every state, too.
    if count + additions * 2 >= Self.chunkLimit << Int(Self.recordBits) { return Int.max / 4 }
    let each = MemoryLayout<Record>.stride + (count == 0 ? packer.maximumByteCount : packedByteCount / count * 2)
    let needsTable = (count + additions) * 2 > table.mask
    return additions * each + (needsTable ? max(table.byteCount, additions * 64) * 2 : 0) + Self.roomSize
  }

  /// The bound that is exceeded, as a sentence; `nil` while none is.
  public var problem: String? {
    isFull ? "there are more than \(Self.chunkLimit << Int(Self.recordBits)) players: explore a smaller scope" : nil
  }

  // MARK: States

  /// Bytes of a packed state: its number and what it is beside its player.
  public var maximumByteCount: Int { Self.handleSize }

  /// A state that is to be expanded: what it is beside its player, and the player's number.
  static var handleSize: Int { MemoryLayout<PlayerScope.Rest>.size + 4 }

  @inline(__always)
  static func write(_ rest: PlayerScope.Rest, _ player: UInt32, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let place = UnsafeMutableRawPointer(bytes)
    place.storeBytes(of: rest, as: PlayerScope.Rest.self)
    place.storeBytes(of: player, toByteOffset: MemoryLayout<PlayerScope.Rest>.size, as: UInt32.self)
    return handleSize
  }

  @inline(__always)
  static func read(_ bytes: UnsafePointer<UInt8>) -> (rest: PlayerScope.Rest, player: UInt32) {
    let place = UnsafeRawPointer(bytes)
    return (
      place.loadUnaligned(as: PlayerScope.Rest.self),
      place.loadUnaligned(fromByteOffset: MemoryLayout<PlayerScope.Rest>.size, as: UInt32.self)
    )
  }

  /// Stores the player if it is new, and writes its number. Returns the number of bytes written.
  public func pack(_ words: UnsafePointer<UInt64>, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let words = UnsafeRawPointer(words).assumingMemoryBound(to: PlayerScope.Words.self)
    var essence = words.pointee.essence
    let fingerprint = Fingerprint.of(&essence)
    player.restore(essence)
    let number = add(&essence, fingerprint, ScopeFacts(player, replaceLimit: scope.replaceLimit))
    return Self.write(words.pointee.rest, number, to: bytes)
  }

  /// Reads a state that ``pack(_:to:)`` wrote.
  public func unpack(_ bytes: UnsafePointer<UInt8>, to words: UnsafeMutablePointer<UInt64>) {
    let (rest, number) = Self.read(bytes)
    let words = UnsafeMutableRawPointer(words).assumingMemoryBound(to: PlayerScope.Words.self)
    readEssence(number, into: &words.pointee.essence)
    words.pointee.rest = rest
  }
}
