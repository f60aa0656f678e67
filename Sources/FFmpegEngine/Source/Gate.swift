#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// The door through which libavformat reaches files and servers, for one session: lets through what the policy permits,
/// counts bytes, and remembers why the last one could not be opened.
final class Gate {
  /// What is to be opened: at `address`, by `context`, which reads it as `io`.
  struct Request {
    let context: UnsafeMutablePointer<AVFormatContext>
    let io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>
    let address: String
    var flags = AVIO_FLAG_READ
    var options: UnsafeMutablePointer<OpaquePointer?>?

    /// Whether it is the source, and not what that leads to.
    var isSource: Bool { context.pointer(to: \.pb) == io }
  }

  let policy: ProtocolPolicy
  let log = NetworkLog()
  /// What follows live playlists; nil where they are passed on as they are.
  var live: LiveFeed?
  /// Why the latest open failed; nil after one that succeeded.
  ///
  /// Demuxers of playlists continue without a segment they cannot open; what they then report is an end, or no data.
  private(set) var refusal: MediaError?

  /// What playlists are shortened to while a context opens, in microseconds from the beginning; nil while they are passed on as
  /// they are.
  var shortenedTo: Int64? { didSet { shortenedStart = nil } }
  /// Where the first shortened playlist begins.
  private(set) var shortenedStart: Int64?
  /// The playlists on demand that were read, by what was asked for: a seek needs no server for them.
  private var kept: [String: (bytes: [UInt8], base: URL?)] = [:]
  /// Whether nothing is added to playlists, also where they have no end.
  var completesLists = false
  /// What libavformat reads by way of this program: playlists from memory, and parts.
  private var loaded: [LoadedIO] = []
  /// The first address that was opened after the source's own: of a playlist that lists playlists, the first of them.
  private(set) var second: String?
  private var isSourceOpen = false
  /// What the source's server asked to be sent again, where libavformat does not see that.
  private var cookies: String?
  /// Where the latest playlist wants playback to begin, in microseconds; nil if none cared. A live one is entered there.
  var declaredStart: Int64?
  /// The parts that were opened last: of sound and pictures, if they come apart.
  private(set) var latestParts: [String] = []
  /// What a playlist says is missing, and is not asked for.
  var gaps: Set<String> = []

  /// Whether the source's name is hidden from libavformat, so that the content decides about the format.
  var isNameless = false
  /// What libavformat is asked to open.
  var address: String { isNameless ? Self.nameless : policy.address }
  private static let nameless = "file:nameless"

  /// Whether something was opened that is decrypted with a key.
  private(set) var isEncrypted = false
  /// Whether a context is being opened, with what the source lists.
  var isOpening = false
  /// How many playlists that others list have listed playlists themselves.
  private var listedLists = 0
  let network: RequestOptions
  private let interrupt: Interrupt

  /// What the functions of contexts are without it.
  private var (openDefault, closeDefault) = (AVFormatContext().io_open, AVFormatContext().io_close2)
  private var contexts: [UnsafeMutablePointer<AVIOContext>] = []
  private var ledgers: [UnsafeMutablePointer<AVIOContext>: ReadLedger] = [:]
  private var bytesOfClosed: Int64 = 0

  init(policy: ProtocolPolicy, network: RequestOptions, interrupt: Interrupt) {
    self.policy = policy
    self.network = network
    self.interrupt = interrupt
  }

  /// All bytes that libavformat read so far, none of a file twice. Only to be called while the context lives.
  var bytesRead: Int64 { contexts.reduce(bytesOfClosed) { $0 + count(of: $1) } }

  private func count(of io: UnsafeMutablePointer<AVIOContext>) -> Int64 {
    ledgers[io, default: ReadLedger()].look(at: io)
    return ledgers[io]?.count ?? 0
  }

