#if FFmpeg
import CFFmpeg
import PlayerCore
import Backports

/// The outputs of one engine, for all its sessions; one session at a time gets through.
final class OutputSet: Sendable {
  private struct Contents {
    var outputs: [any MediaOutput]
    let converter: PCMConverter
    /// The session whose sound came last.
    var source: Interrupt?
    var isFinished = false

    /// Presents `samples` as far as they lie after `start`.
    func present(_ samples: AudioSamples?, from start: Int64) throws(OutputError) {
      guard let heard = samples?.from(start) else { return }
      for output in outputs where output.wantsAudio { try output.present(heard) }
    }

    /// Presents what the converter holds back.
    func drain(from start: Int64, _ volume: Volume) throws(OutputError) {
      try present(converter.drain(left: volume.left, right: volume.right), from: start)
    }
  }

  private typealias Volume = (left: Int32, right: Int32)

  private let contents: Lock<Contents>
  /// Apart from the outputs: setting it must not wait for a slow one.
  private let volume = Lock<Volume>((1_000, 1_000))

  init(_ outputs: sending [any MediaOutput], sampleRate: Int32?) {
    contents = Lock(Contents(outputs: outputs, converter: PCMConverter(rate: sampleRate)))
  }

  /// Volumes in thousandths; muted is silence.
  func setVolume(left: Int32, right: Int32, isMuted: Bool) {
    volume.withLock { $0 = isMuted ? (0, 0) : (left, right) }
  }

  /// Presents `frame`, of sound only what lies after `start`; unless the session is over.
  func present(
    _ frame: Frame, from start: Int64, rate: AVRational, unless interrupt: Interrupt
  ) throws(OutputError) {
    try contents.withLock { contents throws(OutputError) in
      if contents.isFinished || interrupt.isForGood { return }
      if frame.kind == .video {
        for output in contents.outputs { try output.present(Picture(frame, rate: rate)) }
      } else if contents.outputs.contains(where: \.wantsAudio) {
        let volume = volume.withLock { $0 }
        if contents.source !== interrupt { contents.converter.reset() }
        contents.source = interrupt
        if contents.converter.isOther(frame) { try contents.drain(from: start, volume) }
        try contents.present(contents.converter.convert(frame, left: volume.left, right: volume.right), from: start)
      }
    }
  }

  /// Whether an output looks at pictures.
  var wantsPictures: Bool { contents.withLock { $0.outputs.contains(where: \.wantsPictures) } }

  /// Whether an output shows what lies at the playhead while nothing plays.
  var wantsPreviews: Bool { contents.withLock { $0.outputs.contains(where: \.wantsPreviews) } }

  /// Shows a picture that is not played; unless the session is over.
  func preview(_ picture: Picture, unless interrupt: Interrupt) {
    contents.withLock { contents in
      if contents.isFinished || interrupt.isForGood { return }
      for output in contents.outputs where output.wantsPreviews { output.preview(picture) }
    }
  }

  /// The sound of a session is over: presents what is left of it, as far as it lies after `start`.
  func endSound(from start: Int64, unless interrupt: Interrupt) throws(OutputError) {
    try contents.withLock { contents throws(OutputError) in
      if contents.isFinished || interrupt.isForGood || contents.source !== interrupt { return }
      try contents.drain(from: start, volume.withLock { $0 })
      for output in contents.outputs where output.wantsAudio { try output.endSound() }
    }
  }

  /// Other sound follows, and nothing that is left of the last is played.
  func discardSound() { contents.withLock { $0.converter.reset() } }

  func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    contents.withLock { $0.outputs.forEach { $0.setPresentation(mode, rotation: rotation) } }
  }

  func setRate(_ rate: Rate) { contents.withLock { $0.outputs.forEach { $0.setRate(rate) } } }

  func flush() {
    contents.withLock { contents in
      contents.converter.reset()
      contents.outputs.forEach { $0.flush() }
    }
  }

  /// Nothing is presented afterwards.
  func finish() {
    contents.withLock { contents in
      if contents.isFinished { return }
      contents.isFinished = true
      // The engine is being released: there is no host to report an error to.
      for output in contents.outputs { try? output.finish() }
    }
  }
}

extension AudioSamples {
  /// What lies at `start`, in microseconds, or after it.
  fileprivate func from(_ start: Int64) -> Self {
    guard start > position.microseconds else { return self }
    // Both to the nearest sample: positions are rounded to microseconds, two of them rarely in the same direction.
    let early = sample(at: start).subtractingReportingOverflow(sample(at: position.microseconds))
    let pairs = early.overflow ? Int64(samples.count / 2) : min(Int64(samples.count / 2), early.partialValue)
    var rest = self
    rest.samples = samples.dropFirst(Int(max(0, pairs)) * 2)
    rest.position = .microseconds(start)
    return rest
  }

  /// The number of the sample nearest to `position`, in microseconds.
  private func sample(at position: Int64) -> Int64 { av_rescale(position, Int64(rate), 1_000_000) }
}
#endif
