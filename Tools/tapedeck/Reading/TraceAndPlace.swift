import ArgumentParser
import PlayerTrace

/// A trace and a place in it, in either spelling: `episode.trace:41`, or `episode.trace 41`.
struct TraceAndPlaceArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("A trace of either form; - is standard input.", valueName: "trace"), completion: .file())
  var text: String

  @Argument(
    help: ArgumentHelp(
      "A step (120), an instant of the run (12.5, 0:12.5, 12 s), or end; after a colon or a space.", valueName: "place")
  )
  var second: TracePlace?

  /// The trace and the place. A file may have a colon in its name.
  var value: (trace: String, place: TracePlace?) {
    second == nil ? TraceAndPlace.split(text) : (text, second)
  }

  func validate() throws {
    guard second != nil else { return }
    let (trace, place) = TraceAndPlace.split(text)
    guard let place, FileSize.of(text) == nil else { return }
    throw ValidationError(
      "Two places were given, \(place) after '\(trace):' and \(second?.description ?? "") after it. Give one.")
  }
}

/// `episode.trace:41`, `episode.trace:0:12.5` or just a file.
enum TraceAndPlace {
  /// The part before the place is the longest name of an existing file.
  static func split(_ text: String) -> (trace: String, place: TracePlace?) {
    if FileSize.of(text) != nil { return (text, nil) }
    var end = text.endIndex
    while let colon = text[..<end].lastIndex(of: ":") {
      let trace = String(text[..<colon])
      if let place = TracePlace(String(text[text.index(after: colon)...])), trace == "-" || FileSize.of(trace) != nil {
        return (trace, place)
      }
      end = colon
    }
    // A missing file is reported without the step.
    guard let colon = text.lastIndex(of: ":"), let place = TracePlace(String(text[text.index(after: colon)...])) else {
      return (text, nil)
    }
    return (String(text[..<colon]), place)
  }
}