  /// Makes everything that `context` opens go through here. The gate must outlive the context.
  func guardContext(_ context: UnsafeMutablePointer<AVFormatContext>) {
    (openDefault, closeDefault) = (context.pointee.io_open, context.pointee.io_close2)
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.interrupt_callback = callback
    context.pointee.io_open = { context, io, url, flags, options in
      // A context that a demuxer made for itself may copy this function without the gate it belongs to.
      guard let context, let io, let url, let gate = Gate.of(context) else { return -EPERM }
      // Only the source is nameless, not what it might lead to.
      let address = gate.isNameless ? gate.policy.address : String(cString: url)
      gate.isNameless = false
      return gate.open(Request(context: context, io: io, address: address, flags: flags, options: options))
    }
    context.pointee.io_close2 = { context, io in
      guard let context, let io, let gate = Gate.of(context) else { return 0 }
      return gate.close(context, io)
    }
  }

  private static func of(_ context: UnsafeMutablePointer<AVFormatContext>) -> Gate? {
    context.pointee.opaque.map { Unmanaged<Gate>.fromOpaque($0).takeUnretainedValue() }
  }

  func open(_ request: Request) -> Int32 {
    guard !mustReturn else { return CFF_ERROR_INTERRUPTED }
    let (context, io, address) = (request.context, request.io, request.address)
    if shortenedTo != nil, let kept = kept[address], let text = list(kept.bytes, kept.base).flatMap(shorten) {
      refusal = nil
      return handOut(text, request)
    }
    log.isGap = gaps.contains(address)
    if log.isGap { return -ENOENT }
    // What was read before, it will not read to its end any more.
    if isSourceOpen { log.missRest() }
    var given: OpaquePointer?
    defer { av_dict_free(&given) }
    av_dict_copy(&given, request.options?.pointee, 0)
    var code = connect(request)
    if isSourceOpen, Self.mayCome.contains(code) || Self.isLost(io.pointee), !mustReturn {
      // Once more, as with one that breaks later.
      if let opened = io.pointee { _ = close(context, opened) }
      io.pointee = nil
      request.options.map { _ = av_dict_copy($0, given, 0) }
      code = connect(request)
    }
    guard code >= 0, let opened = io.pointee else {
      if let text = latestList(at: address) { return handOut(text, request) }
      refusal = log.reason(for: code)
      log.latestRefusal = refusal?.naming(SourceAddress.withoutPassword(address))
      return code
    }
    if isSourceOpen, second == nil { second = address }
    isSourceOpen = true
    contexts.append(opened)
    if address.hasPrefix("crypto") { isEncrypted = true }
    let head = Self.head(of: opened)
    log.firstDataCame()
    refusal = nil
    if head == Self.mark { return openPlaylist(opened, request) }
    if request.isSource { return code }
    let latest = latestList(at: address)
    guard latest != nil || Self.isNoMedia(head) else {
      latestParts = latestParts.suffix(3) + [address]
      return repeatPart(opened, request, given)
    }
    let isLost = Self.isLost(opened)
    _ = close(context, opened)
    io.pointee = nil
    if let latest { return handOut(latest, request) }
    refusal = .failed(isLost ? .io : .invalidData, words: SourceAddress.withoutPassword(address))
    log.latestRefusal = refusal
    return CFF_ERROR_INVALID_DATA
  }

  /// Reads a playlist, however long it claims to be, before libavformat does, and has that read what it is to know of it.
  private func openPlaylist(_ opened: UnsafeMutablePointer<AVIOContext>, _ request: Request) -> Int32 {
    let address = request.address
    let base = base(of: opened, address)
    let sent = NetworkLog.option("cookies", of: opened)
    let bytes = Self.bytes(of: opened)
    let error = opened.pointee.error
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    isPlaylistTooLong = isPlaylistTooLong || isTooLong(bytes, lines, isSource: request.isSource)
    let isBroken = error < 0 && error != CFF_ERROR_END_OF_FILE
    let form = isBroken || mustReturn ? .useless : form(bytes, lines, at: address, base)
    if case .same = form { return Self.rewind(opened, to: bytes) }
    _ = close(request.context, opened)
    request.io.pointee = nil
    switch form {
    case .same, .useless:
      // Cut off: as if it could not be had.
      if let text = latestList(at: address) { return handOut(text, request) }
      let code = isBroken ? error : CFF_ERROR_INVALID_DATA
      refusal = log.reason(for: code)
      return code
    case .other(let text):
      if request.isSource, base == nil { cookies = sent }
      return handOut(text, request)
    case .empty(let targetDuration): return wait(for: targetDuration, request)
    }
  }

