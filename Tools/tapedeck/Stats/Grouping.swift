import ArgumentParser
import PlayerCore
import PlayerTrace

/// The criterion by which sessions are grouped.
enum Grouping {
  case everything, preset, file, folder, version, engine, ending
  /// The first group of a regular expression over the path, or its whole match.
  case path(Regex<AnyRegexOutput>)
  /// The value of a setting.
  case setting(Setting)

  static let words = ["preset", "file", "folder", "version", "engine", "ending", "path=REGEX", "setting=NAME"]

  init(_ text: String?) throws {
    switch text {
    case nil: self = .everything
    case "preset": self = .preset
    case "file": self = .file
    case "folder": self = .folder
    case "version": self = .version
    case "engine": self = .engine
    case "ending": self = .ending
    case .some(let text) where text.hasPrefix("path="):
      do { self = .path(try Regex(String(text.dropFirst(5)))) } catch {
        throw ValidationError("--by \(text): not a regular expression: \(error)")
      }
    case .some(let text) where text.hasPrefix("setting="):
      let name = String(text.dropFirst(8))
      guard let setting = Setting.allCases.first(where: { $0.wireName.description == name }) else {
        throw ValidationError("--by \(text): there is no setting '\(name)'. 'tapedeck play --help' names them.")
      }
      self = .setting(setting)
    case .some(let text):
      throw ValidationError("--by \(text): expected one of \(Self.words.joined(separator: ", ")).")
    }
  }

  /// The name of the group that a session belongs to.
  func name(of row: SessionRow) -> String {
    switch self {
    case .everything: return "all sessions"
    case .file: return row.trace
    case .folder: return row.trace.lastIndex(of: "/").map { String(row.trace[..<$0]) } ?? "."
    case .ending: return row.extent.rawValue
    case .path(let regex):
      guard let match = row.trace.firstMatch(of: regex) else { return "no match" }
      let part = match.output.count > 1 ? match.output[1].substring : match.output[0].substring
      return part.map(String.init) ?? "no match"
    case .preset, .version, .engine, .setting: return row.header.map(name) ?? "no header"
    }
  }

  private func name(of header: TraceHeader) -> String {
    switch self {
    case .preset: return Self.presets.first { $0.1 == header.configuration }?.0 ?? "custom"
    case .version: return "\(header.tool.isEmpty ? "unnamed tool" : header.tool), core \(header.behaviour)"
    case .engine: return header.engine.isEmpty ? "unnamed engine" : header.engine
    case .setting(let setting): return "\(setting.wireName)=\(header.configuration[setting])"
    case .everything, .file, .folder, .ending, .path: return ""
    }
  }

  private static let presets = Configuration.Preset.allCases.map { ($0.wireName.description, $0.configuration) }
}
