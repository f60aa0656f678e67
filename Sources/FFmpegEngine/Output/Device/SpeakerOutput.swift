#if FFmpeg
import CSDL
import Foundation
import PlayerCore

/// Plays the sound on the machine's default device, by SDL 2.
///
/// The engine hands samples over when they are due, and a device takes them at its own pace. Between the two lies a
/// cushion of ``latency``, which both the scheduling of threads and the difference of the two clocks draw on. A cushion
/// that grows or shrinks is brought back by playing up to half a per cent faster or slower, which is not audible.
public final class SpeakerOutput: MediaOutput {
  private let subsystem: SDLSubsystem
  private let device: UInt32
  /// Sample pairs per second that the device takes.
  private let deviceRate: Int32
  private let resampler: SpeakerResampler
  /// The cushion over the last pieces, in sample pairs.
  private var level = LevelMeter()

  /// How long after its due time a sample is audible, the device's own buffer aside.
  public static let latency = TimeSpan.milliseconds(80)

  private static let bytesPerPair: UInt32 = 4

  /// Opens the default device. Throws when there is none, or SDL is not installed.
  public init() throws(DeviceError) {
    subsystem = try SDLSubsystem(CSDL_INIT_AUDIO)
    var wanted = CSDL_AudioSpec()
    wanted.freq = 48_000
    wanted.format = CSDL_AUDIO_S16
    wanted.channels = 2
    wanted.samples = 1_024
    var given = CSDL_AudioSpec()
    device = CSDL_OpenAudioDevice(nil, 0, &wanted, &given, CSDL_AUDIO_ALLOW_FREQUENCY_CHANGE)
    deviceRate = given.freq
    resampler = SpeakerResampler(to: given.freq)
    guard device != 0 else {
      let error = SDLSubsystem.error
      subsystem.end()
      throw error
    }
    CSDL_PauseAudioDevice(device, 0)
  }

  deinit {
    CSDL_CloseAudioDevice(device)
    subsystem.end()
  }

  /// It takes sound.
  public var wantsAudio: Bool { true }

  /// Queues sound for the device; what comes late is left out.
  public func present(_ samples: AudioSamples) throws(OutputError) {
    let waiting = Int64(CSDL_GetQueuedAudioSize(device) / Self.bytesPerPair)
    // Pieces that arrive in a burst are late: what was due before now is left out.
    if waiting > 2 * pairs(Self.latency) { return level.restart(at: pairs(Self.latency)) }
    if waiting == 0 {
      queue([Int16](repeating: 0, count: Int(pairs(Self.latency)) * 2)[...])
      level.restart(at: pairs(Self.latency))
    } else {
      level.add(waiting)
    }
    queue(resampler.convert(samples, stretch: level.stretch(to: pairs(Self.latency), rate: deviceRate)))
  }

  /// Plays sound so much faster or slower.
  public func setRate(_ rate: Rate) { resampler.speed = rate }

  /// Plays what the resampler still holds.
  public func endSound() { queue(resampler.drain()) }

  /// Drops what was not presented yet.
  public func flush() {
    CSDL_ClearQueuedAudio(device)
    resampler.reset()
  }

  /// Lets the last sounds play out.
  public func finish() {
    endSound()
    for _ in 0..<50 where CSDL_GetQueuedAudioSize(device) > 0 { usleep(5_000) }
  }

  private func pairs(_ span: TimeSpan) -> Int64 { span.microseconds * Int64(deviceRate) / 1_000_000 }

  private func queue(_ samples: ArraySlice<Int16>) {
    samples.withUnsafeBytes { bytes in
      // A device that has disappeared accepts nothing; playback continues without sound.
      _ = CSDL_QueueAudio(device, bytes.baseAddress, UInt32(bytes.count))
    }
  }
}

/// The mean level of the queue when samples come, and the correction that follows.
private struct LevelMeter {
  private var mean: Double = 0
  private var count = 0

  mutating func restart(at level: Int64) {
    mean = Double(level)
    count = 0
  }

  mutating func add(_ level: Int64) {
    mean += (Double(level) - mean) / 20
    count += 1
  }

  /// By how much longer than it is a piece should play, in thousandths: what is missing of `level` is made up for in
  /// two seconds, but never by more than half a per cent.
  func stretch(to level: Int64, rate: Int32) -> Double {
    // One piece proves little: its arrival depends on thread scheduling.
    guard count >= 20 else { return 0 }
    let missing = (Double(level) - mean) / Double(rate)
    return abs(missing) < 0.005 ? 0 : max(-5, min(5, missing * 500))
  }
}
#endif
