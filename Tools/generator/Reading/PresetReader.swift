import Yams

/// Reads presets. A preset gives values to settings.
struct PresetReader {
  let settings: [Setting]
  let values: ValueReader

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
      let value = try values.value(word, setting, line)
      return Preset.Value(setting: setting, value: value, word: word, reason: reason)
    }
  }
}
