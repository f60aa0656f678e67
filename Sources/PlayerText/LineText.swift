/// Text from elsewhere as part of a line of a file: a line break in it would begin something else there, and an escape
/// would be obeyed by the terminal that shows the file.
package enum LineText {
  /// Control characters become spaces, or go where they come first; so do spaces at the end. A zero is shown.
  package static func of(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\0": line += "\u{FFFD}"
      case .control, .lineSeparator, .paragraphSeparator: if !line.isEmpty { line += " " }
      default: line.unicodeScalars.append(scalar)
      }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The same for a cue of WebVTT, which shows it literally.
  package static func cue(_ text: String) -> String {
    var cue = ""
    for scalar in of(text).unicodeScalars {
      switch scalar {
      case "&": cue += "&amp;"
      case "<": cue += "&lt;"
      case ">": cue += "&gt;"
      default: cue.unicodeScalars.append(scalar)
      }
    }
    return cue
  }
}
