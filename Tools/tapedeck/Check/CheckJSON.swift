import PlayerTesting
import PlayerText

extension CheckOutcome {
  /// The outcome as JSON; `allowed` are the properties that were not looked at.
  func json(allowed: [String]) -> JSONValue {
    var values: [String: JSONValue?] = report?.values ?? [:]
    values["trace"] = .text(trace)
    values["verdict"] = .text(verdict.rawValue)
    values["allowed"] = .texts(allowed)
    // Only where it is so: the libraries, which judge no observed runs, print the same.
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
  /// What must be known to decide whether it holds.
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
