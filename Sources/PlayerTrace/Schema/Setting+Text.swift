import PlayerCore

extension Setting {
  /// The name of the setting in text.
  var name: String { wireName.description }

  /// How the value of the setting is written.
  var type: FieldType {
    switch specification.unit {
    case .flag: .boolean
    case .microseconds: .span
    case .thousandths, .count, .bits: .integer
    }
  }
}
