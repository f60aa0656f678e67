#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

/// Why a call into FFmpeg did not do what was asked.
enum MediaError: Error, Hashable {
  /// The session was interrupted: nothing is wrong with the media.
  case interrupted
  /// `detail` is an HTTP status, an errno (positive) or FFmpeg's own code (negative); 0 when there is none. `words` add
  /// to kind and detail; mostly empty.
  case failed(Failure.Kind, detail: Int32 = 0, words: String = "")

  /// What FFmpeg's error `code` means, where nothing more is known than the code.
  init(code: Int32) {
    switch code {
    case CFF_ERROR_INTERRUPTED: self = .interrupted
    case CFF_ERROR_HTTP_BAD_REQUEST: self = .status(400)
    case CFF_ERROR_HTTP_UNAUTHORIZED: self = .status(401)
    case CFF_ERROR_HTTP_FORBIDDEN: self = .status(403)
    case CFF_ERROR_HTTP_NOT_FOUND: self = .status(404)
    // Which status it was the code does not say.
    case CFF_ERROR_HTTP_OTHER_4XX: self = .failed(.httpClientError)
    case CFF_ERROR_HTTP_SERVER_ERROR: self = .failed(.httpServerError)
    case CFF_ERROR_NO_PROTOCOL: self = .failed(.protocolUnsupported, detail: code)
    // An end, or no stream, where a beginning was expected.
    case CFF_ERROR_INVALID_DATA, CFF_ERROR_NO_DEMUXER, CFF_ERROR_NO_STREAM, CFF_ERROR_END_OF_FILE,
      CFF_ERROR_NOT_IMPLEMENTED:
      self = .failed(.invalidData, detail: code)
    default: self = .failed(Self.isErrno(code) ? Self.kind(ofErrno: -code) : .unknown, detail: Self.detail(of: code))
    }
  }

  /// The same failure of something that the source leads to: `part` is its address.
  func naming(_ part: String) -> Self {
    guard case .failed(let kind, let detail, let words) = self else { return self }
    return .failed(kind, detail: detail, words: words.isEmpty ? part : "\(part): \(words)")
  }

  /// What `code` means when a decoder for a stream of this kind could not be opened.
  static func decoder(_ kind: TrackKind, code: Int32) -> Self {
    let failure: Failure.Kind =
      switch kind {
      case .audio: .audioCodecUnsupported
      case .video: .videoCodecUnsupported
      case .subtitle: .formatUnsupported
      }
    return .failed(failure, detail: detail(of: code))
  }

  /// What the status of an HTTP answer means.
  static func status(_ status: Int32) -> Self {
    switch status {
    case 400: .failed(.httpBadRequest, detail: status)
    case 401: .failed(.httpUnauthorized, detail: status)
    case 403: .failed(.httpForbidden, detail: status)
    case 404: .failed(.httpNotFound, detail: status)
    case 400..<500: .failed(.httpClientError, detail: status)
    default: .failed(.httpServerError, detail: status)
    }
  }

  private static func kind(ofErrno code: Int32) -> Failure.Kind {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM, ELOOP: .notPermitted
    case EISDIR, EINVAL, ERANGE, EDOM: .invalidData
    case ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .connect
    case EMFILE, ENFILE, ENOBUFS, EAFNOSUPPORT, EPROTONOSUPPORT: .socket
    // FFmpeg refuses to allocate more than it may: the media asked for too much.
    case ENOMEM: .tooLarge
    default: .io
    }
  }

  /// FFmpeg negates errno numbers; its own codes are four letters, far below.
  private static func isErrno(_ code: Int32) -> Bool { code < 0 && code > -4096 }

  private static func detail(of code: Int32) -> Int32 { isErrno(code) ? -code : code }
}
#endif
