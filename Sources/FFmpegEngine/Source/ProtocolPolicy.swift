#if FFmpeg
import CFFmpeg
import Foundation

/// What one source may open, itself included.
///
/// A source from the network opens network protocols only, so that a playlist from a server can never read a file here.
/// A local source opens local files only, and only those inside its own directory, links followed; so that a playlist
/// that came by mail reaches neither a server nor another part of the disk.
struct ProtocolPolicy: Sendable {
  /// What libavformat is asked to open.
  let address: String
  /// The directory a local source is confined to, with a slash at its end; nil for a source from the network.
  private let root: String?

  private static let network = [
    "http", "https", "httpproxy", "tcp", "tls", "crypto", "rtmp", "rtmps", "rtmpt", "rtmpts", "ffrtmphttp",
  ]
  private static let local = ["file", "crypto"]

  /// The protocols a user may name; the others are what these are made of.
  private static let entry = ["http", "https", "rtmp", "rtmps", "rtmpt", "rtmpts"]

  /// Demuxers that open files or sockets by themselves, past `AVFormatContext.io_open`, or whose name is a pattern.
  private static let refusedDemuxers: [String: MediaError] = [
    "concat": .failed(.notPermitted, detail: EPERM),
    "dash": .failed(.formatUnsupported, words: "MPEG-DASH"),
    "image2": .failed(.imageUnsupported),
    "imf": .failed(.formatUnsupported, words: "IMF"),
    "rtp": .failed(.formatUnsupported, words: "RTP"),
    "rtsp": .failed(.formatUnsupported, words: "RTSP"),
    "sap": .failed(.formatUnsupported, words: "SAP"),
    "sdp": .failed(.formatUnsupported, words: "SDP"),
    "vobsub": .failed(.formatUnsupported, words: "VobSub"),
    "webm_dash_manifest": .failed(.formatUnsupported, words: "MPEG-DASH"),
  ]

  /// Why media is not played that a refused demuxer would read.
  static func refusal(ofDemuxer name: String) -> MediaError {
    refusedDemuxers[name] ?? .failed(.notPermitted, detail: EPERM)
  }

  /// All demuxers but the refused ones, in the form of libavformat's `format_whitelist`.
  static let demuxers: String = {
    var names: [String] = []
    var iterator: UnsafeMutableRawPointer?
    while let demuxer = av_demuxer_iterate(&iterator) {
      let name = String(cString: demuxer.pointee.name)
      if refusedDemuxers[name] == nil { names.append(name) }
    }
    return names.joined(separator: ",")
  }()

  /// The protocols in the form of libavformat's `protocol_whitelist`: a second lock on the same door.
  var protocols: String { (root == nil ? Self.network : Self.local).joined(separator: ",") }

  var isLocal: Bool { root != nil }

  /// For a source that the app reads itself: what it leads to may come from the network only.
  init(loaded source: String) {
    address = source
    root = nil
  }

  /// Reads `source`: an address with `://`, or else a path.
  init(source: String) throws(MediaError) {
    let scheme = source.range(of: "://").map { source[..<$0.lowerBound].lowercased() }
    if let scheme, scheme != "file" {
      guard Self.entry.contains(scheme) else { throw .failed(.protocolUnsupported) }
      address = scheme + source.dropFirst(scheme.count)
      root = nil
      return
    }
    let named = scheme == nil ? source : URL(string: source)?.path(percentEncoded: false)
    let path = try Self.regularFile(named ?? "")
    address = "file:" + path
    root = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// FFmpeg's error for opening `url` under this policy; 0 when it may be opened.
  func refusal(of url: UnsafePointer<CChar>) -> Int32 {
    guard let name = avio_find_protocol_name(url).map({ String(cString: $0) }) else { return CFF_ERROR_NO_PROTOCOL }
    let url = String(cString: url)
    if name == "crypto" { return refusal(of: String(url.dropFirst("crypto:".count))) }
    guard let root else { return Self.network.contains(name) ? 0 : -EPERM }
    guard name == "file" else { return -EPERM }
    do throws(MediaError) {
      let path = try Self.regularFile(url.hasPrefix("file:") ? String(url.dropFirst("file:".count)) : url)
      return path.hasPrefix(root) ? 0 : -EPERM
    } catch .failed(_, let code, _) {
      return -code
    } catch {
      return -EPERM
    }
  }

  /// The real path of a regular file. Directories cannot be played, pipes and devices would block or never end.
  private static func regularFile(_ path: String) throws(MediaError) -> String {
    guard let resolved = realpath(path, nil) else { throw MediaError(code: -errno) }
    defer { free(resolved) }
    var status = stat()
    guard stat(resolved, &status) == 0 else { throw MediaError(code: -errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return String(cString: resolved)
    case S_IFDIR: throw MediaError(code: -EISDIR)
    default: throw MediaError(code: -EPERM)
    }
  }
}
#endif
