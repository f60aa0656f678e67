#if FFmpeg
import CFFmpeg
import PlayerCore

extension InputFile {
  /// Opens a source; see ``openOnce(_:_:_:format:)``.
  ///
  /// A picture whose name takes precedence over its content would be read by `image2`, which opens files by patterns
  /// and is refused. It is opened again under another name, for its content to decide. TGA has no mark to know it by:
  /// its name decides, and it is read by `image2pipe`, which opens nothing.
  static func open(
    _ gate: Gate, _ loaded: LoadedIO?, _ interrupt: Interrupt
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    do throws(MediaError) {
      return try openOnce(gate, loaded, interrupt)
    } catch .failed(.imageUnsupported, let detail, let words) {
      loaded?.rewind()
      gate.isNameless = true
      defer { gate.isNameless = false }
      if let context = try? openOnce(gate, loaded, interrupt) { return context }
      gate.isNameless = false
      if interrupt.mustReturn { throw .interrupted }
      loaded?.rewind()
      if gate.policy.address.lowercased().hasSuffix(".tga"),
        let context = try? openOnce(gate, loaded, interrupt, format: demuxer("image2pipe"))
      {
        return context
      }
      throw .failed(.imageUnsupported, detail: detail, words: words)
    }
  }

  private static func demuxer(_ name: String) -> UnsafePointer<AVInputFormat>? {
    var iterator: UnsafeMutableRawPointer?
    while let demuxer = av_demuxer_iterate(&iterator) {
      if String(cString: demuxer.pointee.name) == name { return demuxer }
    }
    return nil
  }
}
#endif
