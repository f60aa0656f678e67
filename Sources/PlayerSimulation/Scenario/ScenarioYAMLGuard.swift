import CYaml
import PlayerText

/// Refuses YAML that would cost more than its length, before a tree is made of it: references, deep nesting, letters with
/// hundreds of combining marks. It looks at the tokens of the parser itself, so nothing hides from it.
struct ScenarioYAMLGuard {
  private static let values = 200_000

  private var depth = 0
  private var count = 0

  /// Where the parser itself finds a mistake, this ends: nothing after that becomes a part of a tree.
  static func check(_ text: String) throws(ScenarioYAML.Failure) {
    var text = text
    var failure: ScenarioYAML.Failure?
    text.withUTF8 { bytes in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return }
      defer { yaml_parser_delete(&parser) }
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      var tokens = Self()
      do throws(ScenarioYAML.Failure) { while try tokens.next(&parser) {} } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Whether another token follows.
  private mutating func next(_ parser: inout yaml_parser_t) throws(ScenarioYAML.Failure) -> Bool {
    var token = yaml_token_t()
    guard yaml_parser_scan(&parser, &token) == 1 else { return false }
    defer { yaml_token_delete(&token) }
    switch token.type {
    case YAML_STREAM_END_TOKEN, YAML_NO_TOKEN: return false
    case YAML_ANCHOR_TOKEN:
      throw failure(token, "no anchors", "'&'", "Write the value where it is used; 'a & b' is a text")
    case YAML_ALIAS_TOKEN:
      throw failure(token, "no references", "'*'", "Write the value itself, or put a text in quotes")
    case YAML_TAG_DIRECTIVE_TOKEN: throw failure(token, "no directives", "'%TAG'", "Remove the line")
    case YAML_BLOCK_SEQUENCE_START_TOKEN, YAML_BLOCK_MAPPING_START_TOKEN, YAML_FLOW_SEQUENCE_START_TOKEN,
      YAML_FLOW_MAPPING_START_TOKEN:
      depth += 1
      if depth > ScenarioLimit.depth {
        throw failure(token, "at most \(ScenarioLimit.depth) levels", "more", "Make it flatter")
      }
      try countValue(token)
    case YAML_BLOCK_END_TOKEN, YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: depth -= 1
    case YAML_SCALAR_TOKEN:
      try countValue(token)
      try checkMarks(token)
    default: break
    }
    return true
  }

  private mutating func countValue(_ token: yaml_token_t) throws(ScenarioYAML.Failure) {
    count += 1
    if count > Self.values { throw failure(token, "at most \(Self.values) values", "more", "Split it") }
  }

  private func checkMarks(_ token: yaml_token_t) throws(ScenarioYAML.Failure) {
    let bytes = UnsafeBufferPointer(start: token.data.scalar.value, count: token.data.scalar.length)
    guard String(decoding: bytes, as: UTF8.self).hasEndlessMarks else { return }
    throw failure(token, "at most \(endlessMarks) combining marks in a row", "more", "Remove some")
  }

  private func failure(
    _ token: yaml_token_t, _ expected: String, _ found: String, _ advice: String
  ) -> ScenarioYAML.Failure {
    ScenarioYAML.Failure(
      token.start_mark.line + 1, token.start_mark.column + 1, expected, found: found, advice)
  }
}
