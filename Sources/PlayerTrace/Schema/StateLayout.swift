import PlayerCore

/// The hash over everything needed to understand a checkpoint: for each field of the state, in order, its name, the
/// words of its type and its fresh value. It is computed without strings, so that it is available in Embedded Swift,
/// too.
enum StateLayout {
  // In Embedded Swift nothing is shared between players: each has its own memory.
  #if hasFeature(Embedded)
  static var hash: UInt64 { makeHash() }
  #else
  static let hash = makeHash()
  #endif

  private static func makeHash() -> UInt64 {
    var player = Player()
    var visitor = LayoutVisitor()
    player.visitState(&visitor)
    return visitor.digest.value
  }
}

private struct LayoutVisitor: StateVisitor {
  var digest = StateDigest()
  private var settings = 0

  init() {}

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    put(name, Value.wireKind, value.wireValue)
  }

  // One function for all types of fields.
  @inline(never)
  private mutating func put(_ name: StaticString, _ kind: WireKind, _ value: Int64) {
    put(name)
    if isSetting(name), settings < Setting.allCases.count {
      let setting = Setting.allCases[settings]
      settings += 1
      put(".")
      put(setting.wireName)
      put(":")
      put(setting.typeWord)
    } else {
      put(":")
      put(Self.words(kind))
    }
    digest.put(value)
  }

  private func isSetting(_ name: StaticString) -> Bool {
    let setting: StaticString = "setting"
    guard name.utf8CodeUnitCount == setting.utf8CodeUnitCount else { return false }
    for index in 0..<name.utf8CodeUnitCount where name.utf8Start[index] != setting.utf8Start[index] { return false }
    return true
  }

  /// The name of a type; the names of its cases for an enumeration.
  private static func words(_ kind: WireKind) -> StaticString {
    switch kind {
    case .integer, .instant: "int"
    case .boolean: "bool"
    case .mediaTime: "time"
    case .span: "span"
    case .supply: "supply"
    case .enumeration(let names): names
    }
  }

  private mutating func put(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { digest.put(Int64(text.utf8Start[index])) }
  }
}

extension Setting {
  /// The word for how the value of the setting is written.
  var typeWord: StaticString {
    switch specification.unit {
    case .flag: "bool"
    case .microseconds: "span"
    case .thousandths, .count, .bits: "int"
    }
  }
}
