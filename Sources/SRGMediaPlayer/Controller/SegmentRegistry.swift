import Foundation
import PlayerCore
import PlayerRuntime

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
    let bounds: SRGMarkRange.Bounds
    let isBlocked: Bool
    let isHidden: Bool
    let title: String
  }

  /// The current properties of the list's segments.
  func faces(date: (TimeInterval) -> Date?) -> [Face] {
    (list ?? []).map { segment in
      Face(
        bounds: segment.markRange.bounds(date: date), isBlocked: segment.isBlocked, isHidden: segment.isHidden,
        title: segment.title)
    }
  }

  /// Whether a segment of the list differs from the one that the reducer knows.
  func hasChanged(_ faces: [Face]) -> Bool { faces != known }

  /// Records that the reducer knows the list's segments with these properties. Does not query the segments, because one
  /// may query the controller in turn.
  mutating func remember(_ faces: [Face]) {
    known = faces
    isTold = true
    visible = list.map { list in zip(list, faces).filter { !$0.1.isHidden }.map(\.0) }
  }

  /// The commands that pass the list's segments to the reducer, which leaves out those that are no ranges.
  func commands(_ faces: [Face], _ library: (String) -> TextID) -> [Command] {
    zip(list ?? [], faces).map { segment, face in
      .stageSegment(
        numbers[ObjectIdentifier(segment)] ?? .none, start: face.bounds.start, end: face.bounds.end,
        isBlocked: face.isBlocked, isHidden: face.isHidden, isDated: face.bounds.isDated, title: library(face.title))
    } + [.commitSegments]
  }

  /// What the list contains that is no range, in words.
  func unusable(_ faces: [Face]) -> [String] {
    zip(list ?? [], faces).enumerated().filter { !$0.element.1.bounds.isRange }.map { index, element in
      let (segment, face) = element
      let isMixed = face.bounds.isDated && !(face.bounds.start.isKnown && face.bounds.end.isKnown)
      return "segments[\(index)] '\(face.title.prefix(60))': found \(segment.markRange.words); expected "
        + (isMixed ? "two dates, or a stream with dates" : "an end after the start")
    }
  }
}

extension SRGMarkRange {
  /// Positions, or dates in microseconds since 1970. Unknown is what is no number, and a time where there are no dates.
  struct Bounds: Equatable {
    let start: MediaTime
    let end: MediaTime
    let isDated: Bool

    var isRange: Bool { start.isKnown && start < end }
  }

  /// Both ends as positions, or both as dates.
  func bounds(date: (TimeInterval) -> Date?) -> Bounds {
    if case .time(let start) = fromMark, case .time(let end) = toMark {
      return Bounds(start: MediaTime(seconds: start), end: MediaTime(seconds: end), isDated: false)
    }
    func instant(_ mark: SRGMark) -> MediaTime {
      switch mark {
      case .time(let time): date(time).map { MediaTime(seconds: $0.timeIntervalSince1970) } ?? .unknown
      case .date(let date): MediaTime(seconds: date.timeIntervalSince1970)
      }
    }
    return Bounds(start: instant(fromMark), end: instant(toMark), isDated: true)
  }

  /// For messages: `12.5 to nan s`.
  fileprivate var words: String {
    if case .time(let start) = fromMark, case .time(let end) = toMark { return "\(start) to \(end) s" }
    return "\(fromMark.words) to \(toMark.words)"
  }
}

extension SRGMark {
  fileprivate var words: String {
    switch self {
    case .time(let time): "\(time) s"
    case .date(let date): "\(date.timeIntervalSince1970) s after 1970"
    }
  }
}
