#if FFmpeg
import CFFmpeg
import Foundation

/// The door through which libavformat reaches files and servers, for one session: lets through what the policy permits,
/// counts bytes, and remembers why the last one could not be opened.
final class Gate {
  private typealias Open =
    @convention(c) (
      UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
      UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32
  private typealias Close =
    @convention(c) (
      UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVIOContext>?
    ) -> Int32

  let policy: ProtocolPolicy
  let log = NetworkLog()
  /// Why the latest open failed; nil after one that succeeded.
  ///
  /// Demuxers of playlists go on without a segment they cannot open; what they then report is an end, or no data.
  private(set) var refusal: MediaError?

  private var openDefault: Open?
  private var closeDefault: Close?
  private var contexts: [UnsafeMutablePointer<AVIOContext>] = []
  private var ledgers: [UnsafeMutablePointer<AVIOContext>: ReadLedger] = [:]
  private var bytesOfClosed: Int64 = 0

  init(policy: ProtocolPolicy) { self.policy = policy }

  /// All bytes that libavformat read so far, none of a file twice. Only to be called while the context lives.
  var bytesRead: Int64 { contexts.reduce(bytesOfClosed) { $0 + count(of: $1) } }

  private func count(of io: UnsafeMutablePointer<AVIOContext>) -> Int64 {
    ledgers[io, default: ReadLedger()].look(at: io)
    return ledgers[io]?.count ?? 0
  }

  /// Makes everything that `context` opens go through here. The gate must outlive the context.
  func guardContext(_ context: UnsafeMutablePointer<AVFormatContext>) {
    openDefault = context.pointee.io_open
    closeDefault = context.pointee.io_close2
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, io, url, flags, options in
      // A context that a demuxer made for itself may copy this function without the gate it belongs to.
      guard let context, let io, let url, let gate = Gate.of(context) else { return -EPERM }
      return gate.open(context, io, url, flags, options)
    }
    context.pointee.io_close2 = { context, io in
      guard let context, let io, let gate = Gate.of(context) else { return 0 }
      return gate.close(context, io)
    }
  }

  private static func of(_ context: UnsafeMutablePointer<AVFormatContext>) -> Gate? {
    context.pointee.opaque.map { Unmanaged<Gate>.fromOpaque($0).takeUnretainedValue() }
  }

  private func open(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    _ url: UnsafePointer<CChar>, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    var code = flags & AVIO_FLAG_WRITE == 0 ? policy.refusal(of: url) : -EPERM
    if code == 0 {
      log.forgetFailure()
      code = withOptions(options, for: url) { openDefault?(context, io, url, flags, $0) ?? -ENOSYS }
    }
    if code >= 0, let opened = io.pointee {
      contexts.append(opened)
      log.firstDataCame()
      refusal = nil
    } else if code < 0 {
      refusal = log.failure ?? MediaError(code: code)
    }
    return code
  }

  private func close(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ io: UnsafeMutablePointer<AVIOContext>
  ) -> Int32 {
    if let index = contexts.firstIndex(of: io) {
      bytesOfClosed += count(of: io)
      contexts.remove(at: index)
      ledgers[io] = nil
    }
    return closeDefault?(context, io) ?? 0
  }

  private func withOptions(
    _ given: UnsafeMutablePointer<OpaquePointer?>?, for url: UnsafePointer<CChar>,
    _ body: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  ) -> Int32 {
    var own: OpaquePointer?
    defer { av_dict_free(&own) }
    return withUnsafeMutablePointer(to: &own) { own in
      let options = given ?? own
      let address = String(cString: url)
      if address.hasPrefix("http") || address.hasPrefix("crypto") {
        // libavformat gives up connecting after five seconds; deadlines are the player's. The longest it takes, in
        // microseconds. Not for RTMP, where the word means to wait for a client.
        av_dict_set(options, "timeout", "2000000000", 0)
      }
      // Off by default in libavformat: any certificate would do.
      av_dict_set(options, "tls_verify", "1", 0)
      return body(options)
    }
  }
}
#endif
