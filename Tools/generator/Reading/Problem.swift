/// An error in the specification: its place, what was found and what was expected.
struct Problem: Error, CustomStringConvertible {
  var line: Int?
  var message: String

  init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }

  var description: String {
    line.map { "\(Specification.path):\($0): \(message)" } ?? "\(Specification.path): \(message)"
  }
}
