#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

// Opening a source, and closing it.

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

  static func load(
    _ source: String, by loader: (any ResourceLoader)?, _ interrupt: Interrupt
  ) throws(MediaError) -> LoadedIO? {
    guard let loader, loader.canLoad(source) else { return nil }
    let resource: any Resource
    do {
      resource = try loader.open(source)
    } catch {
      throw .failed(.notFound)
    }
    return try LoadedIO(resource, interrupt: interrupt)
  }

  /// Opens the source in its declared format, or as `format`.
  private static func openOnce(
    _ gate: Gate, _ loaded: LoadedIO?, _ interrupt: Interrupt, format: UnsafePointer<AVInputFormat>? = nil
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var context = avformat_alloc_context()
    guard let new = context else { throw MediaError(code: -ENOMEM) }
    gate.guardContext(new)
    new.pointee.pb = loaded?.context
    // Makes libavformat read the table of MP3: it is used only for seeks, and only from servers.
    if loaded == nil, !gate.policy.isLocal { new.pointee.flags |= AVFMT_FLAG_FAST_SEEK }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", gate.policy.protocols, 0)
    av_dict_set(&options, "format_whitelist", ProtocolPolicy.demuxers, 0)
    // Addresses are the policy's affair. An option that this version does not have is left over.
    for option in ["allowed_extensions", "allowed_segment_extensions"] { av_dict_set(&options, option, "ALL", 0) }
    av_dict_set(&options, "extension_picky", "0", 0)
    // As the `ffmpeg` program does: streams of transport streams may be declared late.
    av_dict_set(&options, "scan_all_pmts", "1", 0)
    // The gate hands out live playlists from the segment that is entered.
    if gate.live != nil { av_dict_set(&options, "live_start_index", "0", 0) }
    if gate.network.areForOneServer { av_dict_set(&options, "http_persistent", "0", 0) }
    defer { av_dict_free(&options) }
    let openBefore = gate.openCount
    gate.isOpening = true
    var code = gate.log.listening { avformat_open_input(&context, gate.address, format, &options) }
    gate.isOpening = false
    if code >= 0 {
      code = gate.log.listening { avformat_find_stream_info(context, nil) }
    }
    guard code >= 0, let opened = context, gate.log.keyFailure == nil else {
      // A failed open has freed what it opened.
      if context == nil { gate.forget(after: openBefore) }
      var failure = gate.log.keyFailure ?? failure(code, gate, interrupt)
      // It broke off again where it went on: libavformat takes what it has for all that there is.
      if case .failed(.invalidData, _, _) = failure, gate.log.hasReconnected { failure = .failed(.io) }
      close(&context, gate)
      gate.forget(after: openBefore)
      throw failure
    }
    return opened
  }

  static func close(_ context: inout UnsafeMutablePointer<AVFormatContext>?, _ gate: Gate) {
    let source = context?.pointee.pb
    gate.forget(source)
    gate.log.listening { avformat_close_input(&context) }
    gate.takeBack(source)
  }

  /// The most exact reason there is for `code`.
  static func failure(_ code: Int32, _ gate: Gate, _ interrupt: Interrupt) -> MediaError {
    if gate.isPlaylistTooLong { return .failed(.tooLarge, words: "a playlist") }
    if !interrupt.isRaised, interrupt.isExpired { return .failed(.io, detail: ETIMEDOUT) }
    if interrupt.isRaised || code == CFF_ERROR_INTERRUPTED { return .interrupted }
    if let failure = gate.refusal ?? gate.log.keyFailure { return failure }
    if gate.needsParts { return .failed(.rangeRequired) }
    // Media decrypted with a wrong key looks like no media at all.
    if code == CFF_ERROR_INVALID_DATA, gate.isEncrypted { return .failed(.keyMissing, words: "the key does not fit") }
    return gate.log.reason(for: code)
  }

  /// Has `body` read the same source in a context of its own: what plays is not disturbed. Nil where it does not open
  /// again.
  static func apart<Result>(
    _ source: String, _ policy: ProtocolPolicy, _ loader: (any ResourceLoader)?, _ network: NetworkOptions,
    _ interrupt: Interrupt, _ body: (UnsafeMutablePointer<AVFormatContext>) -> Result?
  ) -> Result? {
    let loaded = try? load(source, by: loader, interrupt)
    // A source that the app loads is read by the app only.
    if loaded == nil, loader?.canLoad(source) == true { return nil }
    let gate = Gate(policy: policy, network: RequestOptions(network, source: source), interrupt: interrupt)
    guard let context = try? open(gate, loaded, interrupt) else { return nil }
    defer {
      var context: UnsafeMutablePointer<AVFormatContext>? = context
      close(&context, gate)
      withExtendedLifetime(loaded) {}
    }
    return body(context)
  }
}
#endif
