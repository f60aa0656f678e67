import Foundation

/// Reads the sections of a checkpoint, and trusts none of its content: how much memory is taken depends on the length
/// of the file, not on numbers in it. An exploration takes a few times as much as its checkpoint.
final class CheckpointReader {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  /// In bytes.
  let size: Int
  private var offset = 0
  private var words: [UInt64] = []
  private var position = 0
  private var digest: UInt64 = 1

  init(_ path: String) throws(CheckpointError) {
    self.path = path
    guard let file = fopen(path, "rb") else {
      throw CheckpointError(
        path: path, offset: nil, problem: "the checkpoint cannot be read: \(String(cString: strerror(errno)))",
        remedy: "Give a file that --checkpoint has written.", isUnreadable: true)
    }
    self.file = file
    // A folder can be opened, and its length is the largest number.
    guard fseek(file, 0, SEEK_END) == 0, case let end = ftell(file), end >= 0, end < .max, fseek(file, 0, SEEK_SET) == 0
    else {
      fclose(file)
      throw CheckpointError(
        path: path, offset: nil, problem: "this file cannot be read twice",
        remedy: "Give a file that --checkpoint has written.", isUnreadable: true)
    }
    size = end
    for word in Checkpoint.magic {
      let isOurs = size >= 16
      let found = isOurs ? try self.word() : 0
      if found == word { continue }
      throw CheckpointError(
        path: path, offset: max(0, offset - 8), problem: "this is not a checkpoint of this version",
        remedy: "Give a file that --checkpoint of this version has written.")
    }
  }

  deinit { fclose(file) }

  func damage(_ problem: String) -> CheckpointError {
    CheckpointError(path: path, offset: offset, problem: problem, remedy: CheckpointError.startAgain)
  }

  private func word() throws(CheckpointError) -> UInt64 {
    if position == words.count { try fill() }
    position += 1
    offset += 8
    return UInt64(littleEndian: words[position - 1])
  }

  /// As many words as the writer took at once, so that the fingerprint comes out the same.
  private func fill() throws(CheckpointError) {
    let rest = (size - offset) / 8
    // The last word is the fingerprint of the words before it.
    let count = rest == 1 ? 1 : min(1 << 13, rest - 1)
    guard count > 0 else { throw damage("the file ends too early") }
    words = [UInt64](repeating: 0, count: count)
    let read = words.withUnsafeMutableBytes { fread($0.baseAddress, 8, count, file) }
    guard read == count else { throw damage("the file ends too early") }
    position = 0
    guard rest > 1 else { return }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      digest = Fingerprint.joined(digest, Fingerprint.of(base, count: count), UInt64(count), 0, 0)
    }
  }

  /// Hands out the elements of the next section, which must be this one; returns how many there are.
  @discardableResult
  func section<Element: FixedWidthInteger>(
    _ section: Checkpoint.Section, of type: Element.Type, _ take: (Element) -> Void
  ) throws(CheckpointError) -> Int {
    let number = try word()
    guard number == section.rawValue else {
      throw damage("found section \(number), expected section \(section.rawValue) (\(section))")
    }
    let byteCount = try word()
    let width = Element.bitWidth / 8
    guard byteCount <= UInt64(size - offset), byteCount % UInt64(width) == 0 else {
      throw damage("section \(section) should have \(byteCount) bytes; the file has \(size - offset) more")
    }
    let count = Int(byteCount) / width
    var word: UInt64 = 0
    for index in 0..<count {
      if index * width % 8 == 0 { word = try self.word() }
      take(Element(truncatingIfNeeded: word))
      if width < 8 { word >>= UInt64(Element.bitWidth) }
    }
    return count
  }

  func list<Element: FixedWidthInteger>(
    _ section: Checkpoint.Section, of type: Element.Type
  ) throws(CheckpointError) -> [Element] {
    var list: [Element] = []
    try self.section(section, of: type) { list.append($0) }
    return list
  }

  /// The end of the file, and the fingerprint of all of it.
  func finish() throws(CheckpointError) {
    guard try word() == Checkpoint.Section.end.rawValue, try word() == 8, size == offset + 8 else {
      throw damage("expected the end of the file")
    }
    let expected = digest
    let found = try word()
    guard found == expected else {
      throw damage(
        "the fingerprint is \(String(found, radix: 16)), expected \(String(expected, radix: 16)): bytes have changed")
    }
  }
}

