import Foundation
import PlayerCore
import PlayerRuntime

/// Explains in a sentence what went wrong and what to do about it.
enum FailureText {
  /// `words` is the engine's own text; empty when there is none.
  static func sentence(_ failure: Failure, source: String, words: String = "") -> String {
    let source = Printable.text(SourceAddress.withoutPassword(source))
    if failure.kind == .invalidData, failure.detail == EISDIR { return "\(source): this is a directory. Give a file." }
    return "\(source): \(what(failure.kind))\(detail(of: failure, words: words)). \(advice(failure.kind))"
  }

  private static func what(_ kind: Failure.Kind) -> String {
    switch kind {
    case .none: "nothing is wrong"
    case .unknown: "playback failed for an unknown reason"
    case .io: "reading or writing failed"
    case .protocolUnsupported: "this kind of address is not supported"
    case .nameResolution: "the name of the server could not be resolved"
    case .socket: "no network connection could be made"
    case .connect: "the server could not be reached"
    case .httpBadRequest, .httpClientError: "the server rejected the request"
    case .httpUnauthorized: "the server wants a name and a password"
    case .httpForbidden: "the server does not permit access"
    case .httpNotFound: "the server has nothing at this address"
    case .httpServerError: "the server failed"
    case .invalidData: "this is not media, or it is damaged"
    case .videoCodecUnsupported: "there is no decoder for the video"
    case .audioCodecUnsupported: "there is no decoder for the audio"
    case .openTimeout: "the source did not open in time"
    case .readTimeout: "no more data came in time"
    case .policy: "the network policy does not allow this source"
    case .notFound: "there is no such file"
    case .notPermitted: "the source, or something it refers to, may not be read"
    case .endedEarly: "the media ended before its declared end"
    case .stuckBuffering: "playback waited too long for data that came too slowly"
    case .stuckPlaying: "the playhead stood still"
    case .stuckSeeking: "a seek was not answered in time"
    case .retriesExhausted: "every retry failed"
    case .videoDecodeFailed: "the video could not be decoded"
    case .audioDecodeFailed: "the audio could not be decoded"
    case .certificateUntrusted: "the certificate of the server is not trusted"
    case .tooManyRedirects: "the address leads from one redirect to the next"
    case .keyMissing: "the media is encrypted, and its key cannot be had"
    case .rangeRequired: "the server sends files only as a whole, and this one cannot be played from its beginning on"
    case .formatUnsupported: "media of this format cannot be played"
    case .imageUnsupported: "this is a picture, not a video or sound"
    case .tooLarge: "a part of this source is larger than anything that is read"
    case .httpTooManyRequests: "the server has had too many requests"
    }
  }

  private static func advice(_ kind: Failure.Kind) -> String {
    switch kind {
    case .none: "There is nothing to do."
    case .unknown: "Record the run with --trace FILE and look at it with 'tapedeck timeline FILE'."
    case .io: "Check the disk, the connection and who reads the output, then try again."
    case .protocolUnsupported: "Give a file, or an address that begins with http, https, rtmp or rtmps."
    case .nameResolution: "Check the spelling of the address, and the network."
    case .socket, .connect: "Check the address and the port, and that the server runs."
    case .httpBadRequest, .httpClientError, .httpNotFound: "Check the address."
    case .httpUnauthorized: "Put them into the address, as in https://NAME:PASSWORD@server/file."
    case .httpForbidden: "Ask whoever runs the server."
    case .httpServerError: "Try again later."
    case .invalidData: "Check it with ffprobe."
    case .videoCodecUnsupported, .audioCodecUnsupported: "Use an FFmpeg that has one, or convert the file."
    case .openTimeout: "Give it longer with --set openTimeout=60s."
    case .readTimeout: "Give it longer with --set readTimeout=60s."
    case .policy: "Use --set allowsCellular=on, or another network."
    case .notFound: "Check the path."
    case .notPermitted:
      "Check the permissions. A playlist may only name what lies beside or below it, and one from a server no files here."
    case .endedEarly: "The file is probably cut short: copy or download it again."
    case .stuckBuffering: "Give it longer with --set bufferingLimit=30m."
    case .stuckPlaying, .stuckSeeking: "This is a bug of the engine: please report it with a trace (--trace FILE)."
    case .retriesExhausted: "The failure before this one says why."
    case .certificateUntrusted:
      "Check the address and the clock of this machine. If the server is your own, trust its certificate with --ca-file."
    case .tooManyRedirects: "Check the address: open it in a browser and give the one where it ends."
    case .keyMissing: "Ask whoever runs the server for access to the key."
    case .rangeRequired: "Download the file and play that, or ask whoever runs the server to allow range requests."
    case .formatUnsupported: "If the server has the same media as HLS or as an MP4 file, give that address."
    case .imageUnsupported: "Give a file or an address of a video or of sound."
    case .tooLarge: "Check that the address is the right one. Nothing sensible is that large."
    case .httpTooManyRequests: "Wait a while, then try again."
    case .videoDecodeFailed, .audioDecodeFailed:
      "The media is probably damaged: check it with ffmpeg -v error -i FILE -f null -."
    }
  }

  private static func detail(of failure: Failure, words: String) -> String {
    if !words.isEmpty { return " (\(Printable.text(words)))" }
    switch failure.kind {
    case .httpBadRequest, .httpUnauthorized, .httpForbidden, .httpNotFound, .httpClientError, .httpServerError:
      return failure.detail > 0 ? " (HTTP \(failure.detail))" : ""
    case .httpTooManyRequests:
      return failure.detail > 0 ? " (HTTP 429, it asks to wait for \(failure.detail) s)" : " (HTTP 429)"
    // For these kinds an errno is more precise.
    case .io, .socket, .connect, .notPermitted, .unknown:
      return failure.detail > 0 ? " (\(String(cString: strerror(failure.detail))))" : ""
    case .none, .protocolUnsupported, .nameResolution, .invalidData, .videoCodecUnsupported, .audioCodecUnsupported,
      .openTimeout, .readTimeout, .policy, .notFound, .endedEarly, .stuckBuffering, .stuckPlaying, .stuckSeeking,
      .retriesExhausted, .videoDecodeFailed, .audioDecodeFailed, .certificateUntrusted, .tooManyRedirects, .keyMissing,
      .rangeRequired, .formatUnsupported, .imageUnsupported, .tooLarge:
      return ""
    }
  }
}

extension Refusal {
  /// Why a request was refused, as human-readable text.
  var sentence: String {
    switch self {
    case .none: "not refused"
    case .noContent: "nothing is loaded"
    case .notSeekable: "this source cannot seek"
    case .outOfRange: "the value is out of range"
    case .unknownSubject: "there is no such thing"
    case .noDate: "the stream has no dates"
    case .notPrepared: "the media is not open"
    case .notAvailable: "this version does not do it yet"
    }
  }
}
