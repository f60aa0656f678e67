import PlayerCore

/// Media that was played without a break, at one rate.
struct HeardStretch {
  /// When it was played.
  var start: Instant
  var end: Instant
  /// What was played.
  var from: MediaTime
  var to: MediaTime
  var rate: Rate
  var item: ItemID
  /// The title of the played segment, or else of the chapter; empty without one.
  var title = ""
  /// Muted, or with the volume at 0.
  var isSilent: Bool
}

/// Finds the stretches of media that were played. A stretch ends where the playhead rests or jumps, where the segment,
/// the rate or the item changes, and where sound starts or stops. A correction by the engine that the player does not
/// report as a jump does not end it.
struct HeardStretches {
  private(set) var found: [HeardStretch] = []
  private var open: HeardStretch?
  private var segment = SegmentID.none
  private var chapters: [(start: MediaTime, end: MediaTime, title: String)] = []

  /// Further chapters of an item are ignored.
  private static var chapterLimit: Int { 1_000 }

  mutating func take(_ moment: RunMoment, _ context: RunContext) {
    if open != nil, moment.positionBefore.isKnown {
      open?.end = moment.instant
      open?.to = moment.positionBefore
    }
    let jumped = takeNotifications(moment, context)
    let shown = moment.after.shown
    let next = HeardStretch(
      start: moment.instant, end: moment.instant, from: moment.position, to: moment.position,
      rate: moment.after.movingRate, item: shown.item, title: context.title(of: shown.segment),
      isSilent: shown.isMuted || (shown.left == 0 && shown.right == 0))
    let moves = moment.after.isMoving && moment.position.isKnown
    if moves, !jumped, shown.segment == segment, let now = open, now.continues(as: next) {
      open?.to = moment.position
      return
    }
    close()
    segment = shown.segment
    if moves { open = next }
  }

  /// The run has ended.
  mutating func finish() { close() }

  private mutating func takeNotifications(_ moment: RunMoment, _ context: RunContext) -> Bool {
    var jumped = false
    for notification in moment.notifications {
      switch notification {
      case .positionJumped, .seekBegan, .seekEnded, .willSkip, .didSkip, .looped: jumped = true
      case .itemChanged:
        jumped = true
        // What was played of the previous item belongs to that item's chapters.
        close()
        chapters = []
      case .chapterFound(_, let start, let end, let title):
        guard chapters.count < Self.chapterLimit, start < end else { continue }
        if chapters.contains(where: { $0.start == start && $0.end == end }) { continue }
        chapters.append((start, end, context.names.text(title)))
      default: break
      }
    }
    return jumped
  }

  private mutating func close() {
    guard let stretch = open else { return }
    open = nil
    guard stretch.to > stretch.from, stretch.end > stretch.start else { return }
    if stretch.title.isEmpty { divide(stretch) } else { found.append(stretch) }
  }

  /// Outside segments, a stretch is divided where chapters begin and end.
  private mutating func divide(_ whole: HeardStretch) {
    var places = [whole.from, whole.to]
    for chapter in chapters {
      for place in [chapter.start, chapter.end] where place > whole.from && place < whole.to { places.append(place) }
    }
    places.sort()
    var start = whole.start
    for (from, to) in zip(places, places.dropFirst()) where to > from {
      var part = whole
      (part.from, part.to, part.start) = (from, to, start)
      if to < whole.to { part.end = min(whole.end, whole.start + whole.rate.span(for: to - whole.from)) }
      part.title = chapters.last { $0.start <= from && to <= $0.end }?.title ?? ""
      start = part.end
      found.append(part)
    }
  }
}

extension HeardStretch {
  fileprivate func continues(as next: HeardStretch) -> Bool {
    rate == next.rate && item == next.item && isSilent == next.isSilent
  }
}
