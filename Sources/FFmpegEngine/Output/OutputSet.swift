#if FFmpeg
import CFFmpeg
import PlayerCore
import Synchronization

/// The outputs of one engine, for all its sessions; one session at a time gets through.
final class OutputSet: Sendable {
  private struct Contents {
    var outputs: [any MediaOutput]
    let converter: PCMConverter
    var isFinished = false
  }

  private struct Volume {
    var left: Int32 = 1_000
    var right: Int32 = 1_000
  }

  private let contents: Mutex<Contents>
  /// Apart from the outputs: who sets it must not wait for one that is slow.
  private let volume = Mutex(Volume())

  init(_ outputs: sending [any MediaOutput], sampleRate: Int32?) {
    contents = Mutex(Contents(outputs: outputs, converter: PCMConverter(rate: sampleRate)))
  }

  /// Volumes in thousandths; muted is silence.
  func setVolume(left: Int32, right: Int32, isMuted: Bool) {
    volume.withLock { $0 = isMuted ? Volume(left: 0, right: 0) : Volume(left: left, right: right) }
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
        guard let samples = contents.converter.convert(frame, left: volume.left, right: volume.right) else { return }
        let heard = samples.from(start)
        for output in contents.outputs where output.wantsAudio { try output.present(heard) }
      }
    }
  }

  func setPresentation(_ mode: ScalingMode, rotation: Int32) {
    contents.withLock { contents in
      for output in contents.outputs { output.setPresentation(mode, rotation: rotation) }
    }
  }

  func setRate(_ rate: Rate) {
    contents.withLock { contents in
      for output in contents.outputs { output.setRate(rate) }
    }
  }

  func flush() {
    contents.withLock { contents in
      for output in contents.outputs { output.flush() }
    }
  }

  /// Nothing is presented afterwards.
  func finish() {
    contents.withLock { contents in
      if contents.isFinished { return }
      contents.isFinished = true
      // The engine is going away: nobody is left to tell.
      for output in contents.outputs { try? output.finish() }
    }
  }
}

extension AudioSamples {
  /// What lies at `start`, in microseconds, or after it.
  fileprivate func from(_ start: Int64) -> Self {
    guard start > position.microseconds else { return self }
    // Both to the nearest sample: positions are rounded to microseconds, and two of them seldom in the same direction.
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
