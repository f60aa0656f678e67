#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

/// Turns the packets of one stream into frames: the owner of an `AVCodecContext`. Used by one thread at a time.
final class Decoder: StreamDecoder {
  private let setup: Setup
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// The orientation that a frame declares for itself and those after it, up to the next key frame.
  private var ownOrientation: Orientation?
  /// Where the next frame is when its own time stamp is missing, as in many damaged files.
  private var next: Int64? = 0
  /// Where frames begin when no stamp gives it.
  private var start: Int64 = 0
  /// Frames from before the first stamp after a seek, and those with a stamp after them.
  private var held: [(frame: UnsafeMutablePointer<AVFrame>, position: Int64?)] = []
  private var isDrained = false
  /// Why no more can be decoded; what is held comes first.
  private var failure: MediaError?
  /// The frame that is filled next; frames that a decoder did not fill are used again.
  private var spare: UnsafeMutablePointer<AVFrame>?

  /// A decoder that complains more often without giving a frame has none.
  private static let errorLimit = 1_000

  /// What decodes a stream, as far as the stream is known at one moment: it may change while it is read.
  final class Setup {
    let kind: TrackKind
    private let codec: UnsafePointer<AVCodec>
    private var parameters = avcodec_parameters_alloc()
    private let base: AVRational
    fileprivate let frameRate: AVRational
    /// The container's orientation of all frames.
    fileprivate let orientation: Orientation
    /// The shape of a pixel as the container declares it, if it does: that takes precedence over the frames' own.
    fileprivate let pixel: AVRational?
    fileprivate let origin: Int64
    private let threads: Int32

    /// A picture of more pixels is not decoded: 16 384 × 4 096.
    private static let pixelLimit: Int64 = 1 << 26
    /// Nor is a frame of more samples.
    private static let sampleLimit: Int64 = 1 << 21

    /// - Parameter threads: how many decode; 0: as many as there are cores.
    init(_ stream: AVStream, kind: TrackKind, origin: Int64, threads: Int32 = 1) throws(MediaError) {
      guard let known = stream.codecpar, let codec = avcodec_find_decoder(known.pointee.codec_id) else {
        throw .decoder(kind, code: CFF_ERROR_NO_DECODER)
      }
      self.kind = kind
      self.codec = codec
      self.origin = origin
      self.threads = threads
      base = stream.time_base
      frameRate = stream.avg_frame_rate
      orientation = kind == .video ? Orientation(of: stream) : .upright
      pixel = stream.declaredPixel
      guard let parameters, avcodec_parameters_copy(parameters, known) >= 0 else { throw MediaError(code: -ENOMEM) }
    }

    deinit { avcodec_parameters_free(&parameters) }

    /// The caller frees the context.
    func open() throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
      var opened = avcodec_alloc_context3(codec)
      guard let context = opened else { throw MediaError(code: -ENOMEM) }
      var code = avcodec_parameters_to_context(context, parameters)
      context.pointee.pkt_timebase = base
      context.pointee.thread_count = threads
      context.pointee.max_pixels = Self.pixelLimit
      context.pointee.max_samples = Self.sampleLimit
      if code >= 0 { code = avcodec_open2(context, codec, nil) }
      if code >= 0 { return context }
      avcodec_free_context(&opened)
      throw .decoder(kind, code: code)
    }
  }

  init(_ setup: Setup) throws(MediaError) {
    self.setup = setup
    context = try setup.open()
  }

  var kind: TrackKind { setup.kind }
  /// Of video: frames per second as the container gives them, 0 when it does not.
  var frameRate: AVRational { setup.frameRate }

  deinit {
    releaseHeld()
    av_frame_free(&spare)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Takes one packet in; nil means that no more will come. Damaged packets are passed over, as every player does.
  /// Only to be called when ``receive()`` has nothing left.
  func send(_ packet: Packet?) throws(MediaError) {
    if packet == nil { isDrained = true }
    let code = avcodec_send_packet(context, packet?.pointer)
    if code == -ENOMEM { throw MediaError(code: code) }
  }

  /// The next frame; nil when another packet is needed first, or when all were given.
  func receive() throws(MediaError) -> Frame? {
    while held.isEmpty || (next == nil && held.last?.position == nil && held.count < heldLimit) {
      guard let frame = try decode() else {
        if held.isEmpty || !(isDrained || failure != nil) { return nil }
        break
      }
      let stamp = frame.pointee.best_effort_timestamp
      let position = microseconds(stamp, context.pointee.pkt_timebase, origin: setup.origin)
      if let next = next { return stamped(frame, at: position ?? next) }
      held.append((frame, position))
    }
    if next == nil { next = beginning }
    let (frame, position) = held.removeFirst()
    return stamped(frame, at: position ?? next ?? start)
  }

  /// What the decoder has ready. Errors of single frames are passed over: others may follow, also when it is drained.
  private func decode() throws(MediaError) -> UnsafeMutablePointer<AVFrame>? {
    for _ in 0..<Self.errorLimit where failure == nil {
      guard let frame = spare ?? av_frame_alloc() else {
        failure = MediaError(code: -ENOMEM)
        break
      }
      spare = frame
      let code = avcodec_receive_frame(context, frame)
      if code >= 0 {
        spare = nil
        return frame
      }
      if code == -EAGAIN || code == CFF_ERROR_END_OF_FILE { return nil }
      if code == -ENOMEM { failure = MediaError(code: code) }
    }
    if let failure, held.isEmpty { throw failure }
    return nil
  }

  func flush(to position: Int64) {
    avcodec_flush_buffers(context)
    releaseHeld()
    next = nil
    start = position
    isDrained = false
    failure = nil
    ownOrientation = nil
  }

  /// More frames than a page or a segment holds are not waited for.
  private var heldLimit: Int { kind == .video ? 8 : 256 }

  /// Where the first frame that is held begins, counted back from the first one with a stamp.
  private var beginning: Int64 {
    guard let stamp = held.last?.position else { return start }
    return held.dropLast().reduce(stamp) { $0.saturatingMinus(duration($1.frame)) }
  }

  private func releaseHeld() {
    for (frame, _) in held {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
    held.removeAll()
  }

  private func stamped(_ frame: UnsafeMutablePointer<AVFrame>, at position: Int64) -> Frame {
    let duration = duration(frame)
    next = position.saturatingPlus(duration)
    if kind == .video, let pixel = setup.pixel { frame.pointee.sample_aspect_ratio = pixel }
    return Frame(frame, kind: kind, position: position, duration: duration, orientation: orientation(of: frame))
  }

  private func orientation(of frame: UnsafeMutablePointer<AVFrame>) -> Orientation {
    guard kind == .video else { return .upright }
    if let own = Orientation(of: frame) {
      ownOrientation = own
    } else if frame.pointee.key_frame != 0 {
      ownOrientation = nil
    }
    return ownOrientation ?? setup.orientation
  }

  private func duration(_ frame: UnsafeMutablePointer<AVFrame>) -> Int64 {
    if kind == .audio {
      let rate = Int64(frame.pointee.sample_rate)
      return rate > 0 ? Int64(frame.pointee.nb_samples) * 1_000_000 / rate : 0
    }
    let stated = microseconds(frame.pointee.pkt_duration, context.pointee.pkt_timebase, origin: 0) ?? 0
    if stated > 0 { return stated }
    guard frameRate.num > 0, frameRate.den > 0 else { return 40_000 }
    return av_rescale(1_000_000, Int64(frameRate.den), Int64(frameRate.num))
  }
}
#endif
