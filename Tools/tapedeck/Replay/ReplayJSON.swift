import PlayerCore
import PlayerText
import PlayerTrace

extension ReplayOutcome {
  /// The outcome of a replay as JSON. `verdict` is `ok`, `differs`, `unfollowed`, `damaged` or `unusable`.
  var json: JSONValue {
    var values: [String: JSONValue?] = [:]
    if let header, let found = report {
      values = found.values(header, line: line)
      values["wall"] = .integer(wallMicroseconds)
    }
    values["trace"] = .text(trace)
    values["verdict"] = .text(verdict.rawValue)
    values["error"] = error.map { $0.json }
    values["extent"] = extent.map { .text($0.name) }
    return .object(values)
  }
}

extension TraceExtent {
  /// The word for it in JSON.
  var name: String {
    switch self {
    case .ended(.finished): "finished"
    case .ended(.interrupted): "interrupted"
    case .ended(.failed): "failed"
    case .unfinished: "unfinished"
    case .torn: "torn"
    case .cut: "cut"
    }
  }
}
