import ArgumentParser
import Foundation
import PlayerTrace

/// The format of groups between processes, one group per line. Merging is exact in any order: `tapedeck stats --merge`
/// of the parts gives the same result as one count of everything.
struct PartialCount: Codable {
  /// Increased when the meaning of a part's content changes.
  static let version = 1

  var version = Self.version
  /// The metrics in the order of the group.
  var metrics = SessionMetric.all.map { $0.key.description }
  var group: SessionGroup

  init(_ group: SessionGroup) { self.group = group }

  var line: String {
    get throws { try JSONLine.text(self) }
  }

  /// No more of a file is read, in bytes: what is cut is no longer a partial count.
  private static let longest = 256 << 20

  /// Adds the parts in a file to `groups`.
  static func merge(_ path: String, into groups: inout SessionGroups) throws {
    let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let data = try? handle?.read(upToCount: longest) ?? Data() else {
      Talk.error("\(path): it cannot be read. Check the path")
      throw Exit.usage.error
    }
    for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let part = try? JSONDecoder().decode(PartialCount.self, from: Data(line)), part.version == version,
        part.metrics == SessionMetric.all.map({ $0.key.description })
      else {
        Talk.error(
          "\(path): line \(number + 1): not a partial count of this version. Count again with --partial")
        throw Exit.damaged.error
      }
      groups.merge(part.group)
    }
  }
}
