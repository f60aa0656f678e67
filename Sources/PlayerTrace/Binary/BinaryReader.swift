import PlayerCore
import PlayerText

/// Reads the binary form: header, blocks of entries, index.
struct BinaryReader {
  private(set) var header = TraceHeader()
  private(set) var loss: TraceLoss?
  private(set) var isFinished = false
  /// The start of the entry that was returned last.
  var recordOffset: Int64 = 0

  var source: TraceBytes
  var steps: StepReader
  var definitions = DefinitionCheck()
  private(set) var states: StateReading
  /// The state against which the next checkpoint of the block is decoded.
  private var reference: [Int64]?
  private var isBlockOpen = false
  /// The block that was opened last; `nil` before the first.
  private(set) var block: BinaryIndex.Block?
  private var checksum = CRC32C()
  private var number: Int64 = 0
  private var instant: Int64 = 0
  private var nextIsBroken = false
  private(set) var isOver = false
  /// The blocks in the index at the end of the file; empty without a trustworthy index.
  var listed: [BinaryIndex.Block] = []
  /// The number of blocks in ``listed`` that were passed.
  var passed = 0
  var hasLookedForIndex = false
  /// What is wrong with the index; `nil` while no problem is known.
  var indexProblem: String?

  init(_ source: TraceBytes) throws(TraceError) {
    self.source = source
    steps = StepReader(StepMaker(.current))
    states = StateReading(maker: StepMaker(.current), header: header, standard: nil)
    try readHeader()
  }

  private mutating func readHeader() throws(TraceError) {
    try source.fill(TraceLimit.buffer)
    var content = BinaryHeader.Content()
    while true {
      do throws(Halt) {
        content = try read { cursor throws(Halt) in try BinaryHeader.read(&cursor) }
        break
      } catch {
        let available = source.available
        guard case .short = error, !source.isLast else { throw headerError(error) }
        try source.fill(available + TraceLimit.buffer)
      }
    }
    let vocabulary = try content.identity.find(.binary, file: source.name).vocabulary
    do throws(Flaw) { header = try BinaryHeader.finish(content, vocabulary) } catch { throw damage(error, 0) }
    let maker = StepMaker(vocabulary)
    steps = StepReader(maker)
    states = StateReading(
      maker: maker, header: header, standard: header.stateLayout == vocabulary.layout ? header.freshState : nil)
  }

  private func headerError(_ halt: Halt) -> TraceError {
    switch halt {
    case .short: .noHeader(file: source.name, bytes: Int64(source.available))
    case .flaw(let flaw): damage(flaw, 0)
    }
  }

  /// The next record; `nil` after the last.
  mutating func next() throws(TraceError) -> TraceRecord? {
    if source.isGrowing { return try nextOfGrowing() }
    if !hasLookedForIndex { try loadIndex() }
    while !isOver {
      if source.available < BinaryFormat.longestStep { try source.fill(TraceLimit.buffer) }
      recordOffset = source.offset
      if source.available == 0 {
        isOver = true
        return nil
      }
      do throws(Halt) {
        if let record = try entry() { return record }
      } catch {
        switch error {
        case .short: try readOn()
        case .flaw(let flaw): throw damage(flaw, recordOffset)
        }
      }
    }
    return nil
  }

  /// The available bytes end inside an entry. Only entries with a text can be longer than the guaranteed bytes, and
  /// these change nothing before they are complete, so they can be read again.
  private mutating func readOn() throws(TraceError) {
    if source.isLast { return lose() }
    guard source.available <= TraceLimit.record + 64 else {
      throw .tooLong(file: source.name, offset: recordOffset, what: "an entry")
    }
    try source.fill(source.available + TraceLimit.buffer)
  }

  /// The file ends inside an entry.
  private mutating func lose() {
    loss = TraceLoss(offset: recordOffset, bytes: Int64(source.available), lastStep: number)
    source.index += source.available
    isOver = true
  }

