import PlayerCore

extension Setting {
  /// The name of the setting in text.
  var name: String { SettingNames.shared.names.name(wireValue) ?? "" }

  /// How the value of the setting is written.
  var type: FieldType {
    switch specification.unit {
    case .flag: .boolean
    case .microseconds: .span
    case .thousandths, .count, .bits: .integer
    }
  }
}

private struct SettingNames: Sendable {
  static let shared = SettingNames()
  let names = CaseNames(typeName: "setting", Setting.names.description)
}
