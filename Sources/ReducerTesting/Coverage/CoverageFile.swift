import Foundation

/// What coverage-guided searches have seen, kept in a file next to the corpus, so that the next search continues from
/// there: `MODEL.coverage.jsonl` with a header, then marks with their counts, then the kept sessions, as numbers.
public struct CoverageFile: Hashable, Sendable {
  /// Where the files are.
  public var folder: String
  /// No larger file is read. In bytes.
  public var maximumFileSize: Int
  /// No longer session is read. In steps.
  public static var maximumStepCount: Int { 1 << 16 }

  /// Files in a folder, which is created when something is stored.
  public init(_ folder: String, maximumFileSize: Int = 256 << 20) {
    self.folder = folder
    self.maximumFileSize = maximumFileSize
  }

  /// The file of a model.
  public func path<Subject: CompactModel>(of model: Subject) -> String {
    "\(folder)/\(Corpus.fileName(of: model)).coverage.jsonl"
  }

  // MARK: Writing

  /// Writes it, completely or not at all.
  public func save<Subject: CompactModel>(
    _ memory: CoverageMemory<Subject.Setup, Subject.Step>, of model: Subject
  ) throws {
    let path = path(of: model)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try AtomicFile.write(Array(encode(memory, of: model)), to: path)
    } catch let error as CorpusError {
      throw error
    } catch {
      throw CorpusError(
        "\(path): cannot be written (\((error as? AtomicFile.Failure)?.reason ?? error.localizedDescription)); check the folder's permissions"
      )
    }
  }

  private func encode<Subject: CompactModel>(
    _ memory: CoverageMemory<Subject.Setup, Subject.Step>, of model: Subject
  ) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var data = Data()
    func add(_ line: some Encodable) throws {
      data += try encoder.encode(line)
      data.append(UInt8(ascii: "\n"))
    }
    try add(Header(of: model))
    let marks = memory.marks.sorted
    for start in stride(from: 0, to: marks.count, by: 256) {
      let some = marks[start..<min(marks.count, start + 256)]
      try add(Line(marks: some.map { String($0.mark, radix: 16) }, counts: some.map(\.count)))
    }
    for kept in memory.pool {
      try add(
        Line(
          mark: String(kept.mark, radix: 16), chosen: kept.timesChosen, setup: model.numbers(of: kept.session.setup),
          steps: kept.session.steps.map { model.numbers(of: $0) }))
    }
    return data
  }

  // MARK: Reading

  /// Reads it; `nil` when there is none, or when it belongs to another model or another version of this one, whose
  /// marks have other meanings.
  ///
  /// - Throws: ``CorpusError`` for a file that is damaged.
  public func load<Subject: CompactModel>(
    for model: Subject
  ) throws -> CoverageMemory<Subject.Setup, Subject.Step>? {
    let path = path(of: model)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    guard size <= maximumFileSize else {
      throw CorpusError("\(path): \(size) bytes; at most \(maximumFileSize) are read: delete it")
    }
    let newline = UInt8(ascii: "\n")
    var lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(
      separator: newline, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let decoder = JSONDecoder()
    func damage(_ index: Int, _ expected: String) -> CorpusError {
      CorpusError("\(path):\(index + 1): expected \(expected); delete the file to start the search over")
    }
    guard let first = lines.first, let header = try? decoder.decode(Header.self, from: first) else {
      throw damage(0, "a header with the fields coverage, model and version")
    }
    guard header == Header(of: model) else { return nil }
    var memory = CoverageMemory<Subject.Setup, Subject.Step>()
    for (index, text) in lines.enumerated().dropFirst() {
      guard let line = try? decoder.decode(Line.self, from: text) else { throw damage(index, "marks or a session") }
      if let marks = line.marks, let counts = line.counts, marks.count == counts.count {
        for (mark, count) in zip(marks, counts) {
          guard let mark = UInt64(mark, radix: 16) else { throw damage(index, "marks in hexadecimal digits") }
          memory.marks.add(count, of: mark)
        }
      } else if let kept = kept(line, of: model) {
        if memory.pool.count < CoveragePlan().poolLimit { memory.pool.append(kept) }
      } else {
        throw damage(
          index, "marks and as many counts, or a session in numbers of at most \(Self.maximumStepCount) steps")
      }
    }
    return memory
  }

  private func kept<Subject: CompactModel>(
    _ line: Line, of model: Subject
  ) -> CoverageMemory<Subject.Setup, Subject.Step>.Kept? {
    guard let mark = line.mark.flatMap({ UInt64($0, radix: 16) }), let numbers = line.setup, let steps = line.steps,
      let setup = model.setup(of: numbers[...]), !steps.isEmpty, steps.count <= Self.maximumStepCount
    else { return nil }
    var session = Session<Subject.Setup, Subject.Step>(setup)
    for numbers in steps {
      guard let step = model.step(of: numbers[...]) else { return nil }
      session.steps.append(step)
    }
    var kept = CoverageMemory<Subject.Setup, Subject.Step>.Kept(session, mark)
    kept.timesChosen = line.chosen ?? 0
    return kept
  }

  private struct Header: Codable, Equatable {
    /// 1 had the version of the player in place of the model's own.
    var coverage = 2
    var model: String
    var version: String?

    init(of model: some Model) {
      self.model = model.name
      version = model.version
    }
  }

  private struct Line: Codable {
    var marks: [String]?
    var counts: [UInt64]?
    var mark: String?
    var chosen: UInt64?
    var setup: [Int64]?
    var steps: [[Int64]]?
  }
}
