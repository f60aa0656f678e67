import Foundation
import Testing

/// What `Tools/devices` provides; `nil` where it does not run.
private func device(_ name: String) -> String? { ProcessInfo.processInfo.environment["TAPEDECK_" + name] }

/// Loudspeakers without hardware, and a recording of what they played.
struct Loudspeakers {
  static let exist = device("PULSE") != nil

  let environment = ["PULSE_SERVER": device("PULSE") ?? "", "SDL_AUDIODRIVER": "pulseaudio"]
  private let recording = device("HEARD") ?? ""
  private let start: Int

  /// Only sound from now on counts.
  init() throws { start = try Data(contentsOf: URL(filePath: recording), options: .alwaysMapped).count }

  /// Where sound begins after at least 100 ms of silence, in seconds since the beginning.
  func clicks() throws -> [Double] {
    // The last samples reach the recording with a delay.
    usleep(1_000_000)
    let data = try Data(contentsOf: URL(filePath: recording)).dropFirst(start & ~1)
    let samples = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
    }
    var starts: [Double] = []
    var lastSound = -4_800
    for (index, sample) in samples.enumerated() where abs(Int(sample)) > 2_000 {
      if index - lastSound >= 4_800 { starts.append(Double(index) / 48_000) }
      lastSound = index
    }
    return starts
  }
}

/// A screen without hardware.
struct Screen {
  static let exists = device("DISPLAY") != nil

  private let display = device("DISPLAY") ?? ""
  var environment: [String: String] { ["DISPLAY": display, "SDL_VIDEODRIVER": "x11"] }

  func type(_ key: String) throws {
    try Executable(["key", key], program: "/usr/bin/xdotool", environment: environment).wait()
  }

  /// Which of pure red, green and blue are on the screen; waits until all are.
  func waitForColours(in scratch: Scratch) throws -> Set<String> {
    var seen: Set<String> = []
    try happens(lookingEvery: 100_000) {
      seen = try colours(in: scratch)
      return seen.count == 3
    }
    return seen
  }

  private func colours(in scratch: Scratch) throws -> Set<String> {
    let shot = scratch.file("screen.rgb")
    let arguments = [
      "-v", "error", "-y", "-f", "x11grab", "-video_size", "640x480", "-i", display, "-frames:v", "1", "-pix_fmt",
      "rgb24", "-f", "rawvideo", shot,
    ]
    guard try Executable(arguments, program: "/usr/bin/ffmpeg").wait() == 0 else { return [] }
    let bytes = try Data(contentsOf: URL(filePath: shot))
    var seen: Set<String> = []
    for pixel in stride(from: 0, to: bytes.count - 2, by: 3) {
      let (red, green, blue) = (bytes[pixel] > 200, bytes[pixel + 1] > 200, bytes[pixel + 2] > 200)
      switch (red, green, blue) {
      case (true, false, false): seen.insert("red")
      case (false, true, false): seen.insert("green")
      case (false, false, true): seen.insert("blue")
      default: break
      }
    }
    return seen
  }
}

/// Sound files for the tests.
enum WAV {
  /// Writes 16-bit mono at 48 kHz.
  static func write(seconds: Int, to path: String, sample: (Int) -> Int16) throws {
    let count = seconds * 48_000
    var bytes = Data("RIFF".utf8) + little(UInt32(36 + count * 2)) + Data("WAVEfmt ".utf8) + little(UInt32(16))
    bytes += little(UInt16(1)) + little(UInt16(1)) + little(UInt32(48_000)) + little(UInt32(96_000))
    bytes += little(UInt16(2)) + little(UInt16(16)) + Data("data".utf8) + little(UInt32(count * 2))
    for index in 0..<count { bytes += little(sample(index)) }
    try bytes.write(to: URL(filePath: path))
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}
