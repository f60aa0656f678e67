#if FFmpeg
import Backports
import PlayerCore

/// The live playlists of one session: what each of them offers, and where playback enters it. Shared by the thread that
/// reads the media and the one that follows the playlist meanwhile.
final class LiveFeed: Sendable {
  struct Contents {
    /// By the address that libavformat asks for again.
    var windows: [String: LiveWindow] = [:]
    /// Which of ``windows`` each address stands for: servers send clients elsewhere, and give out addresses that hold
    /// for one session.
    var names: [String: String] = [:]
    /// The latest playlist of each window that had a segment.
    var lists: [String: MediaPlaylist] = [:]
    /// What was asked for last, by window.
    var addresses: [String: String] = [:]
    /// The windows of the variants, by their number in the master playlist.
    var slots: [Int: String] = [:]
    /// What the latest master playlist lists.
    var variants: [String] = []
    /// The playlist that is reported to the player: the first one until it is known which one plays.
    var told: String?
    /// Where playback enters; nil for the live edge.
    var entry: Int64?
    /// The segment that each playlist was entered at in this opening.
    var entered: [String: Int64] = [:]
    /// Where playback began when the source was opened: renditions may reach further than what is reported to the
    /// player.
    var beginning: Int64 = 0
    /// When the playlist was last seen.
    var seen = Instant.zero
    var reported = Reported()
  }

  /// What was reported to the player.
  struct Reported {
    var range: ClosedRange<Int64>?
    var reference: (position: Int64, date: Int64)?
    var hasEnded = false
  }

  let contents = Lock(Contents())

  /// The window of what plays; nil when nothing is live.
  var window: LiveWindow? { contents.withLock { $0.window } }

  /// Where the last segment ends; nil before there is one.
  var end: Int64? { contents.withLock { contents in contents.told.flatMap { contents.windows[$0]?.end } } }

  /// The nearest position that can be played.
  func clamped(_ position: Int64) -> Int64 {
    guard let range = contents.withLock(\.range) else { return position }
    return min(max(position, range.lowerBound), range.upperBound)
  }

  /// The address to ask for news of ``window``.
  var address: String? { contents.withLock { contents in contents.told.map { contents.addresses[$0] ?? $0 } } }

  /// Playlists are entered again from here: at `position`, nil for the live edge.
  func enter(at position: Int64?) {
    contents.withLock { contents in
      contents.entry = position
      contents.entered.removeAll()
    }
  }

  /// Where the first segment begins that the window was entered at, and how many discontinuities lie before it.
  var entry: (position: Int64, timeline: Int)? {
    contents.withLock { contents in
      guard let told = contents.told, let number = contents.entered[told] else { return nil }
      return contents.window?.segment(number).map { ($0.start, $0.timeline) }
    }
  }

  /// The source is open, and playback begins at ``entry``.
  func begin() {
    let position = entry?.position ?? 0
    contents.withLock { $0.beginning = position }
  }

  /// Takes a playlist that libavformat opened, and returns what it is to read instead: nothing before the segment that
  /// playback enters.
  func take(_ playlist: MediaPlaylist, at address: String, location: String?) -> String {
    contents.withLock { contents in
      let name = contents.name(of: address, location)
      guard let window = contents.follow(playlist, name) else {
        return playlist.text(from: 0, isComplete: playlist.isComplete)
      }
      if contents.told == nil { contents.told = name }
      let begin = playlist.sequence + window.shift
      // A playlist from a cache may end before the known segments.
      let last = Int64(max(0, playlist.segments.count - 1))
      let start = playlist.start.flatMap { start in window.segment(begin).map { $0.start.saturatingPlus(start) } }
      let number = contents.entered[name] ?? contents.choose(window, name, start) ?? begin
      let index = min(max(0, number - begin), last)
      if contents.entered[name] == nil { contents.entered[name] = begin + index }
      return playlist.text(from: Int(index), renumberedBy: window.shift, isComplete: playlist.isComplete)
    }
  }

  /// The latest playlist at `address`, as libavformat is to read it; nil if it was not live before.
  func latest(at address: String) -> String? {
    let list = contents.withLock { contents in contents.names[address].flatMap { contents.lists[$0] } }
    return list.map { take($0, at: address, location: nil) }
  }

  /// Whether the playlist at `address` was live before: then its end is part of the window.
  func knows(_ address: String) -> Bool {
    contents.withLock { contents in contents.names[address].map { contents.windows[$0] != nil } ?? false }
  }

  /// Takes the playlist of ``address`` that was requested in parallel with libavformat.
  func take(_ playlist: MediaPlaylist) {
    contents.withLock { contents in
      if let told = contents.told { _ = contents.follow(playlist, told) }
    }
  }

  func takeMaster(_ playlist: MediaPlaylist) { contents.withLock { $0.variants = playlist.variants } }

  /// The variant of this number plays, in the order of the master playlist.
  func tell(ofVariant number: Int) {
    contents.withLock { contents in
      if let name = contents.slots[number], contents.windows[name] != nil { contents.told = name }
    }
  }

