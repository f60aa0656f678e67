import PlayerText

/// A place in a scenario: in a file a line and a column, in an object the path of keys.
public struct ScenarioPlace: Hashable, Comparable, Sendable {
  /// From 1; 0 in an object.
  public var line: Int
  /// In characters from the beginning of the line, from 1; 0 in an object.
  public var column: Int
  /// The path of keys and numbers to a value of an object, such as `steps[2]`; empty for the object itself, and in a
  /// file.
  public var path = ""

  /// A place in a file, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// A place in an object.
  public init(path: String) {
    (line, column) = (0, 0)
    self.path = path
  }

  /// The earlier place of a file comes first; the places of an object have no order.
  public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension ScenarioPlace {
  /// The place after the name of what it is in: `:3:5`, `.steps[2]`.
  fileprivate var suffix: String {
    if line > 0 { return ":\(line):\(column)" }
    return (path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? "" : ".") + Excerpt.of(path)
  }
}

/// Something in a scenario file that cannot be understood.
public struct ScenarioProblem: Hashable, Sendable {
  /// Where it is.
  public var place: ScenarioPlace
  /// What it is about, for example `duration`.
  public var field: String
  /// What would be right.
  public var expected: String
  /// What was found there.
  public var found: String
  /// What to do about it, or the nearest valid word if there is one.
  public var advice: String

  /// A problem at a place of the file.
  public init(at place: ScenarioPlace, _ field: String, expected: String, found: String, advice: String = "") {
    self.place = place
    self.field = field
    self.expected = expected
    self.found = found
    self.advice = advice
  }

  /// What is wrong, for a line that already names the place.
  public var sentence: String {
    let advice = advice.isEmpty ? "" : ". \(Excerpt.of(advice))"
    return "\(Excerpt.of(field)): expected \(expected), found \(Excerpt.of(found))\(advice)"
  }
}

/// Why a scenario file could not be read.
public enum ScenarioError: Error, Hashable, Sendable {
  /// The operating system refused. `action` is what was tried, `code` is errno.
  case system(action: String, file: String, code: Int32, message: String)
  /// What is wrong in the file, in the order of the lines; the first ``ScenarioLimit/problems``.
  case damaged(file: String, [ScenarioProblem])
}

extension ScenarioError: CustomStringConvertible {
  /// A line for each problem. Parts of it that come from the file are short and contain no terminal control characters.
  public var description: String {
    switch self {
    case .system(let action, let file, _, let message): "\(Excerpt.of(file, limit: .max)): \(action) failed: \(message)"
    case .damaged(let file, let problems):
      problems.map { "\(Excerpt.of(file, limit: .max))\($0.place.suffix): \($0.sentence)" }.joined(separator: "\n")
    }
  }
}

/// Bounds of scenario files and of their runs.
public enum ScenarioLimit {
  /// Bytes of a file.
  public static let bytes = 1 << 20
  /// How deep its values are nested.
  public static let depth = 32
  /// How many problems of a file are named.
  public static let problems = 20
  /// How many inputs a player takes in a run.
  public static let inputs: Int64 = 1_000_000
  /// How long a run takes at most, on its own clock: a week.
  public static let length: Int64 = 7 * 86_400 * 1_000_000
}
