import PlayerCore

// The table of renditions: what the current and the standby opening have reported, in that order, and nothing from
// earlier openings.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkRenditions(_ code: UInt16, _ player: inout Player) {
    if code == Kind.trackFound || stepOutputs.opens || inspection.epoch != before.epoch { compareRenditions(&player) }
  }

  @inline(never)
  private mutating func compareRenditions(_ player: inout Player) {
    let tracks = memory.tracks
    guard tracks.isWhole, !tracks.hasOverflowed, inspection.isEngineOpen else { return }
    let words = player.renditionWords
    expectSame("count of renditions", Int64(words.count), Int64(tracks.count), .rememberedOtherwise)
    for index in 0..<min(words.count, tracks.count) {
      expectSame("rendition", words[index], tracks.found[index].word, .rememberedOtherwise)
    }
  }
}

extension PlayerMonitor.TrackMemory.Found {
  /// As in the state.
  fileprivate var word: Int64 {
    let flags: Int64 = (isDefault ? 4 : 0) | (isUpcoming ? 8 : 0)
    return Int64(kind.rawValue) + 1 | flags | Int64(track.rawValue) << 4 | Int64(language.rawValue) << 32
  }
}
