// Values of settings, as text for readers and as Swift source.

extension Setting {
  /// Its sentence, its default and its range.
  var documentation: String {
    let limits = range == type.range || type == .choice ? "" : "; range \(words(range))"
    return "\(text) Default \(words(standard))\(limits)."
  }

  /// `30 s`, `yes`, `0.25`.
  func words(_ value: Int64) -> String {
    switch type {
    case .flag: value == 0 ? "no" : "yes"
    case .span: Self.time(value)
    case .rate, .fraction, .volume: Self.decimal(value)
    case .count, .bits: "\(value)"
    case .choice: choice?.cases.first { $0.number == Int(value) }?.name ?? "\(value)"
    case .failures: value == -1 ? "all" : "\(value)"
    }
  }

  func words(_ range: ClosedRange<Int64>) -> String {
    if type == .flag { return "yes, no" }
    if let choice { return choice.cases.map(\.name).joined(separator: ", ") }
    return range == .min ... .max ? "any" : "\(words(range.lowerBound)) … \(words(range.upperBound))"
  }

  private static func time(_ microseconds: Int64) -> String {
    if microseconds == .max { return "endless" }
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
    return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
  }

  private static func decimal(_ thousandths: Int64) -> String {
    let rest = String("\(1_000 + thousandths % 1_000)".dropFirst())
    let digits = rest.trimmingZeros
    return digits.isEmpty ? "\(thousandths / 1_000)" : "\(thousandths / 1_000).\(digits)"
  }

  // MARK: Swift

  /// The type of the configuration's property, and the subscript that it uses.
  var swift: (type: String, access: String) {
    switch type {
    case .flag: ("Bool", "flag: ")
    case .span: ("TimeSpan", "span: ")
    case .rate: ("Rate", "rate: ")
    case .fraction, .volume: ("Fraction", "fraction: ")
    case .choice: (choice?.swift ?? "Int64", "choice: ")
    case .failures: ("FailureKinds", "failures: ")
    case .count, .bits: ("Int64", "")
    }
  }

  /// A value of that type; `word` is its form in the specification.
  func literal(_ value: Int64, _ word: String) -> String {
    switch type {
    case .flag: value == 0 ? "false" : "true"
    case .span: Self.span(value)
    case .rate, .fraction, .volume: value == 0 ? ".zero" : ".thousandths(\(value.grouped))"
    case .choice: ".\(word)"
    case .failures:
      word == "all" ? ".all" : "[" + word.split(separator: ", ").map { ".\($0)" }.joined(separator: ", ") + "]"
    case .count, .bits: value.grouped
    }
  }

  private static func span(_ value: Int64) -> String {
    if value == .max { return ".never" }
    if value == 0 { return ".zero" }
    if value % 1_000_000 == 0 { return ".seconds(\((value / 1_000_000).grouped))" }
    return value % 1_000 == 0 ? ".milliseconds(\((value / 1_000).grouped))" : ".microseconds(\(value.grouped))"
  }

  /// Default, unit and range in Swift syntax.
  var swiftSpecification: String {
    let lower = range.lowerBound == .min ? ".min" : range.lowerBound.grouped
    let upper = range.upperBound == .max ? ".max" : range.upperBound.grouped
    let dots = lower == ".min" || upper == ".max" ? " ... " : "..."
    let standard = standard == .max ? ".max" : standard.grouped
    return "Specification(unit: .\(type.unit), standard: \(standard), range: \(lower)\(dots)\(upper))"
  }
}

extension Setting.Kind {
  var unit: String {
    switch self {
    case .flag: "flag"
    case .span: "microseconds"
    case .rate, .fraction, .volume: "thousandths"
    case .count, .choice: "count"
    case .failures, .bits: "bits"
    }
  }
}

extension Int64 {
  /// Digits in groups of three, `30_000_000`.
  var grouped: String {
    var digits = Array("\(magnitude)")
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("_", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}

extension String {
  fileprivate var trimmingZeros: String {
    var text = self
    while text.last == "0" { text.removeLast() }
    return text
  }
}
