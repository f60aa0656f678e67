import PlayerCore
import PlayerText

extension TraceEdits {
  /// A setting and its value by name, as the header of a text trace has them: times in microseconds, `null` for endless.
  package static func setting(_ name: String, _ value: String) throws(EditProblem) -> (setting: Setting, value: Int64) {
    guard let setting = Setting.allCases.first(where: { $0.name == name }) else {
      throw EditProblem("\(Excerpt.of(name)): there is no such setting")
    }
    do throws(Flaw) {
      var cursor = JSONCursor(ByteRange(value))
      cursor.name = name
      let number = try cursor.value(setting.type, .current)
      guard cursor.isAtEnd else { throw cursor.flaw("one value") }
      guard setting.specification.range ~= number else {
        let range = setting.specification.range
        throw Flaw(field: name, expected: "\(range.lowerBound) to \(range.upperBound)", found: value)
      }
      return (setting, number)
    } catch { throw EditProblem(error) }
  }
}
