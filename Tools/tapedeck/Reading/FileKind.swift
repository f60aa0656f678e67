import Foundation
import PlayerLogs

/// What a file is, by its content. Names decide nothing: they are often wrong.
enum FileKind: String, CaseIterable, Sendable {
  case folder, empty, trace, scenario, cases, network, simulatedMedia, segments, media, log, page, tar, compressed

  /// `nil` for what is none of these, cannot be opened, or can be read only once.
  init?(path: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG:
      guard let file = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? file.close() }
      let beginning = (try? file.read(upToCount: 8_192)) ?? Data()
      guard let kind = Self(beginning: [UInt8](beginning)) else { return nil }
      self = kind
    default: return nil
    }
  }

  /// By the first bytes of a file, some thousand.
  init?(beginning bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .empty
      return
    }
    if let kind = Self.binary(bytes) ?? Self.text(String(decoding: bytes, as: UTF8.self)) {
      self = kind
    } else if LogFormat(beginning: bytes) != nil {
      self = .log
    } else {
      return nil
    }
  }

  // MARK: By the beginning

  private static let beginnings: [([UInt8], FileKind)] = [
    ([0x8B, 0x54, 0x44, 0x54, 0x0D, 0x0A, 0x1A, 0x0A], .trace), ([0x1F, 0x8B], .compressed),
    (Array("PK\u{3}\u{4}".utf8), .compressed), ([0x28, 0xB5, 0x2F, 0xFD], .compressed),
    ([0x1A, 0x45, 0xDF, 0xA3], .media), (Array("ID3".utf8), .media), (Array("OggS".utf8), .media),
    (Array("fLaC".utf8), .media), (Array("RIFF".utf8), .media), (Array("FLV\u{1}".utf8), .media),
    (Array("#EXTM3U".utf8), .media), (Array("caff".utf8), .media), (Array("FORM".utf8), .media),
    ([0x30, 0x26, 0xB2, 0x75], .media), ([0, 0, 1, 0xBA], .media), ([0xFF, 0xFB], .media), ([0xFF, 0xF3], .media),
    ([0xFF, 0xF1], .media), ([0xFF, 0xF9], .media), (Array("WEBVTT".utf8), .segments),
  ]

  private static func binary(_ bytes: [UInt8]) -> FileKind? {
    if let known = beginnings.first(where: { bytes.starts(with: $0.0) }) { return known.1 }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return .media }
    if bytes.count > 188, bytes[0] == 0x47, bytes[188] == 0x47 { return .media }
    if bytes.dropFirst(257).starts(with: "ustar".utf8) { return .tar }
    return nil
  }

  private static func text(_ text: String) -> FileKind? {
    let text = text.trimmingPrefix { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch text.first {
    case "{": return object(text)
    case "[": return list(text)
    case "<":
      let lower = text.lowercased()
      if lower.contains("<html") || lower.hasPrefix("<!doctype html") { return .page }
      return lower.contains("<mpd") ? .media : nil
    default: return yaml(text) ?? table(text)
    }
  }

  private static func object(_ text: Substring) -> FileKind? {
    let line = text.prefix { !$0.isNewline }
    if line.contains(#""k""#), line.contains(#""voc""#) || line.contains(#""k":"h""#) { return .trace }
    if text.contains(#""segment_sizes_bits""#) { return .simulatedMedia }
    if text.contains(#""scenario""#) { return .scenario }
    return text.contains(#""chapters""#) || text.contains(#""segments""#) ? .segments : nil
  }

  private static func list(_ text: Substring) -> FileKind? {
    if text.contains(#""bandwidth_kbps""#) { return .network }
    if text.contains(#""system""#), text.contains(#""steps""#) { return .cases }
    return text.contains(#""segment""#) || text.contains(#""segments""#) ? .segments : nil
  }

  private static func yaml(_ text: Substring) -> FileKind? {
    let keys: [Substring] = text.split(whereSeparator: \.isNewline).prefix(200).compactMap { line in
      line.first?.isLetter == true ? line.firstIndex(of: ":").map { line[..<$0] } : nil
    }
    if keys.contains("scenario"[...]) { return .scenario }
    let isScenario = keys.contains("steps"[...]) && (keys.contains("media"[...]) || keys.contains("expect"[...]))
    return isScenario ? .scenario : nil
  }

  /// Rows of numbers: with an instant and a bandwidth, or only instants, a network; with a third number, cuts.
  private static func table(_ text: Substring) -> FileKind? {
    if text.hasPrefix("FILE PROCESSING COMPLETE") { return .segments }
    let rows = text.split(whereSeparator: \.isNewline).dropLast().prefix(20)
    let counts = Set(
      rows.map { row in row.split { " ,;\t".contains($0) }.map { Double($0) == nil ? 100 : 1 }.reduce(0, +) })
    switch (counts.count, counts.first) {
    case (1, 1), (1, 2): return .network
    case (1, 3): return .segments
    default: return nil
    }
  }
}
