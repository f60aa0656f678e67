import PlayerCore
import PlayerText

/// Writes rows as a Perfetto trace: packets with track events. A row is declared before anything is written on it.
///
/// Only a few of Perfetto's messages are needed, and a protobuf library would be the only dependency of this module,
/// which is also built as Embedded Swift. So their fields are listed here by number.
struct PerfettoWriter {
  private var output = ProtobufWriter()
  private var units: [RunTrack.Unit?] = [nil]
  private var eventNames = InternedNames()
  private var detailNames = InternedNames()
  private var isFirst = true

  /// Everything written and not yet removed.
  var bytes: [UInt8] {
    get { output.bytes }
    set { output.bytes = newValue }
  }

  /// The parent of all other tracks.
  private static var process: UInt64 { 1 << 32 }

  mutating func begin(process: String) {
    let packet = beginPacket()
    let descriptor = output.begin(Packet.trackDescriptor)
    output.put(Descriptor.uuid, Self.process)
    output.put(Descriptor.childOrdering, Descriptor.explicitOrder)
    let itself = output.begin(Descriptor.process)
    output.put(Process.pid, 1)
    output.put(Process.name, process)
    for start in [itself, descriptor, packet] { output.end(start) }
  }

  mutating func declare(_ track: RunTrack) {
    while units.count <= track.number { units.append(nil) }
    units[track.number] = track.unit
    let packet = beginPacket()
    let descriptor = output.begin(Packet.trackDescriptor)
    output.put(Descriptor.uuid, UInt64(track.number))
    output.put(Descriptor.parent, Self.process)
    output.put(Descriptor.name, track.title)
    output.put(Descriptor.rank, UInt64(track.rank))
    if let unit = track.unit {
      let counter = output.begin(Descriptor.counter)
      switch unit {
      case .seconds: output.put(Counter.unitName, "s")
      case .factor: output.put(Counter.unitName, "×")
      case .bytes: output.put(Counter.unit, Counter.bytes)
      }
      output.end(counter)
    }
    output.end(descriptor)
    output.end(packet)
  }

  /// A slice begins. A later event with the same flow answers it.
  mutating func begin(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?) {
    event(Event.begin, name, on: track, at: instant, details, flow.map { (Event.flow, $0) })
  }

  /// The last slice on this row ends.
  mutating func end(on track: Int, at instant: Instant, _ details: [TrackDetail]) {
    event(Event.end, nil, on: track, at: instant, details, nil)
  }

  /// An event occurs.
  mutating func point(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?) {
    event(Event.instant, name, on: track, at: instant, details, flow.map { (Event.lastOfFlow, $0) })
  }

  /// The value of a curve changes, in its unit.
  mutating func count(_ value: Int64, on track: Int, at instant: Instant) {
    let packet = beginPacket()
    output.put(Packet.timestamp, Self.nanoseconds(instant))
    let event = output.begin(Packet.trackEvent)
    output.put(Event.type, Event.counter)
    output.put(Event.track, UInt64(track))
    switch units[track] {
    case .seconds: output.put(Event.doubleValue, double: Double(value) / 1_000_000)
    case .factor: output.put(Event.doubleValue, double: Double(value) / 1_000)
    case .bytes, nil: output.put(Event.value, signed: value)
    }
    output.end(event)
    output.end(packet)
  }

  private mutating func event(
    _ type: UInt64, _ name: String?, on track: Int, at instant: Instant, _ details: [TrackDetail],
    _ flow: (field: UInt64, number: UInt64)?
  ) {
    let packet = beginPacket()
    output.put(Packet.timestamp, Self.nanoseconds(instant))
    let name = name.map { eventNames.number(of: $0) }
    let keys = details.map { detailNames.number(of: $0.name) }
    if !eventNames.fresh.isEmpty || !detailNames.fresh.isEmpty {
      let data = output.begin(Packet.internedData)
      eventNames.writeFresh(Interned.eventNames, into: &output)
      detailNames.writeFresh(Interned.detailNames, into: &output)
      output.end(data)
    }
    let event = output.begin(Packet.trackEvent)
    output.put(Event.type, type)
    output.put(Event.track, UInt64(track))
    if let name { name.write(number: Event.nameNumber, text: Event.name, into: &output) }
    if let flow { output.put(flow.field, fixed: flow.number) }
    for (key, detail) in zip(keys, details) { write(key, detail.value) }
    output.end(event)
    output.end(packet)
  }

