import PlayerCore
import PlayerTrace

/// A value of the state in JSON: times are microseconds, `null` for unknown and endless.
enum StateValue: Hashable, Sendable {
  case number(Int64)
  case flag(Bool)
  case word(String)
  case nothing
}

extension StateValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .word(let word): try container.encode(word)
    case .nothing: try container.encodeNil()
    }
  }
}

/// One field of the state.
struct StateField: Hashable, Sendable {
  /// For example `transport.anchor`, or `setting.openTimeout`.
  var name: String
  var value: StateValue
  /// The value as human-readable text.
  var text: String

  /// The machine it belongs to; `player` for what belongs to none.
  var machine: String { name.contains(".") ? String(name.prefix { $0 != "." }) : "player" }
  /// The name within the machine.
  var property: String { name.contains(".") ? String(name.drop { $0 != "." }.dropFirst()) : name }
}

/// Collects every field of a state.
struct StateFields: StateVisitor {
  private(set) var fields: [StateField] = []
  private var settings = Setting.allCases.makeIterator()

  init(of player: Player) {
    var copy = player
    copy.visitState(&self)
  }

  /// The fields in which a state differs from another.
  static func changed(in player: Player, from other: Player) -> [StateField] {
    zip(Self(of: player).fields, Self(of: other).fields).filter { $0 != $1 }.map(\.0)
  }

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    if name.description == "setting", let setting = settings.next() {
      let (json, text) = setting.described(value.wireValue)
      return fields.append(StateField(name: "setting.\(setting.name)", value: json, text: text))
    }
    let (json, text) = Self.described(value)
    fields.append(StateField(name: name.description, value: json, text: text))
  }

  private static func described<Value: WireValue>(_ value: Value) -> (StateValue, String) {
    let (json, text) = known(value)
    // The extremes mean "never" and "always".
    return (json == .number(.max) || json == .number(.min) ? .nothing : json, text)
  }

  private static func known<Value: WireValue>(_ value: Value) -> (StateValue, String) {
    let wire = value.wireValue
    switch value {
    case let flag as Bool: return (.flag(flag), flag ? "yes" : "no")
    case let time as MediaTime: return (time.isKnown ? .number(wire) : .nothing, TraceTime.position(time))
    case let span as TimeSpan: return (span == .never ? .nothing : .number(wire), TraceTime.span(span))
    case let instant as Instant: return (.number(wire), TraceTime.stamp(instant))
    case let rate as Rate: return (.number(wire), ThousandthsText.text(Int64(rate.thousandths)))
    case let supply as BufferState: return (.word(supply.words), supply.words)
    default:
      guard let name = caseName(value) else { return (.number(wire), "\(wire)") }
      return (.word(name), name)
    }
  }

  private static func caseName(_ value: some WireValue) -> String? {
    guard let enumeration = type(of: value) as? any WireEnumeration.Type else { return nil }
    let names = enumeration.names.description.split(separator: " ")
    guard let index = Int(exactly: value.wireValue), names.indices.contains(index) else { return nil }
    return String(names[index])
  }
}

extension Setting {
  /// A value of this setting, for JSON and as human-readable text.
  func described(_ value: Int64) -> (StateValue, String) {
    let json: StateValue =
      switch specification.unit {
      case .flag: .flag(value != 0)
      case .microseconds where value == .max: .nothing
      case .microseconds, .thousandths, .count, .bits: .number(value)
      }
    return (json, text(value))
  }
}