  /// Reads one entry; `nil` for one that is not a separate record.
  mutating func entry() throws(Halt) -> TraceRecord? {
    if isBlockOpen { return try blockEntry() }
    guard isFinished else { return try openBlock() }
    try readIndex()
    return nil
  }

  // MARK: Blocks

  private mutating func openBlock() throws(Halt) -> TraceRecord? {
    checksum = CRC32C()
    let states = states
    let opening = try checkedEntry { cursor throws(Halt) in try BinaryBlock.read(&cursor, states) }
    guard opening.number >= number else {
      throw .flaw("block", expected: "a number from \(number) on", found: "\(opening.number)")
    }
    number = opening.number
    instant = opening.instant
    let block = BinaryIndex.Block(offset: recordOffset, number: number, instant: instant)
    self.block = block
    compareWithIndex(block)
    steps.reset(at: instant)
    reference = opening.checkpoint.flatMap { fields(of: $0) } ?? states.standard
    isBlockOpen = true
    return opening.checkpoint.map { .checkpoint($0) }
  }

  private mutating func blockEntry() throws(Halt) -> TraceRecord? {
    var cursor = ByteCursor(source.window, at: source.index)
    let tag = try cursor.varint("tag")
    guard !isFinished || tag == BinaryFormat.Tag.close.rawValue else {
      throw .flaw("tag", expected: "the end of the block after the end record", found: "\(tag)")
    }
    switch BinaryFormat.Tag(rawValue: tag) {
    case .close:
      try closeBlock(&cursor)
      return nil
    case .newShape, nil: return try step(tag, &cursor)
    case .item, .text: return .definition(try definition(tag, &cursor))
    case .mark:
      let number = try count("mark", number &+ (try cursor.zigzag("mark")))
      let text = try cursor.text("mark")
      try endEntry(&cursor)
      return .mark(TraceMark(number: number, text: text))
    case .jump:
      let count = try cursor.count("jump", upTo: UInt64(Int64.max))
      let (next, overflow) = number.addingReportingOverflow(count)
      guard !overflow, next >= 0 else { throw .flaw("jump", expected: "a number of 63 bits", found: "\(count)") }
      try endEntry(&cursor)
      number = next
      return nil
    case .broken:
      try endEntry(&cursor)
      nextIsBroken = true
      return nil
    case .checkpoint: return .checkpoint(try checkpoint(&cursor))
    case .end: return .end(try end(&cursor))
    }
  }

  private mutating func checkpoint(_ cursor: inout ByteCursor) throws(Halt) -> TraceCheckpoint {
    let checkpoint = try BinaryBlock.checkpoint(
      &cursor, number: number, instant: instant, states, reference: reference)
    try endEntry(&cursor)
    if let values = fields(of: checkpoint) { reference = values }
    return checkpoint
  }

  /// The fields of a checkpoint in the order of the trace's vocabulary.
  private func fields(of checkpoint: TraceCheckpoint) -> [Int64]? {
    states.standard.flatMap { checkpoint.values(like: $0) }
  }

  private mutating func step(_ tag: UInt64, _ cursor: inout ByteCursor) throws(Halt) -> TraceRecord? {
    guard number < .max else { throw .flaw("step", expected: "a number of 63 bits", found: "a larger one") }
    let record = try steps.read(tag, number: number + 1, isWhole: !nextIsBroken, &cursor)
    try endEntry(&cursor)
    number += 1
    instant = steps.instant
    nextIsBroken = false
    return record
  }

  private mutating func definition(_ tag: UInt64, _ cursor: inout ByteCursor) throws(Halt) -> TraceDefinition {
    let number = UInt32(truncatingIfNeeded: try cursor.count("definition", upTo: UInt64(UInt32.max)))
    let text = try cursor.text("definition")
    try endEntry(&cursor)
    let definition: TraceDefinition =
      tag == BinaryFormat.Tag.item.rawValue ? .item(ItemID(number), source: text) : .text(TextID(number), text)
    do throws(Flaw) { try definitions.take(definition) } catch { throw .flaw(error) }
    return definition
  }