  private mutating func write(_ name: InternedName, _ value: TrackDetail.Value) {
    let detail = output.begin(Event.detail)
    name.write(number: Detail.nameNumber, text: Detail.name, into: &output)
    switch value {
    case .integer(let value): output.put(Detail.integer, signed: value)
    case .flag(let value): output.put(Detail.flag, value ? 1 : 0)
    case .text(let value): output.put(Detail.text, value)
    }
    output.end(detail)
  }

  /// Every packet belongs to one sequence, whose names are valid from its beginning on.
  private mutating func beginPacket() -> Int {
    let packet = output.begin(1)
    output.put(Packet.sequence, 1)
    output.put(Packet.flags, isFirst ? Packet.cleared | Packet.needed : Packet.needed)
    isFirst = false
    return packet
  }

  private static func nanoseconds(_ instant: Instant) -> UInt64 {
    let (product, overflow) = UInt64(max(0, instant.microseconds)).multipliedReportingOverflow(by: 1_000)
    // The limit of Perfetto's own instants, 292 years.
    return overflow ? UInt64(Int64.max) : min(product, UInt64(Int64.max))
  }
}

/// A name by its number, if it has one.
private enum InternedName {
  case number(UInt64)
  case text(String)

  func write(number field: UInt64, text textField: UInt64, into writer: inout ProtobufWriter) {
    switch self {
    case .number(let number): writer.put(field, number)
    case .text(let text): writer.put(textField, text)
    }
  }
}

/// Names that are written only once. Those after the first 4,096 are written each time.
private struct InternedNames {
  private var numbers: [ExactText: UInt64] = [:]
  private(set) var fresh: [String] = []

  mutating func number(of name: String) -> InternedName {
    guard name.utf8.count < 256 else { return .text(name) }
    if let number = numbers[ExactText(name)] { return .number(number) }
    guard numbers.count < 4_096 else { return .text(name) }
    let number = UInt64(numbers.count + 1)
    numbers[ExactText(name)] = number
    fresh.append(name)
    return .number(number)
  }

  mutating func writeFresh(_ field: UInt64, into writer: inout ProtobufWriter) {
    let first = UInt64(numbers.count - fresh.count + 1)
    for (place, name) in fresh.enumerated() {
      let entry = writer.begin(field)
      writer.put(Interned.number, first + UInt64(place))
      writer.put(Interned.name, name)
      writer.end(entry)
    }
    fresh.removeAll(keepingCapacity: true)
  }
}

// The field and enumeration numbers of Perfetto's own schema.

private enum Packet {
  static var timestamp: UInt64 { 8 }
  static var sequence: UInt64 { 10 }
  static var trackEvent: UInt64 { 11 }
  static var internedData: UInt64 { 12 }
  static var flags: UInt64 { 13 }
  static var trackDescriptor: UInt64 { 60 }
  /// Names start over with this packet.
  static var cleared: UInt64 { 1 }
  /// Names of earlier packets are used.
  static var needed: UInt64 { 2 }
}

private enum Descriptor {
  static var uuid: UInt64 { 1 }
  static var name: UInt64 { 2 }
  static var process: UInt64 { 3 }
  static var parent: UInt64 { 5 }
  static var counter: UInt64 { 8 }
  static var childOrdering: UInt64 { 11 }
  static var rank: UInt64 { 12 }
  static var explicitOrder: UInt64 { 3 }
}

private enum Process {
  static var pid: UInt64 { 1 }
  static var name: UInt64 { 6 }
}

private enum Counter {
  static var unit: UInt64 { 3 }
  static var unitName: UInt64 { 6 }
  static var bytes: UInt64 { 3 }
}

private enum Event {
  static var detail: UInt64 { 4 }
  static var type: UInt64 { 9 }
  static var nameNumber: UInt64 { 10 }
  static var track: UInt64 { 11 }
  static var name: UInt64 { 23 }
  static var value: UInt64 { 30 }
  static var doubleValue: UInt64 { 44 }
  static var flow: UInt64 { 47 }
  static var lastOfFlow: UInt64 { 48 }
  static var begin: UInt64 { 1 }
  static var end: UInt64 { 2 }
  static var instant: UInt64 { 3 }
  static var counter: UInt64 { 4 }
}

private enum Detail {
  static var nameNumber: UInt64 { 1 }
  static var flag: UInt64 { 2 }
  static var integer: UInt64 { 4 }
  static var text: UInt64 { 6 }
  static var name: UInt64 { 10 }
}

private enum Interned {
  static var eventNames: UInt64 { 2 }
  static var detailNames: UInt64 { 3 }
  static var number: UInt64 { 1 }
  static var name: UInt64 { 2 }
}
