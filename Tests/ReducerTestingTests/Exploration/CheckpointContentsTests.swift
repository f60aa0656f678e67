import Foundation
import Testing

@testable import ReducerTesting

/// Complete files with the right fingerprint and contents that no exploration would write.
@Suite("Contents of checkpoints")
struct CheckpointContentsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "contents-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "numbers.checkpoint").path(percentEncoded: false) }
  private let model = Numbers(limit: 3_000, trap: 50)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// A checkpoint from the middle of an exploration: some states are done, and a level of them waits.
  private func checkpoint() throws -> CheckpointFile {
    var bounds = ExplorationBounds()
    bounds.states = 100
    let part = Explorer(model, from: 1, within: bounds)
    part.run()
    try part.save(to: path)
    return CheckpointFile(try Data(contentsOf: URL(filePath: path)))
  }

  private func resume(_ file: CheckpointFile) throws -> Explorer<Numbers> {
    try file.bytes.write(to: URL(filePath: path))
    return try Explorer(model, from: 1, resuming: path)
  }

  @Test("a reassembled checkpoint equals the original")
  func same() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try checkpoint()
    #expect(try file.bytes == Data(contentsOf: URL(filePath: path)))
    #expect(try resume(file).run() == .complete)
  }

  /// What is wrong, and where.
  enum Lie: String, CaseIterable {
    case parentBeyond, parentAfterItself, parentNotExpanded, parentsOutOfOrder, firstHasParent
    case choiceTooLarge, choiceTwice, firstHasChoice
    case goodIsNoAnswer, goodUnseen
    case edgeBeyond, edgeFromUnseen, edgeHalf
    case fingerprintTwice, fingerprintZero, fingerprintOther, fingerprintMissing
    case statesZero, statesMany, statesMore, expandedMore, expandedNone, waitingOther, depthMore, deadEndsMore
    case choicesMany, bytesMany, transitionsFew, transitionsMany, progressShort, numberNegative
    case blockEmpty, blockTooLarge, blockCut, offsetOther, lengthOther, stateBits, stateOther, stateMissing, bytesBehind
    case findingBeyond, findingChoice, findingWords
  }

  @Test("inconsistent contents are refused although the fingerprint is right", arguments: Lie.allCases)
  func refused(lie: Lie) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = try checkpoint()
    tell(lie, &file)
    let error = #expect(throws: CheckpointError.self) { try resume(file).run() }
    #expect(error?.offset != nil && error?.description.contains("bytes have changed") == false)
    #expect(error?.remedy.isEmpty == false && error?.isUnreadable == false)
  }

  @Test(
    "fingerprints that were chosen for one place of the table are refused before they take the square of their number")
  func fingerprintsOfOnePlace() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = try checkpoint()
    file[.fingerprints, as: UInt64.self] = (1...200_000).map { $0 << 32 }
    #expect(throws: CheckpointError.self) { try resume(file) }
  }

  private func tell(_ lie: Lie, _ file: inout CheckpointFile) {
    switch lie {
    case .parentBeyond, .parentAfterItself, .parentNotExpanded, .parentsOutOfOrder, .firstHasParent, .choiceTooLarge,
      .choiceTwice, .firstHasChoice, .goodIsNoAnswer, .goodUnseen, .edgeBeyond, .edgeFromUnseen, .edgeHalf,
      .fingerprintTwice, .fingerprintZero, .fingerprintOther, .fingerprintMissing:
      tellOfStates(lie, &file)
    case .blockEmpty, .blockTooLarge, .blockCut, .offsetOther, .lengthOther, .stateBits, .stateOther, .stateMissing,
      .bytesBehind:
      tellOfBlocks(lie, &file)
    case .findingBeyond: file[.findings, as: UInt8.self] = Array("4000000000 0 broken x".utf8)
    case .findingChoice: file[.findings, as: UInt8.self] = Array("0 200 broken x".utf8)
    case .findingWords: file[.findings, as: UInt8.self] = Array("0 0".utf8)
    default: tellOfProgress(lie, &file)
    }
  }

  private func tellOfStates(_ lie: Lie, _ file: inout CheckpointFile) {
    let expanded = UInt32(file[.progress, as: UInt64.self][9])
    let last = file[.parents, as: UInt32.self].count - 1
    switch lie {
    case .parentBeyond: file[.parents, as: UInt32.self][last] = 4_000_000_000
    case .parentAfterItself: file[.parents, as: UInt32.self][1] = 1
    case .parentNotExpanded: file[.parents, as: UInt32.self][last] = expanded
    case .parentsOutOfOrder: file[.parents, as: UInt32.self][last] = 0
    case .firstHasParent: file[.parents, as: UInt32.self][0] = 1
    case .choiceTooLarge: file[.choices, as: UInt8.self][last] = 200
    case .choiceTwice: file[.choices, as: UInt8.self][2] = file[.choices, as: UInt8.self][1]
    case .firstHasChoice: file[.choices, as: UInt8.self][0] = 1
    case .goodIsNoAnswer: file[.goods, as: UInt8.self][0] = 3
    case .goodUnseen: file[.goods, as: UInt8.self][last] = 1
    case .edgeBeyond: file[.edges, as: UInt32.self][1] = UInt32(last) + 1
    case .edgeFromUnseen: file[.edges, as: UInt32.self][0] = expanded
    case .edgeHalf: file[.edges, as: UInt32.self].removeLast()
    case .fingerprintTwice:
      file[.fingerprints, as: UInt64.self][1] = file[.fingerprints, as: UInt64.self][0]
    case .fingerprintZero: file[.fingerprints, as: UInt64.self][1] = 0
    // Of a waiting state: that of an expanded state can no longer be computed.
    case .fingerprintOther: file[.fingerprints, as: UInt64.self][last] ^= 1
    default: file[.fingerprints, as: UInt64.self].removeLast()
    }
  }

  private func tellOfProgress(_ lie: Lie, _ file: inout CheckpointFile) {
    // States, steps, depth, waiting, dead ends, most outputs, most choices, most bytes, memory; expanded.
    var numbers = file[.progress, as: UInt64.self]
    switch lie {
    case .statesZero: numbers = [0, 0, 0, 0, 0, 0, 0, 16, 0, 0]
    case .statesMany: numbers[0] = 4_000_000_001
    case .statesMore: (numbers[0], numbers[3]) = (numbers[0] + 1, numbers[3] + 1)
    case .expandedMore: numbers[9] = numbers[0] + 1
    case .expandedNone: (numbers[9], numbers[3]) = (0, numbers[0])
    case .waitingOther: numbers[3] += 1
    case .depthMore: numbers[2] = 1 << 55
    case .deadEndsMore: numbers[4] = numbers[9] + 1
    // The size of the next block is computed from these, and must not overflow.
    case .choicesMany: numbers[6] = 1 << 55
    case .bytesMany: numbers[7] = 1 << 55
    case .transitionsFew: numbers[1] = 1
    case .transitionsMany: numbers[1] = 1 << 55
    case .progressShort: numbers.removeLast()
    default: numbers[5] = .max
    }
    file[.progress, as: UInt64.self] = numbers
  }

  private func tellOfBlocks(_ lie: Lie, _ file: inout CheckpointFile) {
    // The number of states in a block, and where each begins. A state of one word has a byte of bits, a length, and a
    // number.
    switch lie {
    case .blockEmpty: file[.levelOffsets, as: UInt32.self].insert(0, at: 0)
    case .blockTooLarge: file[.levelOffsets, as: UInt32.self][0] = .max
    case .blockCut: file[.levelOffsets, as: UInt32.self].removeLast()
    case .offsetOther: file[.levelOffsets, as: UInt32.self][2] += 1
    case .lengthOther: file[.levelBytes, as: UInt8.self][1] = 9
    // Bits of words that no state has: reading them would write beyond the last word.
    case .stateBits: file[.levelBytes, as: UInt8.self][0] |= 0b110
    case .stateOther: file[.levelBytes, as: UInt8.self][2] ^= 2
    case .stateMissing:
      file[.levelOffsets, as: UInt32.self] = []
      file[.levelBytes, as: UInt8.self] = []
    default: file[.nextBytes, as: UInt8.self].append(0)
    }
  }

  @Test("a length beyond the file is refused before memory is allocated for it")
  func lengths() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for section in Checkpoint.Section.allCases where section != .end {
      for count: UInt64 in [1 << 20, 1 << 40, 1 << 62, .max - 7, .max] {
        var file = try checkpoint()
        file.pretend(section, byteCount: count)
        let error = #expect(throws: CheckpointError.self) { try resume(file) }
        #expect(error?.description.contains("section \(section)") == true, "\(section) \(count)")
      }
    }
  }

  @Test("a property with spaces in its name survives a checkpoint")
  func names() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let jugs = Jugs(property: "four litres, 100 %\nmeasured")
    let whole = Explorer(jugs, from: 0)
    #expect(whole.run() == .counterexample)
    try whole.save(to: path)
    var bounds = ExplorationBounds()
    bounds.findings = 2
    let rest = try Explorer(jugs, from: 0, within: bounds, resuming: path)
    rest.run()
    // The resumed run finds it again and does not report it twice.
    #expect(rest.counterexamples.map(\.session) == whole.counterexamples.map(\.session))
  }
}