  /// Has `io` read the playlist again that it has read: libavformat alone goes back no further than its buffer reaches.
  private static func rewind(_ io: UnsafeMutablePointer<AVIOContext>, to bytes: [UInt8]) -> Int32 {
    guard let buffer = av_malloc(bytes.count)?.assumingMemoryBound(to: UInt8.self) else { return -ENOMEM }
    buffer.update(from: bytes, count: bytes.count)
    av_free(io.pointee.buffer)
    io.pointee.buffer = buffer
    io.pointee.buffer_size = Int32(bytes.count)
    io.pointee.buf_ptr = buffer
    io.pointee.buf_end = buffer + bytes.count
    io.pointee.eof_reached = 0
    return 0
  }

  /// libavformat reads `text` from here on, until it closes it.
  private func handOut(_ text: String, _ request: Request) -> Int32 {
    guard let list = try? LoadedIO(Text(text), interrupt: nil) else { return -ENOMEM }
    loaded.append(list)
    // libavformat must request the playlist here again, and not over a connection that it kept.
    if request.isSource {
      // The remaining options of the source are for its demuxer, which must not close what it did not open.
      av_dict_set(request.options, "http_persistent", "0", 0)
      request.context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    } else {
      av_opt_set(request.context.pointee.priv_data, "http_persistent", "0", 0)
    }
    request.io.pointee = list.context
    return 0
  }

  /// Has libavformat read a part of the source so that it is asked for once more if it ends early, where libavformat cannot do
  /// so itself.
  private func repeatPart(
    _ opened: UnsafeMutablePointer<AVIOContext>, _ request: Request, _ given: OpaquePointer?
  ) -> Int32 {
    guard opened.pointee.seekable & AVIO_SEEKABLE_NORMAL == 0, !policy.isLocal else { return 0 }
    let size = avio_seek(opened, 0, AVSEEK_SIZE)
    guard size > 0 else { return 0 }
    let part = WholePart(opened, size: size, address: request.address, options: given, gate: self, request.context)
    guard let whole = try? LoadedIO(part, interrupt: interrupt) else { return -ENOMEM }
    loaded.append(whole)
    av_opt_set(request.context.pointee.priv_data, "http_persistent", "0", 0)
    request.io.pointee = whole.context
    return 0
  }

  /// Opens a part anew that has broken off.
  func connectAgain(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ address: String, _ options: inout OpaquePointer?
  ) -> UnsafeMutablePointer<AVIOContext>? {
    var io: UnsafeMutablePointer<AVIOContext>?
    let code = withUnsafeMutablePointer(to: &io) { io in
      withUnsafeMutablePointer(to: &options) { options in
        connect(Request(context: context, io: io, address: address, options: options))
      }
    }
    guard code >= 0, let io else { return nil }
    contexts.append(io)
    return io
  }

  /// The rest of a part will not come.
  func missRest(of address: String) { log.miss(.failed(.io, words: SourceAddress.withoutPassword(address))) }

  /// Opens `address` if the policy permits it. A redirect is followed here where libavformat would send along what is for
  /// one server, and refused here where it names what the policy does not permit.
  private func connect(_ request: Request) -> Int32 {
    guard request.flags & AVIO_FLAG_WRITE == 0 else { return -EPERM }
    var address = request.address
    let isPlain = ProtocolPolicy.plain(address) == address
    // What is opened takes its options out.
    var given: OpaquePointer?
    defer { av_dict_free(&given) }
    av_dict_copy(&given, request.options?.pointee, 0)
    log.forgetFailure()
    while true {
      let refusal = policy.refusal(of: address)
      if refusal != 0 { return refusal }
      let code = withOptions(request.options, for: address) {
        openDefault?(request.context, request.io, address, request.flags, $0) ?? -ENOSYS
      }
      guard code < 0, let target = log.takeRedirect(), network.areForOneServer || policy.refusal(of: target) != 0 else {
        return code
      }
      address = isPlain ? target : "crypto+" + target
      guard let options = request.options else { continue }
      av_dict_free(options)
      av_dict_copy(options, given, 0)
    }
  }

