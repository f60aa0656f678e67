import PlayerCore
import PlayerRuntime
import Testing

@Suite("Segments for a player")
struct StagingTests {
  private func segment(
    _ title: String, _ start: Int64, _ end: Int64?, blocked: Bool = false, mutes: Bool = false
  ) -> MediaSegment {
    MediaSegment(
      title: title, start: .seconds(start), end: end.map(MediaTime.seconds) ?? .unknown, isBlocked: blocked,
      isHidden: mutes, mutes: mutes)
  }

  private func words(_ list: SegmentList) -> [String] {
    list.staged(startingAt: SegmentID(10)).flatMap { staged in
      staged.ranges.map { range in
        let isOpen = range.upperBound.microseconds == .max
        let end = isOpen ? "" : "\(range.upperBound.microseconds / 1_000_000)"
        return "\(staged.id.rawValue) \(staged.segment.title) \(range.lowerBound.microseconds / 1_000_000)-\(end)"
      }
    }
  }

  @Test("numbers follow the list, points are left out, an open end is the latest time")
  func commands() {
    let library = IdentifierTable()
    let list = SegmentList([segment("a", 5, nil), segment("point", 3, 3), segment("b", 1, 2, blocked: true)])
    let end = MediaTime(microseconds: .max)
    #expect(
      list.commands(startingAt: SegmentID(10), titles: library.text) == [
        .stageSegment(
          SegmentID(10), start: .seconds(5), end: end, isBlocked: false, isHidden: false, isDated: false,
          title: library.text("a")),
        .stageSegment(
          SegmentID(11), start: .seconds(1), end: .seconds(2), isBlocked: true, isHidden: false, isDated: false,
          title: library.text("b")),
        .commitSegments,
      ])
    #expect(SegmentList().commands(startingAt: SegmentID(1)) == [.commitSegments])
  }

  @Test("a segment around a muted range is cut into pieces with one number; a blocked one is not")
  func pieces() {
    let list = SegmentList([
      segment("chapter", 0, 100), segment("m1", 20, 30, mutes: true), segment("m2", 30, 35, mutes: true),
      segment("inside", 22, 25), segment("m3", 90, nil, mutes: true), segment("ad", 18, 32, blocked: true),
      segment("after", 95, nil),
    ])
    #expect(
      words(list) == [
        "10 chapter 0-20", "10 chapter 35-90", "11 m1 20-30", "12 m2 30-35", "14 m3 90-", "15 ad 18-32",
      ])
  }

  @Test("resolved: blocked before mute before visible, each position in one segment (SRG.md#3.8)")
  func resolved() {
    let list = SegmentList([
      segment("chapter", 0, 100), segment("m", 20, 30, mutes: true), segment("ad", 25, 40, blocked: true),
      segment("rest", 100, nil),
    ])
    let words = list.resolved().segments.map { "\($0.title) \($0.start.microseconds / 1_000_000)" }
    #expect(words == ["chapter 0", "m 20", "ad 25", "chapter 40", "rest 100"])
    #expect(list.resolved().segments.last?.end == .unknown)
    #expect(list.resolved().resolved() == list.resolved())
  }

  @Test("what is no range is left out, and can be found")
  func unusable() {
    let list = SegmentList([
      segment("a", 5, nil), segment("crossed", 3, 2, blocked: true), segment("point", 3, 3),
      MediaSegment(title: "nowhere", start: .unknown, end: .seconds(9)),
    ])
    #expect(words(list) == ["10 a 5-"] && list.unusable.map(\.title) == ["crossed", "nowhere"])
  }

  @Test("when numbers run out, the remaining segments get none")
  func numbersRunOut() {
    let list = SegmentList([segment("a", 0, 1), segment("b", 1, 2)])
    #expect(list.staged(startingAt: SegmentID(.max)).count == 1)
  }

  @Test("chapters of a container are reset with every opening")
  func chapters() {
    let library = IdentifierTable()
    var chapters = ChapterList()
    func take(_ notification: Player.Notification) { chapters.take(notification, text: library.text(of:)) }
    take(.chapterFound(SegmentID(1), start: .zero, end: .seconds(1), title: library.text("a\nb")))
    #expect(chapters.segments == [MediaSegment(title: "a b", start: .zero, end: .seconds(1))])
    take(.phaseChanged(from: .prepared, to: .opening))
    #expect(chapters.segments.isEmpty)
  }
}

@Suite("Muted ranges")
struct MuteRangeTests {
  private var player = Player()
  private var outputs = Outputs()
  private var ranges = MuteRanges()

  init() {
    let segment = MediaSegment(start: .seconds(1), end: .seconds(2), isHidden: true, mutes: true)
    ranges.replace(with: SegmentList([segment, segment]).staged(startingAt: SegmentID(1)))
  }

  private mutating func enter(_ id: UInt32) -> Command? {
    let started = Player.Notification.segmentStarted(
      SegmentID(id), isSelected: false, selection: .none, previous: .none, lastPosition: .zero)
    return obey(ranges.command(after: started, player))
  }

  private mutating func leave(_ id: UInt32, next: UInt32 = 0) -> Command? {
    let ended = Player.Notification.segmentEnded(
      SegmentID(id), wasSelected: false, selection: .none, exit: .natural, next: SegmentID(next), lastPosition: .zero)
    return obey(ranges.command(after: ended, player))
  }

  private mutating func send(_ command: Command) {
    let was = player.isMuted
    player.receive(.command(command, RequestID(1)), at: .zero, into: &outputs)
    if player.isMuted != was { _ = ranges.command(after: .mutedChanged(player.isMuted), player) }
  }

  private mutating func obey(_ command: Command?) -> Command? {
    if let command { send(command) }
    return command
  }

  @Test("the sound turns off and on at the boundaries, and stays off from one range into the next")
  mutating func boundaries() {
    #expect(enter(1) == .setMuted(true))
    #expect(leave(1, next: 2) == nil)
    #expect(enter(2) == nil)
    #expect(leave(2) == .setMuted(false))
    #expect(enter(7) == nil && leave(7) == nil)
  }

  @Test("a player that the user muted stays muted")
  mutating func mutedBefore() {
    send(.setMuted(true))
    #expect(enter(1) == nil && leave(1) == nil)
    #expect(player.isMuted)
  }

  @Test("a user who turns the sound on, or on and off again, inside a range has the last word")
  mutating func userUnmutesInsideRange() {
    _ = enter(1)
    send(.setMuted(false))
    #expect(leave(1) == nil && !player.isMuted)
    _ = enter(1)
    send(.setMuted(false))
    send(.setMuted(true))
    #expect(leave(1) == nil && player.isMuted)
  }

  @Test("a run that stops inside a range turns the sound on")
  mutating func stops() {
    _ = enter(1)
    #expect(obey(ranges.command(after: .phaseChanged(from: .prepared, to: .idle), player)) == .setMuted(false))
    #expect(!player.isMuted)
  }
}
