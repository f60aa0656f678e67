import PlayerCore
import PlayerRuntime

/// The segments of a run: which of them the player gets and when, and where the sound is muted.
///
/// The player gets those of a file before the media is loaded. The chapters of the media are known once it is open: the
/// run holds until the player has them, so that no part that is to be skipped is played.
struct RunSegments {
  private let rules: [SkipRule]
  private let library: IdentifierTable
  /// `nil` when the segments come from a file.
  private var chapters: ChapterList?
  private var list: SegmentList
  private var mutes = MuteRanges()
  /// The segments that the player knows.
  private(set) var staged: [StagedSegment] = []
  /// Whether playback may begin.
  private(set) var isReady: Bool
  /// A remark to report; taken once.
  private var remark: String?

  /// - Parameter list: the segments of a file; `nil` for the chapters of the media.
  init(_ list: SegmentList?, rules: [SkipRule], library: IdentifierTable) {
    self.rules = rules
    self.library = library
    self.list = list ?? SegmentList()
    chapters = list == nil ? ChapterList() : nil
    isReady = list != nil
  }

  /// The commands to send before the media is loaded.
  mutating func firstCommands() -> [Command] { chapters == nil ? commit() : [] }

  /// The commands to send after a notification; `player` is the current state.
  mutating func commands(after notification: Player.Notification, _ player: Player) -> [Command] {
    chapters?.take(notification, text: library.text(of:))
    if case .prepared = notification, let chapters { return takeOver(chapters) }
    return mutes.command(after: notification, player).map { [$0] } ?? []
  }

  /// The remark since the last call.
  mutating func takeRemark() -> String? {
    defer { remark = nil }
    return remark
  }

  /// Reopened media has the same chapters as before, unless it is different media.
  private mutating func takeOver(_ chapters: ChapterList) -> [Command] {
    defer { isReady = true }
    let fresh = SegmentList(chapters.segments)
    if isReady, fresh == list { return [] }
    list = fresh
    return commit()
  }

  private mutating func commit() -> [Command] {
    var marked = list
    if !rules.isEmpty, marked.block(rules) == 0 {
      let names = rules.map { "'\(Printable.text($0.pattern))'" }.joined(separator: ", ")
      let what = chapters == nil ? "segments" : "chapters"
      remark =
        list.segments.isEmpty
        ? "there is nothing to skip: the media has no \(what)"
        : "none of the \(list.segments.count) \(what) is what --skip \(names) means"
    }
    staged = marked.staged(startingAt: SegmentID(1))
    let remarks = [remark, list.warning, StagedSegment.warning(of: staged)].compactMap(\.self)
    remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    mutes.replace(with: staged)
    return marked.commands(startingAt: SegmentID(1), titles: library.text)
  }
}

extension SegmentList {
  /// What is left out; `nil` when nothing is.
  fileprivate var warning: String? {
    guard let first = unusable.first else { return nil }
    let count = NumberText.counted(Int64(unusable.count), "segment")
    let (start, end) = (TimeText.exact(first.start), TimeText.exact(first.end))
    return "\(count) left out; the first, '\(Printable.text(first.name))', is from \(start) to \(end): expected an end "
      + "after a start"
  }
}

extension StagedSegment {
  /// Where sound is heard that should not be; `nil` when that is nowhere.
  static func warning(of staged: [StagedSegment]) -> String? {
    let count = staged.count(where: \.coversMutes)
    guard count > 0 else { return nil }
    let segments = NumberText.counted(Int64(count), "segment")
    return "\(segments) cannot be cut around the ranges without sound, which are heard there: more than "
      + "\(SegmentList.pieceLimit) pieces. Give fewer segments that overlap"
  }
}

/// The names of segments, by number.
struct SegmentNames {
  private var segments: [UInt32: MediaSegment] = [:]

  init(_ staged: [StagedSegment] = []) {
    for segment in staged { segments[segment.id.rawValue] = segment.segment }
  }

  /// The title, or the category when there is none; `nil` for an unknown number.
  func name(_ id: SegmentID) -> String? { segments[id.rawValue].map { Printable.text($0.name) } }

  /// `skipping sponsor 'Rewind' 0:16.500–0:28 (--skip advert)`: what, where and why.
  func skipping(_ id: SegmentID) -> String? {
    guard let segment = segments[id.rawValue] else { return nil }
    var words = ["skipping"]
    if !segment.category.isEmpty { words.append(Printable.text(segment.category)) }
    if !segment.title.isEmpty { words.append("'\(Printable.text(segment.title))'") }
    let end = segment.end.isKnown ? TimeText.exact(segment.end) : "end"
    words.append("\(TimeText.exact(segment.start))–\(end)")
    if let rule = segment.blockedBy { words.append("(--skip \(Printable.text(rule.pattern)))") }
    return words.joined(separator: " ")
  }

  /// `in 'Talk'`; `nil` for hidden segments.
  func entering(_ id: SegmentID) -> String? {
    guard let segment = segments[id.rawValue], !segment.isHidden, !segment.name.isEmpty else { return nil }
    return "in '\(Printable.text(segment.name))'"
  }
}
