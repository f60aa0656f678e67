extension Specification {
  /// The canonical form: its size, and how a player is packed and restored.
  var canonicalFile: GeneratedFile {
    let packing = CanonicalPacking(self)
    return .swift("CanonicalPacking") { text in
      text.storage(packing.wordCount)
      text.line()
      text.writer(packing)
      text.line()
      text.reader(machines)
      for machine in machines {
        text.line()
        text.reader(of: machine, packing.places.filter { $0.machine.name == machine.name })
      }
      text.line()
      text.accessors(packing.places)
      text.line()
      for type in packedEnumerations { text.line("extension \(type): CanonicalBits {}") }
    }
  }

  private var packedEnumerations: [String] {
    let types = Set(machines.flatMap(\.fields).filter(\.isPacked).map(\.type))
    return enumerations.filter { types.contains($0.name) }.map(\.swift).sorted()
  }
}

extension SwiftText {
  /// Rows of eight, because a tuple of so many words is slow to compile.
  fileprivate mutating func storage(_ count: Int) {
    let (rows, rest) = (count / 8, count % 8)
    block("extension CanonicalState.Words") { text in
      text.line("@usableFromInline typealias Row = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)")
      text.comment("As many words as the fields take, in place.")
      let parts = Array(repeating: "Row", count: rows) + Array(repeating: "UInt64", count: rest)
      text.call("@usableFromInline typealias Storage = ", parts)
      text.line()
      text.comment("All are 0.")
      text.block("@inlinable static var zero: Storage") { text in
        text.line("let row: Row = (0, 0, 0, 0, 0, 0, 0, 0)")
        text.call("return ", Array(repeating: "row", count: rows) + Array(repeating: "0", count: rest))
      }
    }
  }

  // MARK: Writing

  fileprivate mutating func writer(_ packing: CanonicalPacking) {
    block("extension Player") { text in
      text.comment("Writes the canonical form of this player. Instants count from its clock. Nothing is changed.")
      text.line("@inline(__always)")
      text.block("mutating func putCanonicalForm(_ words: UnsafeMutablePointer<UInt64>)") { text in
        var known: Set<String> = []
        for place in packing.places {
          guard let name = place.condition, known.insert(name.local).inserted else { continue }
          text.line("let \(name.local) = \(name.path)")
        }
        for word in 0..<packing.wordCount {
          text.word(word, packing.places.filter { $0.word == word }.sorted { $0.shift < $1.shift })
        }
      }
    }
  }

  private mutating func word(_ word: Int, _ places: [CanonicalPacking.Place]) {
    guard places.count > 1 else { return assign("words[\(word)] =", places[0].bits) }
    assign("var word\(word) =", places[0].bits)
    for place in places.dropFirst() {
      let bits = place.condition == nil ? place.bits : "(\(place.bits))"
      assign("word\(word) |=", "\(bits) &<< \(place.shift)")
    }
    line("words[\(word)] = word\(word)")
  }

  // MARK: Reading

  fileprivate mutating func reader(_ machines: [Machine]) {
    block("extension Player") { text in
      text.comment("Takes the fields of a canonical form; instants count from zero.")
      text.line("@inline(__always)")
      text.block("mutating func takeCanonicalForm(_ words: UnsafePointer<UInt64>)") { text in
        text.line("// Separate from the machines, so that both can be changed at once; each machine is looked up once.")
        text.line("var shown = shown")
        for machine in machines { text.line("\(machine.name).take(words, &shown)") }
        text.line("self.shown = shown")
      }
    }
  }

  fileprivate mutating func reader(of machine: Machine, _ places: [CanonicalPacking.Place]) {
    block("extension \(machine.swift)") { text in
      text.line("@inline(__always)")
      text.block(
        "fileprivate mutating func take(_ words: UnsafePointer<UInt64>, _ shown: inout Player.Observable)"
      ) { text in
        for place in places { text.assign("\(place.target) =", "\(place.swift)(bits: \(place.part(of: "words")))") }
        for field in machine.fields where field.visitor == nil {
          if let value = field.restoredValue { text.line("\(field.path) = \(value)") }
        }
      }
    }
  }

  // MARK: Accessors

  fileprivate mutating func accessors(_ places: [CanonicalPacking.Place]) {
    block("extension CanonicalState") { text in
      for place in places where place.field.canonical?.isReadable == true {
        text.comment("\(place.field.text) \(place.field.canonical?.reason ?? "")")
        text.block("public var \(place.field.name): \(place.swift)") { text in
          text.line("@inline(__always) get { \(place.swift)(bits: \(place.part(of: "words"))) }")
          text.line(
            "@inline(__always) set { words[\(place.word)].put(newValue.bits, at: \(place.shift), \(place.width)) }")
        }
        text.line()
      }
      text.line("#if !hasFeature(Embedded)")
      text.comment("The fields of the state that share the word at `index`.")
      text.block("package static func fields(ofWord index: Int) -> String") { text in
        text.choice("index") { text in
          let words = Dictionary(grouping: places, by: \.word).sorted { $0.key < $1.key }
          for (word, places) in words {
            let names = places.map { "\($0.machine.name).\($0.field.name)" }
            text.literal("case \(word):", names.joined(separator: ", "))
          }
          text.line("default: \"\"")
        }
      }
      text.line("#endif")
    }
  }
}

/// A condition of the specification.
private struct Condition {
  /// The path from the player.
  var path: String
  /// The variable that holds it.
  var local: String

  init(_ name: String, in machine: Machine) {
    path = name.fromPlayer(in: machine)
    let words = path.split(separator: ".")
    local = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    // A local variable hides the property that it is read from.
    if local == path { path = "self.\(path)" }
  }
}

extension String {
  fileprivate func fromPlayer(in machine: Machine) -> String {
    if hasPrefix(CanonicalTreatment.player) { return String(dropFirst(CanonicalTreatment.player.count)) }
    return hasPrefix(Machine.observable) ? self : "\(machine.name).\(self)"
  }
}

extension CanonicalPacking.Place {
  fileprivate var condition: Condition? { field.canonical?.condition.map { Condition($0, in: machine) } }

  /// The bits of the field, the lowest first.
  fileprivate var bits: String {
    let value = "\(source.fromPlayer(in: machine)).\(swift == "Instant" ? "bits(from: clock)" : "bits")"
    guard let condition else { return value }
    return "\(condition.local) ? \(value) : \(otherwise)"
  }

  /// The bits of a field that does not count.
  private var otherwise: String {
    guard let value = field.canonical?.otherwise else { return "0" }
    return "\(value.hasPrefix(".") ? swift : "")\(value).bits"
  }

  /// The value that is written for the field.
  private var source: String {
    switch field.canonical?.form {
    case .normal(let name), .through(let name): name
    case nil, .value, .leftOut: field.path
    }
  }

  /// The target of reading.
  fileprivate var target: String {
    if case .through(let name) = field.canonical?.form { name } else { field.path }
  }

  fileprivate func part(of words: String) -> String {
    width == 64 ? "\(words)[\(word)]" : "\(words)[\(word)].part(at: \(shift), \(width))"
  }
}

extension Machine.Field {
  /// The value of an omitted field after reading; `nil` for a field that was read.
  fileprivate var restoredValue: String? {
    guard case .leftOut(let value) = canonical?.form else { return nil }
    return value ?? ".placeholder"
  }
}
