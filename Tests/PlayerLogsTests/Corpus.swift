import Foundation
import PlayerLogs
import PlayerTesting

/// The logs of `Logs/cases.json`.
enum Corpus {
  struct File: Decodable {
    var misbehaviours: [String: String]
    var cases: [Case]
  }

  struct Case: Decodable {
    var file: String
    var format: String
    var reported: String
    /// The misbehaviour; `nil` for a healthy log.
    var expected: String?
    /// Other misbehaviours that fit.
    var also: [String]?

    var logFormat: LogFormat? {
      switch format {
      case "exoplayer": .media3
      case "hlsjs": .hls
      default: LogFormat(rawValue: format)
      }
    }

    /// The laws that any player in the log breaks, without their common prefix.
    func brokenLaws() throws -> Set<String> {
      let log = try Imported(file: file)
      var laws: Set<String> = []
      for session in log.traces.indices { laws.formUnion(try log.broken(session).map(PlayerLawNames.short)) }
      return laws
    }
  }

  static func file() throws -> File {
    try JSONDecoder().decode(File.self, from: Data(Imported.bytes(of: "cases.json")))
  }

  static func cases() throws -> [Case] { try file().cases }
}

enum PlayerLawNames {
  static var all: [String] { PlayerProperty.observed.map { short($0.id) } }
  static func short(_ id: String) -> String { String(id.dropFirst("observed-".count)) }
}
