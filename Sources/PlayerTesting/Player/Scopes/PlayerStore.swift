import CPrefetch
import PlayerCore
import ReducerTesting
import Backports

/// The players of an exploration, each stored once: states hold their numbers.
///
/// Players are identified by the fingerprints of their ``PlayerCore/CanonicalState``s. They are stored packed, with the inspection
/// that decides which steps are possible. Threads add players in any order, so numbers are valid within one exploration
/// only, and no result depends on them.
public final class PlayerStore: StatePacking {
  struct Record: BitwiseCopyable {
    var inspection: ScopeInspection
    var fingerprint: UInt64
    /// The packed canonical state.
    var place: UnsafePointer<UInt8>
  }

  private static var recordBits: UInt32 { 10 }
  private static var roomSize: Int { 1 << 16 }

  private let scope: PlayerScope
  private let packer: StatePacker
  // Chunks never move, and a number is handed out only after its record was written: reading a record needs no lock.
  private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
  private static var chunkLimit: Int { 1 << 16 }
  private let lock = Lock(())
  @exclusivity(unchecked) private var table = PlainTable<UInt32>(capacity: 128)
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var packedByteCount = 0
  @exclusivity(unchecked) private var isFull = false
  @exclusivity(unchecked) private var slabs: [UnsafeMutablePointer<UInt8>] = []
  @exclusivity(unchecked) private var used = PlayerStore.roomSize
  /// For states from outside; used by a single thread while no other works.
  @exclusivity(unchecked) private var player: Player

  /// An empty store; states are packed as differences from the beginning of the scope.
  public init(_ scope: PlayerScope, from setup: PlayerScope.Setup) {
    self.scope = scope
    let state = scope.begin(setup)
    player = state.player
    packer = StatePacker(
      base: withUnsafeBytes(of: scope.words(of: state).canonical) {
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
    for slab in slabs { slab.deallocate() }
  }

  // MARK: Players

  @inline(__always)
  func record(_ number: UInt32) -> UnsafePointer<Record> {
    // Every number has a chunk.
    UnsafePointer(chunks[Int(number >> Self.recordBits)]! + Int(number & (1 << Self.recordBits - 1)))
  }

  /// Prefetches the record of a player.
  @inline(__always)
  func prefetch(_ number: UInt32) { CPrefetch.prefetch(record(number)) }

  /// Prefetches the table entry for a fingerprint.
  @inline(__always)
  func prefetch(fingerprint: UInt64) { lock.withLock { _ in table.prefetch(fingerprint) } }

  /// The canonical state of a player, written to memory outside the store.
  func readCanonicalState(_ number: UInt32, into canonical: UnsafeMutablePointer<CanonicalState>) {
    let words = UnsafeMutableRawPointer(canonical).assumingMemoryBound(to: UInt64.self)
    packer.unpack(record(number).pointee.place, to: words)
  }

  /// The number of the player whose canonical state has this fingerprint; `nil` when there is none.
  func number(of fingerprint: UInt64) -> UInt32? { lock.withLock { _ in table.find(fingerprint)?.pointee } }

  /// Adds a player, unless another thread has added it.
  func add(_ canonical: UnsafePointer<CanonicalState>, _ fingerprint: UInt64, _ inspection: ScopeInspection) -> UInt32 {
    lock.withLock { _ in
      if let known = table.find(fingerprint) { return known.pointee }
      // Any valid number will do: the exploration ends before it is read.
      if count >= Self.chunkLimit << Int(Self.recordBits) {
        isFull = true
        return 0
      }
      let number = UInt32(count)
      let chunk = chunks[Int(number >> Self.recordBits)] ?? .allocate(capacity: 1 << Int(Self.recordBits))
      chunks[Int(number >> Self.recordBits)] = chunk
      let record = Record(inspection: inspection, fingerprint: fingerprint, place: pack(canonical))
      (chunk + Int(number & (1 << Self.recordBits - 1))).initialize(to: record)
      table.add(fingerprint, number)
      count += 1
      return number
    }
  }

  private func pack(_ canonical: UnsafePointer<CanonicalState>) -> UnsafePointer<UInt8> {
    if used + packer.maximumByteCount + 8 > Self.roomSize {
      slabs.append(.allocate(capacity: Self.roomSize))
      used = 0
    }
    let place = slabs[slabs.count - 1] + used
    let length = packer.pack(UnsafeRawPointer(canonical).assumingMemoryBound(to: UInt64.self), to: place)
    used += length
    packedByteCount += length
    return UnsafePointer(place)
  }

  /// The memory in use, approximately: equal players may be packed to different lengths, and the first one is kept.
  public var byteCount: Int {
    let records = (count >> Int(Self.recordBits) + 1) << Int(Self.recordBits) * MemoryLayout<Record>.stride
    return records + table.byteCount + packedByteCount + packedByteCount / 64 + Self.roomSize * 2
      + Self.chunkLimit * MemoryLayout<UnsafeRawPointer>.stride
  }

  /// An estimate of the bytes that `additions` more states cost; huge when they exceed the bound.
  public func growth(for additions: Int) -> Int {
    // Running out of numbers counts as running out of memory; advancing time may double the number of players.
    if count + additions * 2 >= Self.chunkLimit << Int(Self.recordBits) { return Int.max / 4 }
    let each = MemoryLayout<Record>.stride + (count == 0 ? packer.maximumByteCount : packedByteCount / count * 2)
    let needsTable = (count + additions) * 2 > table.mask
    return additions * each + (needsTable ? max(table.byteCount, additions * 64) * 2 : 0) + Self.roomSize
  }

  /// The exceeded bound, as a sentence; `nil` within all bounds.
  public var problem: String? {
    isFull ? "there are more than \(Self.chunkLimit << Int(Self.recordBits)) players: explore a smaller scope" : nil
  }

  // MARK: States

  /// The size of a packed state in bytes: its player's number and the part outside its player.
  public var maximumByteCount: Int { Self.handleSize }

  /// The size of a state to expand: the part outside its player, and the player's number.
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
    var canonical = words.pointee.canonical
    let fingerprint = Fingerprint.of(&canonical)
    player.restore(canonical)
    let number = add(&canonical, fingerprint, ScopeInspection(player, replaceLimit: scope.replaceLimit))
    return Self.write(words.pointee.rest, number, to: bytes)
  }

  /// Reads a state that ``pack(_:to:)`` wrote.
  public func unpack(_ bytes: UnsafePointer<UInt8>, to words: UnsafeMutablePointer<UInt64>) {
    let (rest, number) = Self.read(bytes)
    let words = UnsafeMutableRawPointer(words).assumingMemoryBound(to: PlayerScope.Words.self)
    readCanonicalState(number, into: &words.pointee.canonical)
    words.pointee.rest = rest
  }
}