extension Explorer {
  /// Resumes from a checkpoint that ``save(to:)`` has written: the result has the same states, steps and
  /// counterexamples as an exploration that was never interrupted. The bounds may differ.
  ///
  /// - Throws: ``CheckpointError`` when the file cannot be read, is damaged, or belongs to another model or setup.
  public convenience init(
    _ model: Explored, from setup: Explored.Setup, within bounds: ExplorationBounds = ExplorationBounds(),
    resuming path: String
  ) throws(CheckpointError) {
    self.init(model, from: setup, within: bounds)
    isResumed = true
    if let problem = progress.problem {
      throw CheckpointError(path: path, offset: nil, problem: problem, remedy: "Nothing of this model can be explored.")
    }
    let reader = try CheckpointReader(path)
    guard reader.size <= bounds.memory else {
      throw CheckpointError(
        path: path, offset: nil,
        problem: "the checkpoint has \(reader.size) bytes, but the exploration may use only \(bounds.memory)",
        remedy: "Allow it at least as much as before with --memory.")
    }
    let identity = String(decoding: try reader.list(.identity, of: UInt8.self).prefix(1_000), as: UTF8.self)
    guard identity == checkpointIdentity else {
      throw CheckpointError(
        path: path, offset: nil, problem: "found \"\(identity)\", expected \"\(checkpointIdentity)\"",
        remedy: "Resume the same exploration, with the version that wrote the checkpoint.")
    }
    guard try reader.list(.base, of: UInt64.self) == base else {
      throw CheckpointError(
        path: path, offset: nil, problem: "the exploration began in another state",
        remedy: "Resume with the version that wrote it.")
    }
    try readProgress(reader)
    try readStates(reader)
    try readFindings(reader)
    var waiting = WaitingStates(
      lane: Explored.Lane(model, from: setup, packing: packing, memory: 0), number: UInt32(expanded))
    level = try readBlocks(reader, .levelOffsets, .levelBytes, &waiting).reversed()
    next = try readBlocks(reader, .nextOffsets, .nextBytes, &waiting)
    guard waiting.number == progress.states else {
      throw reader.damage(
        "\(Int(waiting.number) - expanded) states are waiting, expected \(progress.states - expanded)")
    }
    try reader.finish()
    account()
  }

  private func readProgress(_ reader: CheckpointReader) throws(CheckpointError) {
    let numbers = try reader.list(.progress, of: UInt64.self).map { Int(clamping: $0) }
    // No number is near the end of its range, so that continuing cannot overflow.
    guard numbers.count == progress.numbers.count + 1, numbers.allSatisfy({ 0..<1 << 56 ~= $0 }) else {
      throw reader.damage("the numbers of the progress contradict each other")
    }
    let read = ExplorationProgress(numbers: numbers)
    let done = numbers[numbers.count - 1]
    // Every state but the first was reached by a step, and every level but the first has a state.
    guard 1...ExplorationBounds.stateLimit ~= read.states, done <= read.states, done > 0 || read.states == 1,
      read.waiting == read.states - done, read.depth < read.states, read.deadEnds <= done,
      read.mostChoices <= ExplorationBounds.choiceLimit, read.mostBytes <= mostBytesAllowed,
      read.transitions >= read.states - 1, read.transitions <= done * read.mostChoices
    else { throw reader.damage("the numbers of the progress contradict each other") }
    progress = read
    expanded = done
  }

  /// The memory for the next sections is computed from it.
  private var mostBytesAllowed: Int { max(progress.mostBytes, packing.maximumByteCount + 8) }

  private func readStates(_ reader: CheckpointReader) throws(CheckpointError) {
    forgetStates()
    let states = progress.states
    let (expanded, mostChoices) = (expanded, progress.mostChoices)
    func require(_ isSound: Bool, _ what: String) throws(CheckpointError) {
      if !isSound { throw reader.damage("the data about the \(what) does not match their number, \(states)") }
    }
    var isSound = true
    var number: UInt32 = 0
    let fingerprints = try reader.section(.fingerprints, of: UInt64.self) { fingerprint in
      isSound =
        isSound && fingerprint != 0
        && table.insert(fingerprint, number, within: FingerprintTable.longestWay) == number
      number &+= 1
    }
    try require(isSound && fingerprints == states, "states")
    // States are in the order of their parents, so that each path is a shortest one and ends at the first state.
    var last: UInt32 = 0
    let count = try reader.section(.parents, of: UInt32.self) { parent in
      if parent < last || parent >= max(1, min(parents.count, expanded)) { isSound = false }
      last = parent
      parents.append(parent)
    }
    try require(isSound && count == states, "parents of states")
    let chosen = try reader.section(.choices, of: UInt8.self) { choice in
      let index = choices.count
      if index == 0 ? choice > 0 : choice >= mostChoices { isSound = false }
      // States with the same parent are in the order of its steps.
      if index > 1, index < states, parents[index] == parents[index - 1], choice <= choices[index - 1] {
        isSound = false
      }
      choices.append(choice)
    }
    try require(isSound && chosen == states, "steps to states")
    let judged = try reader.section(.goods, of: UInt8.self) { good in
      if !(good == 2 || good == 1 && goods.count < expanded) { isSound = false }
      goods.append(good)
    }
    try require(isSound && judged == states, "good states")
    let ends = try reader.section(.edges, of: UInt32.self) { end in
      if end >= (edges.count % 2 == 0 ? expanded : states) { isSound = false }
      edges.append(end)
    }
    try require(isSound && ends % 2 == 0, "steps between states")
  }

