#if FFmpeg
import CFFmpeg
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

/// Brings 16-bit stereo to the pace of a device: its rate, the speed of playback, and a little more or less than that.
final class SpeakerResampler {
  /// How fast samples come; 1 is as fast as they were recorded.
  var speed = Rate.normal
  private let deviceRate: Int32
  private var context: OpaquePointer?
  /// Samples that come in a second, for which `context` was made.
  private var inputRate: Int32 = 0
  private var buffer: [Int16] = []

  init(to deviceRate: Int32) { self.deviceRate = deviceRate }

  deinit { swr_free(&context) }

  /// Forgets what lies between two pieces: the next does not follow the last.
  func reset() { swr_free(&context) }

  /// - Parameter stretch: by how much longer the result is to be, in thousandths.
  func convert(_ samples: AudioSamples, stretch: Double) -> ArraySlice<Int16> {
    let rate = Int32(clamping: max(1, Int64(samples.rate) * Int64(max(1, speed.thousandths)) / 1_000))
    // A new speed does not cut off sound that was resampled at the previous one.
    let rest = rate == inputRate ? [] : Array(drain())
    guard prepare(rate) else { return rest[...] }
    let count = Int32(samples.samples.count / 2)
    let expected = Double(count) * Double(deviceRate) / Double(inputRate)
    // Sound that needs no correction passes unchanged.
    if stretch != 0 { swr_set_compensation(context, Int32(expected * stretch / 1_000), Int32(expected)) }
    let converted = samples.samples.withUnsafeBytes { input in
      resample(input.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
    }
    return rest.isEmpty ? converted : (rest + converted)[...]
  }

  /// What is held back; the next part starts over.
  func drain() -> ArraySlice<Int16> {
    guard context != nil else { return [] }
    defer { reset() }
    return resample(nil, 0)
  }

  private func resample(_ input: UnsafePointer<UInt8>?, _ count: Int32) -> ArraySlice<Int16> {
    let room = swr_get_out_samples(context, count)
    guard room > 0 else { return [] }
    if buffer.count < Int(room) * 2 { buffer = [Int16](repeating: 0, count: Int(room) * 2) }
    let given = buffer.withUnsafeMutableBytes { output in
      var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let input else { return swr_convert(context, &target, room, nil, 0) }
      var source: UnsafePointer<UInt8>? = input
      return withUnsafeMutablePointer(to: &source) { swr_convert(context, &target, room, $0, count) }
    }
    return buffer[..<(Int(max(0, given)) * 2)]
  }

  private func prepare(_ rate: Int32) -> Bool {
    if context != nil, rate == inputRate { return true }
    swr_free(&context)
    inputRate = rate
    var (given, taken) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&given, 2)
    av_channel_layout_default(&taken, 2)
    let code = swr_alloc_set_opts2(
      &context, &taken, AV_SAMPLE_FMT_S16, deviceRate, &given, AV_SAMPLE_FMT_S16, rate, 0, nil)
    guard code >= 0, swr_init(context) >= 0 else {
      swr_free(&context)
      return false
    }
    return true
  }
}
#endif
