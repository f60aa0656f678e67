import PlayerCore

// The result of reading a whole run, stored beside its trace: the page of a long run opens without reading it again.
//
// The form may change with every build: an index of another one, or of another trace, is ignored, and the trace is read.

/// The frame of the stored bytes.
private enum RunIndex {
  static let magic: [UInt8] = Array("TDRI".utf8)
  /// Increases with every change of the bytes, or of what they mean.
  static var version: UInt64 { 1 }
  /// The maximum number of segments and observers that players have in all. With a longer index the page would be larger
  /// for little.
  static var entryLimit: Int { 1 << 20 }

  /// Everything that must be the same when the index is read: what was read, and by what.
  static func identity(of trace: TraceMemory) -> [UInt64] {
    [
      version, TraceVocabulary.current.hash, TraceHeader.currentStateLayout,
      UInt64(bitPattern: Int64(Vocabulary.behaviourVersion)), UInt64(RunBlock.size), UInt64(RunLane.all.count),
      UInt64(MessageFamily.allCases.count), UInt64(trace.count), UInt64(trace.checksum),
    ]
  }
}

extension ViewedRun {
  /// Whether there can be an ``index`` once the run is read.
  package var canHaveIndex: Bool { recorded != nil }

  /// The bytes from which ``init(_:index:)`` opens the run at once. `nil` for a run that was not read to its end or has
  /// errors, for texts, logs and traces of older versions, and for a run whose players have too many segments.
  package var index: [UInt8]? {
    guard isOver, problem == nil, let recorded, steps.players.entryCount <= RunIndex.entryLimit else { return nil }
    var writer = ByteWriter()
    writer.bytes.append(contentsOf: RunIndex.magic)
    for value in RunIndex.identity(of: recorded.trace) { writer.fixed(value, 8) }
    writer.write(loss) { writer, loss in
      writer.varint(UInt64(bitPattern: loss.offset))
      writer.varint(UInt64(bitPattern: loss.bytes))
      writer.zigzag(loss.lastStep)
    }
    facts.write(into: &writer)
    writer.varint(blocks.count)
    var before: Int64 = 0
    for block in blocks {
      block.write(into: &writer, after: before)
      before = block.end.microseconds
    }
    writer.zigzag(lastStep)
    var players = steps.players
    players.append(end, isNeeded: true)
    players.write(into: &writer)
    var checksum = CRC32C()
    checksum.update(writer.bytes, 0..<writer.bytes.count)
    writer.fixed(UInt64(checksum.value), 4)
    return writer.bytes
  }

  /// Opens a trace in memory with its index; `nil` if the index is that of another trace or build, or damaged.
  package init?(_ trace: TraceMemory, index: [UInt8]) throws(TraceError) {
    try self.init(trace)
    guard recorded != nil, index.count > 4 else { return nil }
    var checksum = CRC32C()
    checksum.update(index, 0..<index.count - 4)
    var cursor = ByteCursor(index, at: index.count - 4)
    do throws(Halt) {
      guard try cursor.fixed(4) == UInt64(checksum.value) else { return nil }
      cursor.index = 0
      try cursor.expect(RunIndex.magic, "index")
      for value in RunIndex.identity(of: trace) where try cursor.fixed(8) != value { return nil }
      let loss = try cursor.optional { cursor throws(Halt) in
        TraceLoss(
          offset: Int64(bitPattern: try cursor.varint("loss")), bytes: Int64(bitPattern: try cursor.varint("loss")),
          lastStep: try cursor.zigzag("loss"))
      }
      let facts = try RunFacts(&cursor)
      var blocks: [RunBlock] = []
      for _ in 0..<(try cursor.length("blocks")) {
        blocks.append(try RunBlock(&cursor, after: blocks.last?.end.microseconds ?? 0))
      }
      let last = try cursor.zigzag("last step")
      var players = try PlayerStore(header.configuration, &cursor)
      guard players.count == blocks.count + 1, let end = players.player(blocks.count) else { return nil }
      players.removeLast()
      take(ViewedSteps(blocks, facts, players, last: last, end: end, header), loss, reading: trace)
    } catch { return nil }
  }
}

// MARK: Blocks

extension RunBlock {
  /// Writes a block whose steps are in the trace. `instant` is that of the step before the block.
  fileprivate func write(into writer: inout ByteWriter, after instant: Int64) {
    span.write(into: &writer, after: instant)
    writer.zigzag(end.microseconds &- instant)
    writer.varint(UInt64(bitPattern: place?.offset ?? 0))
    writer.varint(place?.skipped ?? 0)
  }

  fileprivate init(_ cursor: inout ByteCursor, after instant: Int64) throws(Halt) {
    let span = try RunSpan(&cursor, after: instant)
    let end = Instant(microseconds: instant &+ (try cursor.zigzag("instant")))
    let place = RecordedSteps.Place(
      offset: try cursor.count("offset", upTo: UInt64(Int64.max)),
      skipped: Int(try cursor.count("steps", upTo: UInt64(Int32.max))))
    self.init(span, end: end, at: place)
  }
}

// MARK: Facts