  private func readFindings(_ reader: CheckpointReader) throws(CheckpointError) {
    let text = String(decoding: try reader.list(.findings, of: UInt8.self), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let parent = UInt32(parts[0]), let choice = UInt8(parts[1]), parent < expanded,
        choice < progress.mostChoices, let property = parts[2].removingPercentEncoding
      else { throw reader.damage("a finding cannot be read") }
      findings.append(
        FoundViolation(parent: parent, choice: choice, violation: PropertyViolation(property, String(parts[3]))))
    }
  }

  /// What is known of the states that wait: the number of the next one, and the lane that computes its fingerprint.
  private struct WaitingStates {
    let lane: Explored.Lane
    var number: UInt32
  }

  private func readBlocks(
    _ reader: CheckpointReader, _ offsets: Checkpoint.Section, _ bytes: Checkpoint.Section,
    _ waiting: inout WaitingStates
  ) throws(CheckpointError) -> [FrontierBlock] {
    let places = try reader.list(offsets, of: UInt32.self)
    let all = try reader.list(bytes, of: UInt8.self)
    var blocks: [FrontierBlock] = []
    var index = 0
    var start = 0
    while index < places.count {
      let count = Int(places[index])
      guard count > 0, count <= FrontierBlock.stateLimit, count < places.count - index else {
        throw reader.damage("a block of waiting states cannot be read")
      }
      let own = Array(places[index + 1...index + count])
      guard let length = packer.length(of: own, in: all[start...]) else {
        throw reader.damage("a waiting state cannot be read")
      }
      let plain = FrontierBlock(bytes: Array(all[start..<start + length]), offsets: own)
      guard let block = packed(plain, &waiting) else {
        throw reader.damage("waiting state \(waiting.number) does not match its fingerprint")
      }
      blocks.append(block)
      index += count + 1
      start += length
    }
    guard start == all.count else { throw reader.damage("there are bytes after the waiting states") }
    return blocks
  }

  /// The states of a block of a checkpoint, as they wait here; `nil` when one of them does not match its number.
  private func packed(_ plain: FrontierBlock, _ waiting: inout WaitingStates) -> FrontierBlock? {
    var block = FrontierBlock()
    // The packer reads eight bytes at once.
    let bytes = plain.bytes + [UInt8](repeating: 0, count: 8)
    let isSound = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: packer.wordCount) { words in
      // Not empty, because states have words.
      let word = words.baseAddress!
      for offset in plain.offsets {
        bytes.withUnsafeBufferPointer { packer.unpack($0.baseAddress! + Int(offset), to: word) }
        guard table.number(of: waiting.lane.fingerprint(of: word)) == waiting.number else { return false }
        waiting.number += 1
        block.append(word, with: packing)
      }
      return true
    }
    return isSound ? block : nil
  }

  var base: [UInt64] { packer.base }

  /// What a checkpoint must be about to be resumed.
  var checkpointIdentity: String { "\(model.identity), \(packer.wordCount) words, \(model.version)" }
}

extension StatePacker {
  /// How many bytes packed states with these offsets take from the beginning of `bytes`; `nil` when they are none.
  fileprivate func length(of offsets: [UInt32], in bytes: ArraySlice<UInt8>) -> Int? {
    var length = 0
    for offset in offsets {
      guard Int(offset) == length else { return nil }
      let first = bytes.startIndex + length
      var position = first + (wordCount + 7) / 8
      // Bits after the last word would be read as words.
      guard position <= bytes.endIndex, wordCount & 7 == 0 || bytes[position - 1] >> UInt8(wordCount & 7) == 0 else {
        return nil
      }
      for index in 0..<wordCount where bytes[first + index >> 3] >> UInt8(index & 7) & 1 != 0 {
        guard position < bytes.endIndex, bytes[position] <= 8 else { return nil }
        position += 1 + Int(bytes[position])
        guard position <= bytes.endIndex else { return nil }
      }
      length = position - bytes.startIndex
    }
    return length
  }
}