  private func count(_ field: String, _ number: Int64) throws(Halt) -> Int64 {
    guard number >= 0 else { throw .flaw(field, expected: "a number from 0 on", found: "\(number)") }
    return number
  }

  private mutating func end(_ cursor: inout ByteCursor) throws(Halt) -> TraceEnd {
    var end = TraceEnd(
      number: try count("end", number &+ (try cursor.zigzag("end"))),
      inputs: try count("end", try cursor.zigzag("end")), outputs: try count("end", try cursor.zigzag("end")),
      digest: try cursor.fixed(8), ending: .finished)
    let kind = try cursor.byte()
    switch kind {
    case 0: break
    case 1: end.ending = .interrupted(by: try cursor.text("end"))
    case 2: end.ending = .failed(try cursor.text("end"))
    default: throw .flaw("end", expected: "0, 1 or 2", found: "\(kind)")
    }
    try endEntry(&cursor)
    isFinished = true
    return end
  }

  private mutating func closeBlock(_ cursor: inout ByteCursor) throws(Halt) {
    checksum.update(source.window, source.index..<cursor.index)
    let expected = checksum.value
    let found = UInt32(truncatingIfNeeded: try cursor.fixed(4))
    guard isSame(found, expected) else {
      throw .flaw("the checksum of the block", expected: "\(expected)", found: "\(found)")
    }
    source.index = cursor.index
    isBlockOpen = false
  }

  // MARK: Steps that are followed

  /// Whether the next entry may be a step that nothing precedes.
  var followsSteps: Bool { isBlockOpen && !isFinished && !isOver && !nextIsBroken && steps.isOwn }

  /// The place of the next step.
  var place: BlockPlace {
    get { BlockPlace(index: source.index, number: number, checksum: checksum, lastEntry: source.index) }
    set {
      recordOffset = source.offset + Int64(newValue.lastEntry - source.index)
      source.index = newValue.index
      number = newValue.number
      instant = steps.instant
      checksum = newValue.checksum
    }
  }

  // MARK: Bytes

  /// Reads content without a check byte.
  private mutating func read<Value>(_ body: (inout ByteCursor) throws(Halt) -> Value) throws(Halt) -> Value {
    var cursor = ByteCursor(source.window, at: source.index)
    let value = try body(&cursor)
    source.index = cursor.index
    return value
  }

  private mutating func checkedEntry<Value>(_ body: (inout ByteCursor) throws(Halt) -> Value) throws(Halt) -> Value {
    var cursor = ByteCursor(source.window, at: source.index)
    let value = try body(&cursor)
    try endEntry(&cursor)
    return value
  }

  /// Compares the check byte after an entry, and continues after it.
  private mutating func endEntry(_ cursor: inout ByteCursor) throws(Halt) {
    var checksum = checksum
    checksum.update(source.window, source.index..<cursor.index)
    let expected = checksum.check
    let found = try cursor.byte()
    guard isSame(found, expected) else {
      throw .flaw("the check byte after step \(number)", expected: "\(expected)", found: "\(found)")
    }
    checksum.update(source.window, cursor.index - 1..<cursor.index)
    self.checksum = checksum
    source.index = cursor.index
  }

  private mutating func readIndex() throws(Halt) {
    try read { cursor throws(Halt) in try BinaryIndex.skip(&cursor) }
    compareWithIndexAtEnd()
    isOver = true
    guard source.available == 0 else {
      throw .flaw("end of the file", expected: "nothing after the index", found: "\(source.available) bytes")
    }
  }

  func damage(_ flaw: Flaw, _ offset: Int64) -> TraceError {
    .damaged(TraceDamage(file: source.name, offset: offset, line: nil, flaw: flaw))
  }
}
