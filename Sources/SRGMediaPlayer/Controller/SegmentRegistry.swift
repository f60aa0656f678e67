import Foundation
import PlayerCore

/// The app's segments and the numbers by which the reducer knows them.
@MainActor
struct SegmentRegistry {
  private(set) var list: [any SRGSegment]?
  /// The cached segments without the hidden ones.
  private(set) var visible: [any SRGSegment]?
  private var numbers: [ObjectIdentifier: SegmentID] = [:]
  /// Includes those of previous lists to which notifications may still refer.
  private var segments: [SegmentID: any SRGSegment] = [:]
  private var lastNumber: UInt32 = 0
  /// The segments of the list as the reducer knows them.
  private var known: [Face] = []
  /// Whether the reducer has got the list.
  private var isTold = true

  nonisolated init() {}

  /// The number of known segments.
  var count: Int { segments.count }

  mutating func update(_ list: [any SRGSegment]?) {
    self.list = list
    visible = list?.filter { !$0.isHidden }
    isTold = false
    for segment in list ?? [] { add(segment) }
  }

  /// Lets go of all segments that are neither in the list nor among `kept`, unless the reducer may play others.
  mutating func release(except kept: [SegmentID]) {
    guard isTold else { return }
    var left = Set(kept)
    for segment in list ?? [] { left.insert(numbers[ObjectIdentifier(segment)] ?? .none) }
    guard segments.keys.contains(where: { !left.contains($0) }) else { return }
    segments = segments.filter { left.contains($0.key) }
    numbers = numbers.filter { left.contains($0.value) }
  }

  private mutating func add(_ segment: any SRGSegment) {
    guard numbers[ObjectIdentifier(segment)] == nil else { return }
    lastNumber = lastNumber == .max ? 1 : lastNumber + 1
    numbers[ObjectIdentifier(segment)] = SegmentID(lastNumber)
    segments[SegmentID(lastNumber)] = segment
  }

  /// None for a segment that is not in the list.
  func number(of segment: (any SRGSegment)?) -> SegmentID {
    guard let segment, list?.contains(where: { $0 === segment }) == true else { return .none }
    return numbers[ObjectIdentifier(segment)] ?? .none
  }

  subscript(number: SegmentID) -> (any SRGSegment)? { number.isNone ? nil : segments[number] }

  /// The properties of a segment that may change while it is in the list.
  struct Face: Equatable {
    let markRange: SRGMarkRange
    let isBlocked: Bool
    let isHidden: Bool
    let title: String

    @MainActor
    init(_ segment: any SRGSegment) {
      markRange = segment.markRange
      isBlocked = segment.isBlocked
      isHidden = segment.isHidden
      title = segment.title
    }
  }

  /// The current properties of the list's segments.
  var faces: [Face] { (list ?? []).map(Face.init) }

  /// Whether a segment of the list differs from the one that the reducer knows.
  var hasChanged: Bool { faces != known }

  /// Records that the reducer knows the list's segments with these properties. Does not query the segments, because one
  /// may query the controller in turn.
  mutating func remember(_ faces: [Face]) {
    known = faces
    isTold = true
    visible = list.map { list in zip(list, faces).filter { !$0.1.isHidden }.map(\.0) }
  }

  /// The commands that pass the list's segments to the reducer; a segment whose mark cannot be expressed is omitted.
  func commands(_ library: (String) -> TextID, date: (TimeInterval) -> Date?) -> [Command] {
    (list ?? []).compactMap { segment -> Command? in
      guard let number = numbers[ObjectIdentifier(segment)] else { return nil }
      let title = library(segment.title)
      guard let (start, end, isDated) = segment.markRange.bounds(date: date) else { return nil }
      return .stageSegment(
        number, start: start, end: end, isBlocked: segment.isBlocked, isHidden: segment.isHidden, isDated: isDated,
        title: title)
    }
  }
}

extension SRGMarkRange {
  /// Both ends as positions, or both as dates in microseconds since 1970.
  func bounds(date: (TimeInterval) -> Date?) -> (MediaTime, MediaTime, Bool)? {
    if case .time(let start) = fromMark, case .time(let end) = toMark {
      return (MediaTime(seconds: start), MediaTime(seconds: end), false)
    }
    func instant(_ mark: SRGMark) -> MediaTime? {
      switch mark {
      case .time(let time): date(time).map { MediaTime(seconds: $0.timeIntervalSince1970) }
      case .date(let date): MediaTime(seconds: date.timeIntervalSince1970)
      }
    }
    guard let start = instant(fromMark), let end = instant(toMark) else { return nil }
    return (start, end, true)
  }
}