  func close(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<AVIOContext>
  ) -> Int32 {
    if let index = loaded.firstIndex(where: { $0.context == io }) {
      loaded.remove(at: index)
      return 0
    }
    forget(io)
    return closeDefault?(context, io) ?? 0
  }

  /// The context is gone that read `io`, a text that it was handed as its source.
  func takeBack(_ io: UnsafeMutablePointer<AVIOContext>?) { loaded.removeAll { $0.context == io } }

  /// `playlist` without what is to be left out; nil where it stays as it is.
  func shorten(_ playlist: MediaPlaylist) -> String? {
    guard let shortenedTo, let index = playlist.segment(at: shortenedTo) else { return nil }
    shortenedStart = shortenedStart ?? playlist.segments[index].start
    return playlist.text(from: index)
  }

  /// What the source plays on demand, itself or the first that it lists, and the address of that; nil where nothing is on demand.
  var listOnDemand: (playlist: MediaPlaylist, address: String)? {
    [policy.address, second].lazy.compactMap { address in
      guard let address, let kept = self.kept[address], let list = self.list(kept.bytes, kept.base), list.isComplete
      else { return nil }
      return (list, address)
    }.first
  }

  func list(_ bytes: [UInt8], _ base: URL?) -> MediaPlaylist? {
    MediaPlaylist(String(decoding: bytes, as: UTF8.self), base: base)
  }

  /// As many as are no longer than one may be; further ones are asked for again.
  func keep(_ bytes: [UInt8], at address: String, _ base: URL?) {
    if kept.values.reduce(bytes.count, { $0 + $1.bytes.count }) < Self.playlistLimit { kept[address] = (bytes, base) }
  }

  /// The playlist at `url`; nil when it cannot be read or is none.
  func playlist(at url: String, _ context: UnsafeMutablePointer<AVFormatContext>) -> MediaPlaylist? {
    let before = refusal
    defer { refusal = before }
    var io: UnsafeMutablePointer<AVIOContext>?
    return log.listening {
      let code = withUnsafeMutablePointer(to: &io) { open(Request(context: context, io: $0, address: url)) }
      guard code >= 0, let opened = io else { return nil }
      defer { _ = close(context, opened) }
      guard Self.head(of: opened) == Self.mark else { return nil }
      return list(Self.bytes(of: opened), base(of: opened, url))
    }
  }

  /// Whether a demuxer failed to move within a source that comes only as a whole. A connection that was reset is an
  /// error of the context: what a demuxer misses after that proves nothing about the server.
  var needsParts: Bool {
    guard log.missesPart, contexts.count == 1, let source = contexts.first?.pointee else { return false }
    return source.seekable & AVIO_SEEKABLE_NORMAL == 0 && !Self.lostConnection.contains(source.error)
  }

  private static let lostConnection = [-ECONNRESET, -ECONNABORTED, -EPIPE, -ETIMEDOUT]
  /// The answers after which a part may be there a moment later: lists can be ahead of the servers that have their segments.
  private static let mayCome = lostConnection + [CFF_ERROR_HTTP_SERVER_ERROR, CFF_ERROR_HTTP_NOT_FOUND]

  /// Whether a playlist was longer than any real one, or listed more lists of playlists.
  var isPlaylistTooLong = false

  /// Whether the call under way must return.
  var mustReturn: Bool { interrupt.mustReturn || isPlaylistTooLong }

  /// libavformat compares each playlist that another lists with all before it, and nothing ends that: a list of playlists must be
  /// shorter. It opens what a playlist lists while it opens the source, so that one that lists itself would never end.
  private func isTooLong(_ playlist: [UInt8], _ lines: [ArraySlice<UInt8>], isSource: Bool) -> Bool {
    guard playlist.count < Self.playlistLimit, Self.has(Self.listsOfLists, in: lines) else {
      return playlist.count >= Self.playlistLimit
    }
    if isOpening, !isSource { listedLists += 1 }
    return playlist.count > Self.masterLimit || listedLists > Self.listedListLimit
  }

