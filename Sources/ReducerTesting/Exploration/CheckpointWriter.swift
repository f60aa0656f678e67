import Foundation

/// Writes a checkpoint, completely or not at all: a process that is killed meanwhile leaves the older one as it was.
final class CheckpointWriter {
  private let path: String
  private let file: AtomicFile
  private var words: [UInt64] = []
  private var digest: UInt64 = 1
  /// Why something could not be written; `nil` when everything was.
  private var failure: AtomicFile.Failure?

  init(_ path: String) throws(CheckpointError) {
    self.path = path
    do throws(AtomicFile.Failure) { file = try AtomicFile(path) } catch { throw Self.error(path, error) }
    words.reserveCapacity(1 << 13)
    Checkpoint.magic.forEach(put)
  }

  private static func error(_ path: String, _ reason: AtomicFile.Failure) -> CheckpointError {
    CheckpointError(
      path: path, offset: nil, problem: "the checkpoint cannot be written: \(reason.reason)",
      remedy: "Give a file in a folder that is writable and has room.")
  }

  private func put(_ word: UInt64) {
    words.append(word.littleEndian)
    if words.count == 1 << 13 { empty() }
  }

  private func empty() {
    if words.isEmpty { return }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      digest = Fingerprint.joined(digest, Fingerprint.of(base, count: words.count), UInt64(words.count), 0, 0)
      if failure == nil { write([UInt8](UnsafeRawBufferPointer(start: base, count: words.count * 8))) }
    }
    words.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8]) {
    do throws(AtomicFile.Failure) { try file.append(bytes) } catch { failure = error }
  }

  /// Writes a section of this many elements, each of which `body` passes to its argument.
  func section<Element: FixedWidthInteger>(
    _ section: Checkpoint.Section, _ count: Int, of type: Element.Type, _ body: ((Element) -> Void) -> Void
  ) {
    let size = Element.bitWidth / 8
    put(section.rawValue)
    put(UInt64(count * size))
    var word: UInt64 = 0
    var filled = 0
    body { element in
      word |= UInt64(truncatingIfNeeded: element) << UInt64(filled * 8)
      filled += size
      if filled == 8 {
        put(word)
        (word, filled) = (0, 0)
      }
    }
    if filled > 0 { put(word) }
  }

  /// Writes the end, and puts the file in its place.
  func finish() throws(CheckpointError) {
    put(Checkpoint.Section.end.rawValue)
    put(8)
    empty()
    words = [digest]
    empty()
    do throws(AtomicFile.Failure) {
      if let failure { throw failure }
      try file.commit()
    } catch { throw Self.error(path, error) }
  }
}

extension Explorer {
  /// Writes everything that the exploration needs to continue, so that ``init(_:from:within:resuming:)`` ends as this
  /// one would. At any time, the file contains a complete checkpoint.
  ///
  /// - Throws: ``CheckpointError`` when it cannot be written; the previous checkpoint stays.
  public func save(to path: String) throws(CheckpointError) {
    let writer = try CheckpointWriter(path)
    let identity = Array(checkpointIdentity.utf8)
    writer.section(.identity, identity.count, of: UInt8.self) { identity.forEach($0) }
    writer.section(.base, base.count, of: UInt64.self) { base.forEach($0) }
    let numbers = progress.numbers + [expanded]
    writer.section(.progress, numbers.count, of: UInt64.self) { put in numbers.forEach { put(UInt64($0)) } }
    saveStates(writer)
    writer.section(.edges, edges.count, of: UInt32.self) { put in edges.forEach(put) }
    let lines = Array(findings.map(\.line).joined(separator: "\n").utf8)
    writer.section(.findings, lines.count, of: UInt8.self) { lines.forEach($0) }
    save(level.reversed(), .levelOffsets, .levelBytes, writer)
    save(next, .nextOffsets, .nextBytes, writer)
    try writer.finish()
  }

  private func saveStates(_ writer: CheckpointWriter) {
    var fingerprints = [UInt64](repeating: 0, count: parents.count)
    table.forEach { fingerprints[Int($1)] = $0 }
    writer.section(.fingerprints, fingerprints.count, of: UInt64.self) { fingerprints.forEach($0) }
    writer.section(.parents, parents.count, of: UInt32.self) { put in parents.forEach(put) }
    writer.section(.choices, choices.count, of: UInt8.self) { put in choices.forEach(put) }
    writer.section(.goods, goods.count, of: UInt8.self) { put in goods.forEach(put) }
  }

  /// Waiting states are written as they differ from the first, whatever they are here: a block at a time, twice, as
  /// their lengths come first.
  private func save(
    _ blocks: [FrontierBlock], _ offsets: Checkpoint.Section, _ bytes: Checkpoint.Section, _ writer: CheckpointWriter
  ) {
    var total = 0
    writer.section(offsets, blocks.reduce(blocks.count) { $0 + $1.count }, of: UInt32.self) { put in
      for block in blocks {
        let plain = plain(block)
        put(UInt32(plain.count))
        plain.offsets.forEach(put)
        total += plain.bytes.count
      }
    }
    writer.section(bytes, total, of: UInt8.self) { put in
      for block in blocks { plain(block).bytes.forEach(put) }
    }
  }

  private func plain(_ block: FrontierBlock) -> FrontierBlock {
    var plain = FrontierBlock()
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: packer.wordCount) { words in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: packer.maximumByteCount + 8) { room in
        // Not empty, because states have words and bytes.
        let (word, byte) = (words.baseAddress!, room.baseAddress!)
        for offset in block.offsets {
          block.bytes.withUnsafeBufferPointer { packing.unpack($0.baseAddress! + Int(offset), to: word) }
          plain.offsets.append(UInt32(plain.bytes.count))
          plain.bytes.append(contentsOf: room.prefix(packer.pack(word, to: byte)))
        }
      }
    }
    return plain
  }
}

extension ExplorationProgress {
  /// What a checkpoint keeps of it.
  var numbers: [Int] {
    [states, transitions, depth, waiting, deadEnds, mostOutputs, mostChoices, mostBytes, peakBytes]
  }

  init(numbers: [Int]) {
    states = numbers[0]
    transitions = numbers[1]
    depth = numbers[2]
    waiting = numbers[3]
    deadEnds = numbers[4]
    mostOutputs = numbers[5]
    mostChoices = numbers[6]
    mostBytes = numbers[7]
    peakBytes = numbers[8]
  }
}

extension Explorer.FoundViolation {
  fileprivate var line: String {
    let detail = violation.detail.map { $0.isNewline ? " " : $0 }
    // Usual names stay as they are; an unescaped space would split the name in two.
    let property =
      violation.property.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? violation.property
    return "\(parent) \(choice) \(property) \(String(detail))"
  }
}
