extension Specification {
  /// The enumerations: those of messages, those of the state, and one file for each that has many cases.
  var enumerationFiles: [GeneratedFile] {
    let (long, short) = (enumerations.filter(\.isLong), enumerations.filter { !$0.isLong })
    return [
      enumerationsFile("Enumerations", short.filter(\.isRegistered)),
      enumerationsFile("StateEnumerations", short.filter { !$0.isRegistered }),
    ] + long.map { enumerationsFile($0.swift.split(separator: ".").joined(), [$0]) }
  }

  private func enumerationsFile(_ name: String, _ enumerations: [Enumeration]) -> GeneratedFile {
    .swift(name) { text in
      text.comment(
        "Raw values are the registry: a number is assigned once and never reused, so that old traces keep their meaning.",
        mark: "//")
      for enumeration in enumerations {
        text.line()
        text.enumeration(enumeration)
      }
    }
  }

  var setsFile: GeneratedFile {
    .swift("Sets") { text in
      for set in sets { text.set(set) }
    }
  }
}

extension SwiftText {
  /// A nested enumeration is in an extension of its outer type.
  fileprivate mutating func enumeration(_ enumeration: Enumeration) {
    let path = enumeration.swift.halves(at: ".")
    guard let inner = path.second else { return declare(enumeration, path.first) }
    block("extension \(path.first)") { $0.declare(enumeration, inner) }
  }

  private mutating func declare(_ enumeration: Enumeration, _ name: String) {
    let access = enumeration.isPublic ? "public " : ""
    comment(enumeration.text)
    block("\(access)enum \(name): UInt8, WireEnumeration, Sendable") { text in
      for place in enumeration.cases {
        text.comment(place.text)
        text.line("case \(place.name) = \(place.number)")
      }
      text.line()
      text.comment("Takes the place of a value that could not be read.")
      text.line("\(access)static var placeholder: Self { .\(enumeration.placeholder ?? enumeration.cases[0].name) }")
      text.comment("The names of the cases by number, with a dash for a number that is not in use.")
      text.constant("\(access)static var names: StaticString", enumeration.names)
      text.line()
      text.names(of: enumeration, access)
    }
  }

  private mutating func names(of enumeration: Enumeration, _ access: String) {
    comment("The name that text traces use.")
    block("\(access)var wireName: StaticString") { text in
      text.choice("self") { text in
        for place in enumeration.cases { text.line("case .\(place.name): \"\(place.name)\"") }
      }
    }
  }

  fileprivate mutating func set(_ set: BitSet) {
    comment(set.text)
    block("public struct \(set.swift): OptionSet, Hashable, Sendable") { text in
      text.comment("One bit for each member.")
      text.line("public var rawValue: UInt8")
      text.comment("The members whose bits are set.")
      text.line("public init(rawValue: UInt8) { self.rawValue = rawValue }")
      text.line()
      text.comment(set.empty.text)
      text.line("public static var \(set.empty.name): Self { [] }")
      for place in set.cases {
        text.comment(place.text)
        text.line("public static var \(place.name): Self { Self(rawValue: \(1 << place.number)) }")
      }
    }
    line()
    block("extension \(set.swift): WireValue") { text in
      text.comment("The bits, as they travel in messages.")
      text.line("public var wireValue: Int64 { Int64(rawValue) }")
      text.comment("The members whose bits are set; `nil` when a bit has no member.")
      text.block("public init?(wireValue: Int64)") { text in
        text.line("guard wireValue >= 0, wireValue < \(1 << set.cases.count) else { return nil }")
        text.line("self.init(rawValue: UInt8(wireValue))")
      }
      text.comment("Takes the place of a value that could not be read.")
      text.line("public static var placeholder: Self { .\(set.empty.name) }")
      text.comment("What the integer means.")
      text.line("public static var wireKind: WireKind { .\(set.name) }")
      text.line()
      text.comment("The names of the bits, the lowest first.")
      let names = set.cases.map { "\"\($0.name)\"" }.joined(separator: ", ")
      text.line("public static var bitNames: [StaticString] { [\(names)] }")
    }
  }
}

extension Enumeration {
  fileprivate var isLong: Bool { cases.count > 20 }

  /// The names by number, with a dash for a number that is not in use.
  var names: String {
    let last = cases.map(\.number).max() ?? 0
    return (0...last).map { number in cases.first { $0.number == number }?.name ?? "-" }.joined(separator: " ")
  }
}