  /// Whether one of `lines` begins with one of `tags`.
  static func has(_ tags: [String], in lines: [ArraySlice<UInt8>]) -> Bool {
    lines.contains { line in tags.contains { line.starts(with: $0.utf8) } }
  }

  /// How the entries of a list of playlists begin.
  private static let listsOfLists = ["#EXT-X-STREAM-INF", "#EXT-X-MEDIA:"]

  /// How many contexts are open: with ``forget(after:)`` later ones are dropped.
  var openCount: Int { contexts.count }

  /// An open has failed, and the contexts after the first `count` may be gone by now.
  func forget(after count: Int) {
    for io in contexts.dropFirst(count) { ledgers[io] = nil }
    contexts = Array(contexts.prefix(count))
  }

  /// A context is about to go.
  func forget(_ io: UnsafeMutablePointer<AVIOContext>?) {
    guard let io, let index = contexts.firstIndex(of: io) else { return }
    bytesOfClosed += count(of: io)
    contexts.remove(at: index)
    ledgers[io] = nil
  }

  /// What libavformat asks while it waits and before it reads.
  private var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        let gate = Unmanaged<Gate>.fromOpaque(opaque).takeUnretainedValue()
        return gate.mustReturn ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  /// The first bytes, as many as ``mark`` has, if there are so many.
  private static func head(of io: UnsafeMutablePointer<AVIOContext>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: mark.count)
    let count = avio_read(io, &bytes, Int32(bytes.count))
    // Still in the buffer.
    if count > 0 { avio_seek(io, 0, SEEK_SET) }
    return Array(bytes.prefix(max(0, Int(count))))
  }

  /// Whether nothing came of what a server declared.
  private static func isLost(_ io: UnsafeMutablePointer<AVIOContext>?) -> Bool {
    io.map { head(of: $0).isEmpty && avio_seek($0, 0, AVSEEK_SIZE) > 0 } ?? false
  }

  /// Whether a server answered with a page, or with nothing.
  private static func isNoMedia(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    return head.isEmpty || text.hasPrefix("<html") || text.hasPrefix("<!docty")
  }

  private static let mark = [UInt8]("#EXTM3U".utf8)
  private static let playlistLimit = 16 << 20
  private static let masterLimit = 256 << 10
  private static let listedListLimit = 16

  /// All that there is to read, as far as a playlist may reach.
  private static func bytes(of io: UnsafeMutablePointer<AVIOContext>) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < playlistLimit {
      let count = avio_read(io, &part, Int32(part.count))
      if count <= 0 { break }
      bytes += part[..<Int(count)]
    }
    return bytes
  }

  /// What the addresses in a playlist are relative to, when a server sent the client elsewhere.
  private func base(of io: UnsafeMutablePointer<AVIOContext>, _ url: String) -> URL? {
    NetworkLog.location(of: io).flatMap { $0 == url ? nil : URL(string: $0) }
  }

  private func withOptions(
    _ given: UnsafeMutablePointer<OpaquePointer?>?, for address: String,
    _ body: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  ) -> Int32 {
    var own: OpaquePointer?
    defer { av_dict_free(&own) }
    return withUnsafeMutablePointer(to: &own) { own in
      let options = given ?? own
      if address.hasPrefix("http") || address.hasPrefix("crypto") {
        // libavformat gives up connecting after five seconds, but deadlines are the player's: the longest it accepts,
        // in microseconds. Not for RTMP, where the option means to wait for a client.
        av_dict_set(options, "timeout", "2000000000", 0)
        network.set(options, for: address, cookies: cookies)
        // What breaks off is asked for once more, at once and from there, while the buffer plays. If that fails, too, it is
        // the player's affair.
        av_dict_set(options, "reconnect", "1", 0)
        av_dict_set(options, "reconnect_delay_max", "0", 0)
      }
      // Off by default in libavformat, which would accept any certificate.
      av_dict_set(options, "tls_verify", "1", 0)
      return body(options)
    }
  }
}
#endif
