import Foundation
import PlayerTrace

/// The source of a session: a file, or bytes that were read already.
struct SessionSource: Sendable {
  var name: String
  /// `nil` for the file with the name.
  var bytes: [UInt8]?
  /// Why it cannot be read.
  var problem: String?

  var row: SessionRow {
    if let problem { return SessionRow(trace: name, problem: problem) }
    return SessionReading.row(name) { () throws(TraceError) in
      if let bytes { return try TraceReader(bytes: bytes, name: name) }
      return try TraceReader(path: name)
    }
  }
}

/// All sessions that were named: traces, folders with traces at any depth, tar archives of traces, and the standard
/// input, which is one of these.
///
/// A folder's traces are in the order of their paths, an archive's in its own order. In a folder every file counts
/// whose name ends in `.trace`, `.trace.jsonl` or `.tar`; a file that was named explicitly counts whatever its name is.
struct SessionSources: Sequence, IteratorProtocol {
  private var waiting: [String]
  private var archive: TarArchive?
  private var archiveName = ""

  /// - Throws: When a path that was named cannot be opened. What is inside a folder or an archive is a session with a
  ///   ``SessionSource/problem`` instead, and the others count.
  init(_ paths: [String]) throws(TraceError) {
    for path in paths { if let error = TraceError.ofOpening(path) { throw error } }
    waiting = paths.reversed()
  }

  mutating func next() -> SessionSource? {
    while true {
      if let source = nextOfArchive() { return source }
      guard let path = waiting.popLast() else { return nil }
      if path == "-" { return standardInput() }
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        if let problem = open(folder: path) { return SessionSource(name: path, problem: problem) }
        continue
      }
      guard let handle = FileHandle(forReadingAtPath: path) else { return SessionSource(name: path) }
      let start = (try? handle.read(upToCount: TarArchive.block)) ?? Data()
      guard TarArchive.isArchive([UInt8](start)) else {
        try? handle.close()
        return SessionSource(name: path)
      }
      (archive, archiveName) = (TarArchive(handle, path: path, start: start), path)
    }
  }

  private mutating func nextOfArchive() -> SessionSource? {
    guard let archive else { return nil }
    do {
      while let member = try archive.next() {
        guard Self.isTrace(member.name) else { continue }
        return SessionSource(name: "\(archiveName)/\(member.name)", bytes: member.bytes)
      }
      self.archive = nil
      return nil
    } catch {
      self.archive = nil
      let text = (error as? TarArchive.Damage)?.text ?? "\(archiveName): \(error.localizedDescription)"
      return SessionSource(name: archiveName, problem: "\(text). What comes before it is counted")
    }
  }

  private mutating func standardInput() -> SessionSource? {
    let start = (try? FileHandle.standardInput.read(upToCount: 1 << 16)) ?? Data()
    if TarArchive.isArchive([UInt8](start)) {
      (archive, archiveName) = (TarArchive(.standardInput, path: "-", start: start), "-")
      return next()
    }
    // What does not begin like a text trace or a binary one is not read to its end, which it may not have.
    let isTrace = start.first == UInt8(ascii: "{") || start.first == 0x8B
    let rest = isTrace ? (try? FileHandle.standardInput.read(upToCount: TarArchive.longest)) ?? Data() : Data()
    return SessionSource(name: "-", bytes: [UInt8](start + rest))
  }

  static func isTrace(_ name: String) -> Bool { name.hasSuffix(".trace") || name.hasSuffix(".trace.jsonl") }

  /// Links are not followed: a folder cannot contain itself.
  private mutating func open(folder: String) -> String? {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted(by: >)
      let base = folder.hasSuffix("/") ? folder : folder + "/"
      for name in names {
        let path = base + name
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        let isMeant = kind == .typeDirectory || Self.isTrace(name) || name.hasSuffix(".tar")
        if isMeant { waiting.append(path) }
      }
      return nil
    } catch { return "\(folder): the folder cannot be read: \(error.localizedDescription). Check the permissions" }
  }
}
