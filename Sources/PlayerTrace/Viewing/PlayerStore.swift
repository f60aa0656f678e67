import PlayerCore

/// Players at the beginning of blocks, in few bytes: the fields of each as differences from a fresh player, and the lists
/// that its fields only represent.
///
/// Long lists that change all the time are not stored for each player, so that memory grows with the run and not with its
/// square.
struct PlayerStore {
  /// How many entries of lists are stored for each player on average.
  private static var entriesPerPlayer: Int { 4 * RunBlock.size }
  /// The numbers of lists: those of a player without any, and those that are not stored.
  private enum Lists {
    static var none: Int { 0 }
    static var unknown: Int { 1 }
    static var first: Int { 2 }
  }

  private let fresh: [Int64]
  /// For each player its instant, the number of its lists and its fields.
  private var fields = ByteWriter()
  private var starts: [Int] = []
  /// Lists that players have, each different from the one before.
  private var lists: [PlayerLists] = []
  /// How many entries these have in all.
  private(set) var entryCount = 0

  init(_ configuration: Configuration) { fresh = Player(configuration: configuration).stateValues }

  var count: Int { starts.count }

  /// `isNeeded`: it is stored, however long its lists are.
  mutating func append(_ player: Player, isNeeded: Bool = false) {
    starts.append(fields.bytes.count)
    fields.zigzag(player.clock.microseconds)
    fields.varint(number(of: player, isNeeded))
    StateCoding.write(player.stateValues, reference: fresh, instant: player.clock.microseconds, into: &fields)
  }

  mutating func removeLast() { fields.bytes.removeSubrange(starts.removeLast()...) }

  private mutating func number(of player: Player, _ isNeeded: Bool) -> Int {
    if player.isRestorable { return Lists.none }
    let found = PlayerLists(player)
    if lists.last != found {
      let count = entryCount + found.entryCount
      guard isNeeded || count <= Self.entriesPerPlayer * starts.count else { return Lists.unknown }
      lists.append(found)
      entryCount = count
    }
    return lists.count - 1 + Lists.first
  }

  /// The player at a place; `nil` if not all of it is stored. The first one always is.
  func player(_ place: Int) -> Player? {
    guard starts.indices.contains(place) else { return nil }
    var cursor = ByteCursor(fields.bytes, at: starts[place])
    do throws(Halt) {
      let instant = try cursor.zigzag("instant")
      let number = Int(try cursor.count("lists", upTo: UInt64(lists.count - 1 + Lists.first)))
      guard number != Lists.unknown else { return nil }
      let values = try StateCoding.read(&cursor, reference: fresh, instant: instant)
      return Self.player(values, number == Lists.none ? nil : lists[number - Lists.first])
    } catch { return nil }
  }

  private static func player(_ values: [Int64], _ lists: PlayerLists?) -> Player? {
    var invalid: Int?
    var player = Player.with(stateValues: values, invalid: &invalid)
    guard invalid == nil else { return nil }
    guard let lists else { return player }
    player.takeTables(list: lists.list, staged: lists.staged, observers: lists.observers)
    return player.stateValues == values ? player : nil
  }

  // MARK: Bytes

  func write(into writer: inout ByteWriter) {
    writer.varint(lists.count)
    for lists in lists { lists.write(into: &writer) }
    writer.varint(starts.count)
    for (place, start) in starts.enumerated() {
      writer.varint((place + 1 < starts.count ? starts[place + 1] : fields.bytes.count) - start)
    }
    writer.bytes.append(contentsOf: fields.bytes)
  }

  init(_ configuration: Configuration, _ cursor: inout ByteCursor) throws(Halt) {
    self.init(configuration)
    for _ in 0..<(try cursor.length("lists")) {
      lists.append(try PlayerLists(&cursor))
      entryCount += lists[lists.count - 1].entryCount
    }
    var end = 0
    for _ in 0..<(try cursor.length("players")) {
      starts.append(end)
      end += try cursor.length("player")
    }
    guard end <= cursor.bytes.count - cursor.index else { throw .short }
    fields.bytes = Array(cursor.bytes[cursor.index..<cursor.index + end])
    cursor.index += end
  }
}

/// What the fields of a player only represent: segments and observers.
private struct PlayerLists: Equatable {
  let list: [Segment]
  let staged: [Segment]
  let observers: [Player.ObserverEntry]

  init(_ player: Player) {
    (list, staged, observers) = (player.segmentList, player.stagedSegments, player.observerTable)
  }

  var entryCount: Int { list.count + staged.count + observers.count }

  static func == (one: Self, other: Self) -> Bool {
    one.list == other.list && one.staged == other.staged
      && one.observers.elementsEqual(other.observers) {
        $0.id == $1.id && $0.interval == $1.interval && $0.offset == $1.offset && $0.since == $1.since
      }
  }

  func write(into writer: inout ByteWriter) {
    for segments in [list, staged] {
      writer.varint(segments.count)
      for segment in segments {
        writer.varint(UInt64(segment.id.rawValue))
        writer.zigzag(segment.start.microseconds)
        writer.zigzag(segment.end.microseconds)
        writer.bytes.append((segment.isBlocked ? 1 : 0) | (segment.isHidden ? 2 : 0) | (segment.isDated ? 4 : 0))
      }
    }
    writer.varint(observers.count)
    for observer in observers {
      writer.varint(UInt64(observer.id.rawValue))
      writer.zigzag(observer.interval.microseconds)
      writer.zigzag(observer.offset.microseconds)
      writer.zigzag(observer.since.microseconds)
    }
  }

  init(_ cursor: inout ByteCursor) throws(Halt) {
    list = try Self.segments(&cursor)
    staged = try Self.segments(&cursor)
    var observers: [Player.ObserverEntry] = []
    for _ in 0..<(try cursor.length("observers")) {
      observers.append(
        (
          ObserverID(try cursor.number("observer")), TimeSpan(microseconds: try cursor.zigzag("observer")),
          MediaTime(microseconds: try cursor.zigzag("observer")), MediaTime(microseconds: try cursor.zigzag("observer"))
        ))
    }
    self.observers = observers
  }

  private static func segments(_ cursor: inout ByteCursor) throws(Halt) -> [Segment] {
    var segments: [Segment] = []
    for _ in 0..<(try cursor.length("segments")) {
      let id = SegmentID(try cursor.number("segment"))
      let start = MediaTime(microseconds: try cursor.zigzag("segment"))
      let end = MediaTime(microseconds: try cursor.zigzag("segment"))
      let flags = try cursor.byte()
      segments.append(
        Segment(
          id, start: start, end: end, isBlocked: flags & 1 != 0, isHidden: flags & 2 != 0, isDated: flags & 4 != 0))
    }
    return segments
  }
}
