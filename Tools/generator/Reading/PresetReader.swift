import Yams

/// Reads presets. A preset gives values to settings, each as in ``SettingReader``.
struct PresetReader {
  let settings: [Setting]
  let failures: [FailureKind]

  func preset(_ key: String, _ table: inout Table) throws -> Preset {
    let (number, name) = try SpecificationReader.numbered(key, table.line)
    let text = try table.needSentence()
    let base = try table.takeText("base")
    let values = try table.take("settings").map { try self.values($0, name) } ?? []
    return Preset(number: number, name: name, text: text, base: base, values: values, line: table.line)
  }

  private func values(_ node: Node, _ preset: String) throws -> [Preset.Value] {
    var table = try Table(node, "the settings of \(preset)")
    return try table.takeAll().map { key, line, node in
      guard let setting = settings.first(where: { $0.name == key }) else {
        throw Problem("\(preset) sets '\(key)', which is no setting", line: line)
      }
      guard let text = node.scalar?.string else { throw Problem("'\(key)' must be a value", line: line) }
      let (word, reason) = text.halves(at: " — ")
      let value = try number(word, setting, line)
      guard setting.range.contains(value) else {
        throw Problem("'\(word)' lies outside the range of \(key)", line: line)
      }
      return Preset.Value(setting: setting, value: value, word: word, reason: reason)
    }
  }

  private func number(_ word: String, _ setting: Setting, _ line: Int) throws -> Int64 {
    guard setting.name == Setting.retryableFailures, word != "all" else {
      return try SettingReader.value(word, setting.type, setting.name, line)
    }
    return try word.split(separator: ", ").reduce(0) { bits, name in
      let kinds = failures.filter { name == "connectivity" ? $0.isConnectivity : $0.name == name }
      guard !kinds.isEmpty else { throw Problem("'\(name)' is no failure", line: line) }
      return kinds.reduce(bits) { $0 | 1 << Int64($1.number) }
    }
  }
}
