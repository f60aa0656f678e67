#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

extension Gate {
  /// Hands out a live playlist in the form that ``live`` requires. What is no live playlist is left as it is.
  func follow(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ url: String, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let opened = io.pointee else { return 0 }
    let head = Self.buffered(opened)
    if head.contains("#EXT-X-STREAM-INF") {
      if let live, let master = MediaPlaylist(head, base: base(of: opened, url)) { live.takeMaster(master) }
      return 0
    }
    // A playlist that was live ends here.
    let wasLive = live?.knows(url) == true
    if !wasLive, live == nil || head.contains("#EXT-X-ENDLIST") || head.contains("#EXT-X-PLAYLIST-TYPE:VOD"),
      !head.contains("#EXT-X-GAP"), !head.contains("#EXT-X-START:")
    {
      return 0
    }
    let base = base(of: opened, url)
    let text = Self.playlist(opened)
    let error = opened.pointee.error
    if let text, text.utf8.count >= Self.playlistLimit { isPlaylistTooLong = true }
    guard !isPlaylistTooLong, error == 0 || error == CFF_ERROR_END_OF_FILE, let text,
      let playlist = MediaPlaylist(text, base: base)
    else {
      _ = close(context, opened)
      io.pointee = nil
      // Cut off: as if it could not be had.
      if wasLive, !mustReturn, let text = live?.latest(at: url) { return replace(context, io, by: text, options) }
      return error < 0 ? error : CFF_ERROR_INVALID_DATA
    }
    if live != nil, !playlist.isComplete, playlist.segments.isEmpty {
      if wasLive, let text = live?.latest(at: url) { return replace(context, io, by: text, options) }
      // Nothing is there yet.
      return wait(context, io, url, playlist.targetDuration, options)
    }
    gaps.formUnion(playlist.gaps(from: base ?? URL(string: url)))
    if !isStarted, playlist.start != nil {
      hasDeclaredStart = true
      if playlist.isComplete { declaredStart = playlist.start }
    }
    let isLive = !playlist.isComplete || wasLive
    let taken = isLive ? live?.take(playlist, at: url, location: base?.absoluteString) : nil
    let read = taken ?? playlist.text(from: 0, renumberedBy: 0, isComplete: playlist.isComplete)
    return replace(context, io, by: read, options)
  }

  /// A playlist that has no segment yet is asked for again.
  private func wait(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ url: String, _ targetDuration: Int64, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    if let opened = io.pointee { _ = close(context, opened) }
    io.pointee = nil
    let end = MonotonicClock.now + .microseconds(min(max(targetDuration, 1_000_000), 60_000_000))
    while MonotonicClock.now < end {
      if mustReturn { return CFF_ERROR_INTERRUPTED }
      usleep(50_000)
    }
    return url.withCString { open(context, io, $0, AVIO_FLAG_READ, options) }
  }

  /// A live playlist ends when it says so. One that could not be had this once stays as it was, and libavformat asks for it
  /// again after a while. Nil for everything else.
  func keepPlaylist(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ url: String, _ code: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32? {
    guard let live, !mustReturn, live.knows(url) else { return nil }
    if code >= 0, let opened = io.pointee, Self.isPlaylist(opened) { return nil }
    return live.latest(at: url).map { replace(context, io, by: $0, options) }
  }

  private func replace(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    by text: String, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let loaded = try? LoadedIO(Text(text), interrupt: nil) else { return -ENOMEM }
    if let opened = io.pointee { _ = close(context, opened) }
    handOut(loaded)
    // libavformat must request the playlist here again, and not over a connection that it kept.
    if context.pointer(to: \.pb) == io {
      // The remaining options of the source are for its demuxer, which must not close what it did not open.
      av_dict_set(options, "http_persistent", "0", 0)
      context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    } else {
      av_opt_set(context.pointee.priv_data, "http_persistent", "0", 0)
    }
    io.pointee = loaded.context
    return 0
  }

  /// What libavformat has read of an address so far.
  private static func buffered(_ io: UnsafeMutablePointer<AVIOContext>) -> String {
    guard let start = io.pointee.buf_ptr, let end = io.pointee.buf_end, end > start else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
  }
}
#endif
