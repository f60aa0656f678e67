#if FFmpeg
import CFFmpeg

extension Gate {
  /// Hands out a live playlist in the form that ``live`` requires. What is no live playlist is left as it is.
  func follow(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ url: String, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let live, let opened = io.pointee else { return 0 }
    let head = Self.buffered(opened)
    if head.contains("#EXT-X-STREAM-INF") {
      if let master = MediaPlaylist(head, base: base(of: opened, url)) { live.takeMaster(master) }
      return 0
    }
    // A playlist that was live ends here.
    let wasLive = live.knows(url)
    if !wasLive, head.contains("#EXT-X-ENDLIST") || head.contains("#EXT-X-PLAYLIST-TYPE:VOD") { return 0 }
    let base = base(of: opened, url)
    let text = Self.playlist(opened)
    let error = opened.pointee.error
    if let text, text.utf8.count >= Self.playlistLimit { isPlaylistTooLong = true }
    guard !isPlaylistTooLong, error == 0 || error == CFF_ERROR_END_OF_FILE, let text,
      let playlist = MediaPlaylist(text, base: base)
    else {
      _ = close(context, opened)
      io.pointee = nil
      return error < 0 ? error : CFF_ERROR_INVALID_DATA
    }
    let isLive = !playlist.isComplete || wasLive
    let read = isLive ? live.take(playlist, at: url, location: base?.absoluteString) : playlist.text(from: 0)
    return replace(context, io, by: read, options)
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
