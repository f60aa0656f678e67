import PlayerTesting
import PlayerText

extension CheckOutcome {
  /// The outcome as JSON; `allowed` are the properties that were not checked.
  func json(allowed: [String]) -> JSONValue {
    var values: [String: JSONValue?] = report?.values ?? [:]
    values["trace"] = .text(trace)
    values["verdict"] = .text(verdict.rawValue)
    values["allowed"] = .texts(allowed)
    // Only if true: the output then equals that of the libraries, which do not judge observed runs.
    if isObserved { values["isObserved"] = .flag(true) }
    values["error"] = error.map { $0.json }
    return .object(values)
  }
}

/// A property as JSON.
struct PropertyJSON: Encodable {
  var id: String
  var severity: String
  var title: String
  var source: String
  /// The inputs that can break it: whole families, and names of others.
  var inputs: [String]
  /// What is needed to decide whether it holds.
  var needs: String

  init(_ property: PlayerProperty) {
    id = property.id
    severity = property.severity.name
    title = property.title
    source = property.sourcePaths.joined(separator: ", ")
    inputs = property.inputs.names
    needs = property.needs.rawValue
  }
}
