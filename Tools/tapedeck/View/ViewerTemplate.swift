import Foundation
import PlayerTrace

/// The page without traces, as `Tools/viewer` builds it.
struct ViewerTemplate {
  let path: String
  let head: [UInt8]
  let tail: [UInt8]

  /// Where traces go.
  private static let mark = "<!-- traces -->"

  /// The number of bytes of a trace in one element, a multiple of three: otherwise a browser would hold a long trace in
  /// memory several times while it reads the page.
  private static let part = 49_152

  /// The one at `path`, or the one next to the program.
  static func find(_ path: String?) throws -> Self {
    if let path { return try Self(path: path) }
    let places = Self.places
    guard let place = places.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
      Talk.error(
        "there is no template of the viewer: expected one of \(places.joined(separator: ", ")). Run 'Tools/viewer' in a "
          + "checkout of TapeDeck, which builds it, or name another one with --viewer FILE")
      throw Exit.usage.error
    }
    return try Self(path: place)
  }

  /// Next to an installed program, and above one in a checkout.
  private static var places: [String] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
    var folder = program.deletingLastPathComponent()
    var places = [folder.deletingLastPathComponent().appendingPathComponent("share/tapedeck/viewer.html").path]
    while folder.path != "/" {
      if folder.lastPathComponent == ".build" {
        places.append(folder.appendingPathComponent("viewer/viewer.html").path)
        break
      }
      folder.deleteLastPathComponent()
    }
    return places
  }

  private init(path: String) throws {
    self.path = path
    let bytes = try WholeTrace.bytes(of: path)
    let mark = Array(Self.mark.utf8)
    guard let place = Data(bytes).range(of: Data(mark)) else {
      Talk.error(
        "\(path): this is not a template of the viewer: expected \(Self.mark) in it. 'Tools/viewer' builds one")
      throw Exit.usage.error
    }
    head = Array(bytes[..<place.lowerBound])
    tail = Array(bytes[place.upperBound...])
  }

  /// Writes the page with traces in it; all of it or nothing.
  func write(_ traces: [GivenTrace], to target: String, sparing inputs: [String]) throws(TraceError) {
    let file = try WholeFile(path: target, sparing: inputs + [path])
    try file.append(head)
    for trace in traces {
      try Self.write(trace.bytes, "trace", "data-name=\"\(MarkupText.html(trace.name))\"", to: file)
      if let index = trace.index { try Self.write(index, "index", "data-more", to: file) }
    }
    try file.append(tail)
    try file.commit()
  }

  /// Writes bytes as elements of one type, the first with this attribute.
  private static func write(
    _ bytes: [UInt8], _ type: String, _ attribute: String, to file: WholeFile
  ) throws(TraceError) {
    var attribute = attribute
    var rest = bytes[...]
    repeat {
      try file.append(Array("<div hidden data-type=\"application/x-tapedeck-\(type)\" \(attribute)>".utf8))
      try file.append(Array(Data(rest.prefix(part)).base64EncodedData()))
      try file.append(Array("</div>\n".utf8))
      rest = rest.dropFirst(part)
      attribute = "data-more"
    } while !rest.isEmpty
  }
}
