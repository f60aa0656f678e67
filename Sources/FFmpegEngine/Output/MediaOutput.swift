#if FFmpeg
import CFFmpeg
import PlayerCore

/// Where an engine presents decoded media, frame by frame, when each is due.
///
/// An engine owns its outputs and calls them from one thread at a time; an output must not call the engine back. What
/// it throws ends playback with ``PlayerCore/Failure/Kind/io``.
public protocol MediaOutput: AnyObject {
  /// Whether samples are looked at: for an output that ignores sound nothing is converted.
  var wantsAudio: Bool { get }
  /// Whether pictures are looked at: where no output does, several threads decode them.
  var wantsPictures: Bool { get }
  /// Takes samples, interleaved and with the volume applied.
  func present(_ samples: AudioSamples) throws(OutputError)
  /// Takes a picture.
  func present(_ picture: Picture) throws(OutputError)
  /// Whether ``preview(_:)`` is called: for an output that keeps what is played nothing is decoded ahead of time.
  var wantsPreviews: Bool { get }
  /// Takes the picture that lies at the playhead while nothing plays. It is presented again when it is played.
  func preview(_ picture: Picture)
  /// How pictures fill their frame from now on: the mode, and degrees counter-clockwise.
  func setPresentation(_ mode: ScalingMode, rotation: Int32)
  /// How fast media comes from now on; never zero.
  func setRate(_ rate: Rate)
  /// The sound is over: an output plays what it holds back. More may follow.
  func endSound() throws(OutputError)
  /// Media from another position follows, or none.
  func flush()
  /// The engine shuts down: nothing follows. May be called more than once.
  func finish() throws(OutputError)
}

/// What an output does not say: it takes nothing, and holds nothing back.
extension MediaOutput {
  /// No.
  public var wantsAudio: Bool { false }
  /// No.
  public var wantsPictures: Bool { false }
  /// Takes no sound.
  public func present(_ samples: AudioSamples) {}
  /// Takes no pictures.
  public func present(_ picture: Picture) {}
  /// Holds nothing back.
  public func flush() {}
  /// There is nothing to finish.
  public func finish() {}
  /// Most outputs take only what is played.
  public var wantsPreviews: Bool { false }
  /// Does nothing.
  public func preview(_ picture: Picture) {}
  /// Most outputs have no frame to fit a picture into.
  public func setPresentation(_ mode: ScalingMode, rotation: Int32) {}
  /// Does nothing: most outputs keep media, and need no timing.
  public func setRate(_ rate: Rate) {}
  /// Most outputs hold nothing back.
  public func endSound() {}
}

/// Why an output could not take what it was given.
public struct OutputError: Error, Hashable, Sendable {
  /// The errno, positive.
  public var code: Int32

  /// An error with this errno.
  public init(code: Int32) { self.code = code }
}

/// Interleaved 16-bit stereo samples, left first.
public struct AudioSamples: Sendable {
  /// Where the first sample lies in the media.
  public var position: MediaTime
  /// Sample pairs per second.
  public var rate: Int32
  /// Left and right by turns; an even number.
  public var samples: ArraySlice<Int16>
}

/// A decoded picture. Copying it copies no pixels.
public struct Picture: Sendable {
  let frame: Frame
  /// Frames per second according to the container, 25 when it has none.
  public let frameRate: (numerator: Int32, denominator: Int32)

  init(_ frame: Frame, rate: AVRational) {
    self.frame = frame
    frameRate = rate.num > 0 && rate.den > 0 ? (rate.num, rate.den) : (25, 1)
  }

  /// Its position in the media.
  public var position: MediaTime { .microseconds(frame.position) }
  /// In pixels; at least 1.
  public var width: Int32 { frame.pointer.pointee.width }
  /// In pixels; at least 1.
  public var height: Int32 { frame.pointer.pointee.height }

  /// FFmpeg's name of the pixel format, such as `yuv420p`.
  public var format: String {
    av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.pointer.pointee.format)).map { String(cString: $0) } ?? "none"
  }

  /// Calls `body` with the bytes of a plane and the distance from one line to the next, or returns nil when there is
  /// no such plane. With a negative stride the bytes begin with the lowest line.
  public func withPlane<Result>(
    _ plane: Int, _ body: (_ bytes: UnsafeRawBufferPointer, _ stride: Int) -> Result
  ) -> Result? {
    let line = Int(av_image_get_linesize(AVPixelFormat(rawValue: frame.pointer.pointee.format), width, Int32(plane)))
    guard let plane = frame.plane(plane), plane.height > 0, line > 0 else { return nil }
    let rest = plane.stride * (plane.height - 1)
    return body(UnsafeRawBufferPointer(start: plane.start + min(0, rest), count: abs(rest) + line), plane.stride)
  }
}

/// Keeps nothing: the clock alone drives playback. Costs nothing beyond decoding.
public final class NullOutput: MediaOutput {
  /// An output that drops everything.
  public init() {}
}

/// Calls closures with every decoded frame when it is due, sound and pictures on one clock.
///
/// They are called on the engine's presenting thread, one at a time, and block playback while they run.
public final class FrameCallbacks: MediaOutput {
  private let onAudio: ((AudioSamples) -> Void)?
  private let onVideo: ((Picture) -> Void)?

  /// Passes sound and pictures to closures, on the engine's thread.
  public init(onAudio: ((AudioSamples) -> Void)? = nil, onVideo: ((Picture) -> Void)? = nil) {
    self.onAudio = onAudio
    self.onVideo = onVideo
  }

  /// It takes sound when there is a closure for it.
  public var wantsAudio: Bool { onAudio != nil }
  /// It takes pictures when there is a closure for them.
  public var wantsPictures: Bool { onVideo != nil }
  /// Passes sound to its closure.
  public func present(_ samples: AudioSamples) { onAudio?(samples) }
  /// Passes a picture to its closure.
  public func present(_ picture: Picture) { onVideo?(picture) }
}
#endif