  // MARK: Reloading

  /// When the playlist should be looked at again, if libavformat has not done so by then.
  var due: Instant {
    contents.withLock { contents in
      let target = min(max(contents.window?.targetDuration ?? 0, 1_000_000), 60_000_000)
      return contents.seen + .microseconds(target / 4 * 5)
    }
  }

  /// It could not be had: the next try is made after the same time.
  func miss() { contents.withLock { $0.seen = MonotonicClock.now } }
}

extension LiveFeed.Contents {
  var window: LiveWindow? { told.flatMap { windows[$0] } }

  /// What can be played of the window.
  var range: ClosedRange<Int64>? {
    window?.range.map { $0.lowerBound...max($0.upperBound, beginning) }
  }

  fileprivate mutating func name(of address: String, _ location: String?) -> String {
    let slot = variants.indices.filter { Self.names(variants[$0], address) }.max {
      variants[$0].count < variants[$1].count
    }
    let known = names[address] ?? slot.flatMap { slots[$0] }
    // With another token it is still the same playlist, unless that one was already entered.
    let alike = known ?? names.first { $0.key.path == address.path && entered[$0.value] == nil }?.value
    let name = alike ?? location ?? address
    if let slot { slots[slot] = name }
    if names.count > Self.nameLimit { names.removeAll() }
    for each in [address, location ?? address] { names[each] = name }
    addresses[name] = location ?? address
    return name
  }

  private static let nameLimit = 1_000
  /// More renditions than any real stream has.
  private static let limit = 100

  /// Whether `variant` stands for `address`. A playlist names others as it likes; their end is what all ways have.
  private static func names(_ variant: String, _ address: String) -> Bool {
    address == variant || address.hasSuffix("/" + variant.drop { $0 == "." || $0 == "/" })
  }

  /// The window as it is now; nil when there are too many.
  fileprivate mutating func follow(_ playlist: MediaPlaylist, _ name: String) -> LiveWindow? {
    guard windows[name] != nil || windows.count < Self.limit else { return nil }
    if told == nil || told == name { seen = MonotonicClock.now }
    if !playlist.segments.isEmpty { lists[name] = playlist }
    // In place: windows may be long.
    windows[name, default: LiveWindow()].take(playlist)
    return windows[name]
  }

  /// The segment at which a playlist is entered.
  fileprivate func choose(_ window: LiveWindow, _ name: String, _ declaredStart: Int64?) -> Int64? {
    guard let told, told != name, let main = self.window else {
      return (entry ?? declaredStart).map(window.number(at:)) ?? window.edgeNumber
    }
    guard let entry else {
      // Renditions of one stream usually have the same numbers.
      let number = entered[told].map { $0 - main.shift + window.shift }
      return number.flatMap { window.segment($0) == nil ? nil : $0 } ?? window.edgeNumber
    }
    let dated = main.date(of: entry).flatMap(window.position(ofDate:))
    return window.number(at: dated ?? window.end - (main.end - entry))
  }
}

extension String {
  /// Without what may differ from one request to the next.
  fileprivate var path: Substring { prefix { $0 != "?" && $0 != "#" } }
}

extension LiveFeed {
  /// Dates that differ by less are the same: durations in playlists are rounded.
  private static let dateTolerance: Int64 = 50_000

  /// Reports what is new of the window: its range, the date of a position, its end.
  ///
  /// One thread at a time, so that an older range never follows a newer one.
  func report(to report: Reporter, _ state: Monitor<SessionState>, at now: Instant) {
    let start = contents.withLock { contents in
      guard let window = contents.window, let range = contents.range else { return nil as Int64? }
      if range != contents.reported.range {
        contents.reported.range = range
        report(
          .seekableRangeChanged(start: .microseconds(range.lowerBound), end: .microseconds(range.upperBound)), at: now)
      }
      if let reference = window.reference, !contents.reported.agrees(with: reference, tolerance: Self.dateTolerance) {
        contents.reported.reference = reference
        report(.dateReference(position: .microseconds(reference.position), date: reference.date), at: now)
      }
      if window.hasEnded, !contents.reported.hasEnded {
        contents.reported.hasEnded = true
        report(.durationChanged(.microseconds(range.upperBound)), at: now)
      }
      return range.lowerBound
    }
    if let start { state.change { $0.windowStart = start } }
  }

  /// What was reported so far did not count: a player forgets it when this opening takes the place of another.
  func forgetReports() { contents.withLock { $0.reported = Reported() } }
}

extension LiveFeed.Reported {
  fileprivate func agrees(with other: (position: Int64, date: Int64), tolerance: Int64) -> Bool {
    guard let reference else { return false }
    let expected = reference.date.saturatingPlus(other.position.saturatingMinus(reference.position))
    return abs(expected.saturatingMinus(other.date) / 2) <= tolerance / 2
  }
}
#endif
