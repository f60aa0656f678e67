import PlayerCore
import PlayerText

/// Media as SABRE describes it: the length of a segment, and the size of each segment in each quality.
///
/// ```json
/// {"segment_duration_ms": 3000, "bitrates_kbps": [230, 331], "segment_sizes_bits": [[886360, 1180512], …]}
/// ```
///
/// Every number may have a fraction. Sizes are kept in millionths of a bit.
public struct SabreMedia: Hashable, Sendable {
  /// The length of a segment, in nanoseconds.
  public var segmentNanoseconds: Int64
  /// In millionths of a bit per second, the nominal rate of each quality.
  public private(set) var bitrates: [Int64]
  /// How many segments there are.
  public private(set) var segmentCount: Int
  /// The sizes of all segments, quality by quality.
  private var microbits: [Int64]

  /// The qualities, from 0.
  public var qualities: Range<Int> { 0..<bitrates.count }

  /// What a media file may hold.
  public enum Limit {
    /// Sizes of segments, in all qualities together.
    public static let sizes = 4_000_000
    /// The most qualities that a file may have.
    public static let qualities = 1_000
    /// Millionths of a bit: a terabit.
    public static let size: Int64 = 1_000_000_000_000_000_000
  }

  /// The sizes of the segments in a quality, in millionths of a bit; `nil` when there is no such quality.
  public func segments(ofQuality quality: Int) -> [Int64]? {
    guard qualities.contains(quality) else { return nil }
    return Array(microbits[quality * segmentCount..<(quality + 1) * segmentCount])
  }

  /// Reads a file of at most ``NetworkProfile/Limit/bytes`` bytes.
  public init(path: String) throws(SimulationFileError) { try self.init(FileText(path: path)) }

  /// The same from memory; errors use `name`.
  public init(bytes: [UInt8], name: String) throws(SimulationFileError) {
    try self.init(FileText(name: name, bytes: bytes))
  }

  private init(_ text: FileText) throws(SimulationFileError) {
    let reading = try text.reading { () throws(Flaw) in
      var reading = Reading(json: text.json)
      try reading.document()
      try reading.check(text)
      return reading
    }
    (segmentNanoseconds, bitrates) = (reading.duration, reading.bitrates)
    segmentCount = reading.rows.count / bitrates.count
    // Turns the list of segments into a list of qualities, so that a session reads contiguous memory.
    microbits = []
    microbits.reserveCapacity(reading.rows.count)
    for quality in bitrates.indices {
      for row in stride(from: quality, to: reading.rows.count, by: bitrates.count) {
        microbits.append(reading.rows[row])
      }
    }
  }
}

/// The part of a media file that has been read so far.
private struct Reading {
  var json: JSONCursor
  var duration: Int64 = 0
  var bitrates: [Int64] = []
  /// Segment by segment.
  var rows: [Int64] = []
  /// How long each row is, and where the first one that differs from the first is.
  var width: Int?
  var oddRow: (offset: Int, width: Int)?

  init(json: JSONCursor) { self.json = json }

  mutating func document() throws(Flaw) {
    if json.peek() == UInt8(ascii: "[") {
      throw json.flaw(
        "an object", advice: "If this describes a network, give it as the network and another file as media")
    }
    var first = true
    try json.expect(UInt8(ascii: "{"), "an object")
    while let name = try json.enterMember(&first) {
      switch name {
      case "segment_duration_ms":
        duration = try json.value(places: 6, in: 1...NetworkProfile.Limit.period, NetworkProfile.durationWords)
      case "bitrates_kbps": try readBitrates()
      case "segment_sizes_bits": try readSizes()
      default: try json.skipValue()
      }
      json.leave()
    }
    try json.expectEnd()
  }

  private mutating func readBitrates() throws(Flaw) {
    bitrates = []
    var count = 0
    try json.expect(UInt8(ascii: "["), "a list")
    while try json.enterElement(&count) {
      let place = json.nextIndex
      bitrates.append(try json.value(places: 9, in: 0...NetworkProfile.Limit.rate, NetworkProfile.rateWords))
      if count > SabreMedia.Limit.qualities {
        throw json.flaw("at most \(SabreMedia.Limit.qualities) qualities", at: place, advice: "Remove some")
      }
      json.leave()
    }
  }

  private mutating func readSizes() throws(Flaw) {
    (rows, width, oddRow) = ([], nil, nil)
    var rowCount = 0
    try json.expect(UInt8(ascii: "["), "a list of lists")
    while try json.enterElement(&rowCount) {
      let start = json.nextIndex
      let count = try readRow()
      if width == nil { width = count } else if oddRow == nil, count != width { oddRow = (start, count) }
      json.leave()
    }
  }

  /// Returns how many sizes the row has.
  private mutating func readRow() throws(Flaw) -> Int {
    var count = 0
    try json.expect(UInt8(ascii: "["), "a list")
    while try json.enterElement(&count) {
      let place = json.nextIndex
      rows.append(try json.value(places: 6, in: 0...SabreMedia.Limit.size, "0 up to a terabit, in bits"))
      if rows.count > SabreMedia.Limit.sizes {
        throw json.flaw("at most \(SabreMedia.Limit.sizes) sizes", at: place, advice: "Remove segments")
      }
      json.leave()
    }
    return count
  }

  /// Everything is present and consistent.
  func check(_ text: FileText) throws(Flaw) {
    let missing =
      duration == 0
      ? "segment_duration_ms" : bitrates.isEmpty ? "bitrates_kbps" : rows.isEmpty ? "segment_sizes_bits" : nil
    if let missing {
      throw text.flaw(
        at: 0, missing, expected: "a member of that name that is not empty", found: "none",
        "Add it; the file must describe media as SABRE does")
    }
    if let oddRow {
      throw text.flaw(
        at: oddRow.offset, "segment_sizes_bits", expected: "\(width ?? 0) sizes, as in the first segment",
        found: "\(oddRow.width)", "Give a size for each quality")
    }
    if width != bitrates.count {
      throw text.flaw(
        at: 0, "segment_sizes_bits",
        expected: "\(bitrates.count) sizes for each segment, one for each of bitrates_kbps",
        found: "\(width ?? 0)", "Give as many of one as of the other")
    }
  }
}
