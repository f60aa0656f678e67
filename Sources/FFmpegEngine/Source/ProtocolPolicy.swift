#if FFmpeg
import CFFmpeg
import Foundation

/// What one source may open, itself included.
///
/// A source from the network leads to HTTP and HTTPS only, also by a redirect, so that a playlist from a server can
/// neither read a file here nor have a port opened. A local source opens local files only, and only those inside its own
/// directory, links followed; so that a playlist that came by mail reaches neither a server nor another part of the disk.
struct ProtocolPolicy: Sendable {
  /// What libavformat is asked to open.
  let address: String
  /// Whether that is opened by libavformat, and not by the app.
  private let isOwn: Bool
  /// The directory a local source is confined to, with a slash at its end; nil for a source from the network.
  private let root: String?

  /// The protocols that what a source refers to may name.
  private static let referred = ["http", "https"]
  /// The protocols a user may name.
  private static let entry = referred + ["rtmp", "rtmps", "rtmpt", "rtmpts"]
  /// What libavformat makes these of by itself. An address may not name them: `tcp://0.0.0.0:1?listen` opens a port.
  private static let inner = ["crypto", "ffrtmphttp", "httpproxy", "tcp", "tls"]

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
  var protocols: String { (root == nil ? Self.entry + Self.inner : ["file", "crypto"]).joined(separator: ",") }

  var isLocal: Bool { root != nil }

  /// For a source that the app reads itself: what it leads to may come from the network only.
  init(loaded source: String) {
    address = source
    isOwn = false
    root = nil
  }

  /// Reads `source`: an address with `://`, or else a path.
  init(source: String) throws(MediaError) {
    isOwn = true
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
  func refusal(of url: String) -> Int32 {
    let url = Self.plain(url)
    guard let name = avio_find_protocol_name(url).map({ String(cString: $0) }) else { return CFF_ERROR_NO_PROTOCOL }
    guard let root else { return (isOwn && url == address ? Self.entry : Self.referred).contains(name) ? 0 : -EPERM }
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

  /// `url` without the prefix that has libavformat decrypt it.
  static func plain(_ url: String) -> String {
    url.hasPrefix("crypto+") || url.hasPrefix("crypto:") ? String(url.dropFirst("crypto+".count)) : url
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
