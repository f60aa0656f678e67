// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckMemory
import PlayerCore
import PlayerTrace

// A snapshot is a sequence of little-endian 64-bit integers: a mark, the vocabulary, the layout of the state, the
// counts of fields, segments, staged segments and observers, then these, with four integers for each segment and
// observer, and finally a digest of everything before it.

private enum Snapshot {
  /// "TapeSnap" and the version 1 of this form.
  static var mark: Int64 { 0x0170_616E_5365_7054 }
  static var headCount: Int { 7 }
  static var entryCount: Int { 4 }
}

@c @implementation
public func td_snapshot(
  _ player: OpaquePointer!, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>!
) -> td_result {
  needed?.pointee = 0
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let needed else { return handle.fail(TD_ERROR_NULL) { $0.put("needed is null") } }
  guard bytes != nil || capacity == 0 else { return handle.failForNull("bytes", capacity) }
  return handle.allocating(Room.player + handle.pointee.player.listRoom) { handle in
    // Unsigned, like sizes in C.
    var writer = SnapshotWriter(bytes: bytes, capacity: Int(truncatingIfNeeded: UInt(bitPattern: capacity) / 8))
    writer.write(&handle.player)
    needed.pointee = writer.count * 8
    if bytes == nil || UInt(bitPattern: writer.count * 8) <= UInt(bitPattern: capacity) { return .ok }
    handle.error.clear()
    handle.error.put("a snapshot takes ")
    handle.error.put(Int64(writer.count * 8))
    handle.error.put(" bytes, and there is room for ")
    handle.error.putSize(capacity)
    return td_result(TD_ERROR_SPACE)
  }
}

/// Also counts what does not fit.
private struct SnapshotWriter {
  let bytes: UnsafeMutableRawPointer?
  let capacity: Int
  private(set) var count = 0
  private var digest = StateDigest()

  init(bytes: UnsafeMutableRawPointer?, capacity: Int) {
    self.bytes = bytes
    self.capacity = capacity
  }

  mutating func put(_ value: Int64) {
    digest.put(value)
    if count < capacity { bytes?.storeBytes(of: value.littleEndian, toByteOffset: count * 8, as: Int64.self) }
    count += 1
  }

  mutating func write(_ player: inout Player) {
    let fields = player.stateValues
    let (list, staged, observers) = (player.segmentList, player.stagedSegments, player.observerTable)
    put(Snapshot.mark)
    put(Int64(bitPattern: Vocabulary.hash))
    put(Int64(bitPattern: TraceHeader.currentStateLayout))
    put(Int64(fields.count))
    put(Int64(list.count))
    put(Int64(staged.count))
    put(Int64(observers.count))
    for field in fields { put(field) }
    for segment in list { put(segment) }
    for segment in staged { put(segment) }
    for observer in observers {
      put(Int64(observer.id.rawValue))
      put(observer.interval.microseconds)
      put(observer.offset.microseconds)
      put(observer.since.microseconds)
    }
    put(Int64(bitPattern: digest.value))
  }

  private mutating func put(_ segment: Segment) {
    put(Int64(segment.id.rawValue))
    put(segment.start.microseconds)
    put(segment.end.microseconds)
    put((segment.isBlocked ? 1 : 0) | (segment.isHidden ? 2 : 0) | (segment.isDated ? 4 : 0))
  }
}

@c @implementation
public func td_restore(_ player: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ count: Int) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let bytes else { return handle.fail(TD_ERROR_NULL) { $0.put("bytes is null") } }
  guard !handle.pointee.isRecorded else {
    return handle.fail(TD_ERROR_STATE) { $0.put("the player is being recorded, and its trace could not be replayed") }
  }
  let reader = SnapshotReader(bytes: bytes, count: count)
  var text = ErrorText()
  guard reader.isWhole(&text) else {
    handle.pointee.error = text
    return td_result(TD_ERROR_DAMAGED)
  }
  let room = 2 * Room.player + reader.listCount * Room.segment
  return handle.allocating(room) { handle in
    guard reader.isKnown(&text) else {
      handle.error = text
      return td_result(TD_ERROR_VERSION)
    }
    guard let restored = reader.player(&text) else {
      handle.error = text
      return td_result(TD_ERROR_DAMAGED)
    }
    handle.player = restored
    handle.player.separate()
    handle.outputs = Outputs()
    handle.hasBegun = true
    return .ok
  }
}

private struct SnapshotReader {
  let bytes: UnsafeRawPointer
  let count: Int

