/// Swift source for values whose type has only its cases and members.
enum SwiftCode {
  /// The description of a value in Swift is close to the expression that makes it: a struct shows its memberwise
  /// initialiser, an enum its case. Both stand with a leading dot, for a place where the type is known.
  static func expression<Value>(_ value: Value) -> String {
    let text = "\(value)"
    switch Mirror(reflecting: value).displayStyle {
    case .enum: return "." + text
    case .struct where text.hasPrefix("\(Value.self)("): return ".init" + text.dropFirst("\(Value.self)".count)
    default: return value is any StringProtocol ? String(reflecting: value) : text
    }
  }

  /// A type's name within its module.
  static func name<Value>(of type: Value.Type) -> String {
    // For private and local types, the compiler puts their context between module and type.
    let parts = String(reflecting: type).split(separator: ".").filter { !$0.contains("unknown context") }
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
  }

  /// A property's name as that of a function: `plays-although-paused` is `playsAlthoughPaused`.
  static func functionName(_ property: String) -> String {
    let words = property.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : capitalized($0.element) }.joined()
    guard let first = name.first else { return "property" }
    return first.isNumber ? "property" + capitalized(name[...]) : name
  }

  private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// A test that runs one session.
  static func test<Subject: Model>(
    _ session: Session<Subject.Setup, Subject.Step>, breaking property: String, of model: Subject
  ) -> String {
    let name = name(of: Subject.self)
    var lines = ["@Test(\(String(reflecting: property)))", "func \(functionName(property))() {"]
    lines.append("  let model = \(model.code)")
    lines.append("  let session = Session<\(name).Setup, \(name).Step>(")
    lines.append("    \(model.code(for: session.setup)),")
    lines.append("    [")
    for step in session.steps { lines.append("      \(model.code(for: step)),") }
    lines.append("    ])")
    lines.append("  #expect(model.run(session) == nil)")
    lines.append("}")
    return lines.joined(separator: "\n")
  }
}