extension RunFacts {
  fileprivate func write(into writer: inout ByteWriter) {
    writer.write(items) { writer, item in
      writer.varint(UInt64(item.item))
      writer.text(item.source)
    }
    writer.write(texts.keys.sorted()) { writer, number in
      writer.varint(UInt64(number))
      writer.text(texts[number] ?? "")
    }
    writer.write(marks) { writer, mark in
      writer.zigzag(mark.number)
      writer.text(mark.text)
    }
    writer.write(parts.segments) { writer, segment in
      writer.varint(UInt64(segment.id.rawValue))
      writer.zigzag(segment.start.microseconds)
      writer.zigzag(segment.end.microseconds)
      let presented = segment.presented.map { $0.rawValue + 1 } ?? 0
      writer.bytes.append((segment.isBlocked ? 1 : 0) | (segment.isHidden ? 2 : 0) | presented << 2)
      writer.varint(UInt64(segment.title.rawValue))
    }
    writer.write(parts.chapters) { writer, chapter in
      writer.zigzag(chapter.start.microseconds)
      writer.zigzag(chapter.end.microseconds)
      writer.varint(UInt64(chapter.title.rawValue))
    }
    writer.zigzag(duration.microseconds)
    writer.zigzag(Int64(statistics.stallCount))
    writer.zigzag(statistics.stallTime.microseconds)
    writer.zigzag(statistics.startupTime.microseconds)
    writer.zigzag(Int64(statistics.ignoredEvents))
    for steps in [stalls, failures] { writer.write(steps) { $0.zigzag($1) } }
    writer.write(clock) { writer, clock in
      writer.zigzag(clock.instant.microseconds)
      writer.zigzag(clock.date)
    }
    writer.write(ending) { writer, ending in
      switch ending {
      case .finished: writer.varint(0)
      case .interrupted(let signal):
        writer.varint(1)
        writer.text(signal)
      case .failed(let reason):
        writer.varint(2)
        writer.text(reason)
      }
    }
    writer.write(differsAt) { $0.zigzag($1) }
  }

  fileprivate init(_ cursor: inout ByteCursor) throws(Halt) {
    self.init()
    for _ in 0..<(try cursor.length("items")) {
      take(.item(ItemID(try cursor.number("item")), source: try cursor.text("item")))
    }
    for _ in 0..<(try cursor.length("texts")) {
      take(.text(TextID(try cursor.number("text")), try cursor.text("text")))
    }
    for _ in 0..<(try cursor.length("marks")) {
      take(TraceMark(number: try cursor.zigzag("mark"), text: try cursor.text("mark")))
    }
    var segments: [MediaParts.Segment] = []
    for _ in 0..<(try cursor.length("segments")) {
      let id = SegmentID(try cursor.number("segment"))
      let start = MediaTime(microseconds: try cursor.zigzag("segment"))
      let end = MediaTime(microseconds: try cursor.zigzag("segment"))
      let flags = try cursor.byte()
      let title = TextID(try cursor.number("segment"))
      segments.append(
        .init(
          id: id, start: start, end: end, isBlocked: flags & 1 != 0, isHidden: flags & 2 != 0, title: title,
          presented: flags >> 2 == 0 ? nil : .init(rawValue: flags >> 2 - 1)))
    }
    var chapters: [MediaParts.Chapter] = []
    for _ in 0..<(try cursor.length("chapters")) {
      chapters.append(
        .init(
          start: MediaTime(microseconds: try cursor.zigzag("chapter")),
          end: MediaTime(microseconds: try cursor.zigzag("chapter")), title: TextID(try cursor.number("chapter"))))
    }
    parts = MediaParts(segments, chapters, limit: Self.limit)
    duration = MediaTime(microseconds: try cursor.zigzag("duration"))
    statistics.stallCount = Int32(truncatingIfNeeded: try cursor.zigzag("statistics"))
    statistics.stallTime = TimeSpan(microseconds: try cursor.zigzag("statistics"))
    statistics.startupTime = TimeSpan(microseconds: try cursor.zigzag("statistics"))
    statistics.ignoredEvents = Int32(truncatingIfNeeded: try cursor.zigzag("statistics"))
    for _ in 0..<(try cursor.length("stalls")) { stalls.append(try cursor.zigzag("stall")) }
    for _ in 0..<(try cursor.length("failures")) { failures.append(try cursor.zigzag("failure")) }
    clock = try cursor.optional { cursor throws(Halt) in
      (Instant(microseconds: try cursor.zigzag("clock")), try cursor.zigzag("clock"))
    }
    ending = try cursor.optional { cursor throws(Halt) in
      switch try cursor.count("ending", upTo: 2) {
      case 0: TraceEnding.finished
      case 1: .interrupted(by: try cursor.text("ending"))
      default: .failed(try cursor.text("ending"))
      }
    }
    differsAt = try cursor.optional { cursor throws(Halt) in try cursor.zigzag("step") }
  }
}

// MARK: Values

extension ByteWriter {
  fileprivate mutating func write<Value>(_ values: [Value], _ write: (inout ByteWriter, Value) -> Void) {
    varint(values.count)
    for value in values { write(&self, value) }
  }

  fileprivate mutating func write<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
    bytes.append(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }
}

extension ByteCursor {
  fileprivate mutating func optional<Value>(_ read: (inout ByteCursor) throws(Halt) -> Value) throws(Halt) -> Value? {
    try byte() == 0 ? nil : try read(&self)
  }
}