  subscript(index: Int) -> Int64 {
    Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
  }

  var fieldCount: Int { Int(truncatingIfNeeded: self[3]) }
  var segmentCount: Int { Int(truncatingIfNeeded: self[4]) }
  var stagedCount: Int { Int(truncatingIfNeeded: self[5]) }
  var observerCount: Int { Int(truncatingIfNeeded: self[6]) }
  /// How many entries the lists have.
  var listCount: Int { segmentCount + stagedCount + observerCount }

  /// Whether the length matches the counts, and the digest is correct.
  func isWhole(_ text: inout ErrorText) -> Bool {
    guard count >= (Snapshot.headCount + 1) * 8, count % 8 == 0, self[0] == Snapshot.mark else {
      text.put("bytes: expected a snapshot")
      return false
    }
    let words = count / 8
    for index in 3..<Snapshot.headCount where self[index] < 0 || self[index] > Int64(words) {
      text.put("byte ")
      text.put(Int64(index * 8))
      text.put(": expected a number of entries that the snapshot has room for, found ")
      text.put(self[index])
      return false
    }
    let expected = Snapshot.headCount + fieldCount + listCount * Snapshot.entryCount + 1
    guard words == expected else {
      text.put("bytes: expected ")
      text.put(Int64(expected * 8))
      text.put(", found ")
      text.put(Int64(count))
      return false
    }
    var digest = StateDigest()
    for index in 0..<words - 1 { digest.put(self[index]) }
    guard Int64(bitPattern: digest.value) == self[words - 1] else {
      text.put("bytes: the digest at the end does not match: something was changed")
      return false
    }
    return true
  }

  /// Whether this library has the same fields.
  func isKnown(_ text: inout ErrorText) -> Bool {
    let layout = TraceHeader.currentStateLayout
    if Version.includes(UInt64(bitPattern: self[1])), UInt64(bitPattern: self[2]) == layout { return true }
    text.put("the snapshot has vocabulary ")
    text.putHexadecimal(UInt64(bitPattern: self[1]))
    text.put(" and layout ")
    text.putHexadecimal(UInt64(bitPattern: self[2]))
    text.put(", the library ")
    text.putHexadecimal(Vocabulary.hash)
    text.put(" and ")
    text.putHexadecimal(layout)
    return false
  }

  func player(_ text: inout ErrorText) -> Player? {
    var fields: [Int64] = []
    fields.reserveCapacity(fieldCount)
    for index in 0..<fieldCount { fields.append(self[Snapshot.headCount + index]) }
    var player = Player()
    let invalid = fields.withUnsafeBufferPointer { Player.writeState(of: &player, from: $0) }
    if let invalid {
      text.put("byte ")
      text.put(Int64((Snapshot.headCount + invalid) * 8))
      text.put(": the field has no value ")
      text.put(fields[invalid])
      return nil
    }
    let lists = Snapshot.headCount + fieldCount
    player.takeTables(
      list: segments(lists, segmentCount), staged: segments(lists + segmentCount * Snapshot.entryCount, stagedCount),
      observers: observers(lists + (segmentCount + stagedCount) * Snapshot.entryCount))
    guard player.stateValues == fields else {
      text.put("bytes: the fields of the state contradict each other or the lists")
      return nil
    }
    return player
  }

  private func segments(_ first: Int, _ count: Int) -> [Segment] {
    var segments: [Segment] = []
    segments.reserveCapacity(count)
    for index in 0..<count {
      let place = first + index * Snapshot.entryCount
      let flags = self[place + 3]
      segments.append(
        Segment(
          SegmentID(UInt32(truncatingIfNeeded: self[place])), start: MediaTime(microseconds: self[place + 1]),
          end: MediaTime(microseconds: self[place + 2]), isBlocked: flags & 1 != 0, isHidden: flags & 2 != 0,
          isDated: flags & 4 != 0))
    }
    return segments
  }

  private func observers(_ first: Int) -> [Player.ObserverEntry] {
    var observers: [Player.ObserverEntry] = []
    observers.reserveCapacity(observerCount)
    for index in 0..<observerCount {
      let place = first + index * Snapshot.entryCount
      observers.append(
        (
          ObserverID(UInt32(truncatingIfNeeded: self[place])), TimeSpan(microseconds: self[place + 1]),
          MediaTime(microseconds: self[place + 2]), MediaTime(microseconds: self[place + 3])
        ))
    }
    return observers
  }
}
