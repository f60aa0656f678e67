#if FFmpeg
import Foundation
import Backports
import Testing

@testable import FFmpegEngine

/// The `ffmpeg` program: makes media for tests, and decodes it from beginning to end as the reference.
enum FFmpegProgram {
  /// Runs the program in `directory` and expects that it succeeds.
  static func run(_ arguments: [String], in directory: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    process.currentDirectoryURL = URL(filePath: directory)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
  }

  static func run(_ line: String, in directory: String) throws {
    try run(line.split(separator: " ").map(String.init), in: directory)
  }

  /// Makes `name` of a test picture, 64 × 48 at 25 a second, and a sound in which no two tenths of a second are equal. AAC
  /// is without noise substitution: decoders draw that noise at random, and differently after a seek.
  static func make(
    _ name: String, in directory: String, seconds: Double, at start: Double = 0,
    video: String? = "-c:v libx264 -preset ultrafast -g 25 -bf 2 -threads 1",
    audio: String? = "-c:a aac -b:a 64k -aac_pns 0", _ options: String = ""
  ) throws {
    var arguments: [String] = []
    let phase = start.truncatingRemainder(dividingBy: 100)
    if video != nil { arguments += ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=\(seconds)"] }
    if audio != nil {
      let sweep = "aevalsrc=0.3*sin(2*PI*(300+\(phase)+150*t)*t):s=48000:d=\(seconds)"
      arguments += ["-f", "lavfi", "-i", sweep]
    }
    for words in [video, audio, options] { arguments += (words ?? "").split(separator: " ").map(String.init) }
    if start != 0 { arguments += ["-output_ts_offset", "\(start)"] }
    try run(arguments + [name], in: directory)
  }
}

/// The content of a file decoded from beginning to end: by the `ffmpeg` program, or by playing it.
struct Straight {
  /// A digest of each picture.
  var pictures: [UInt64] = []
  /// Left and right alternate.
  var samples: [Int16] = []

  /// As the `ffmpeg` program decodes it: every picture once, every sample once.
  init(of path: String, in directory: String, hasVideo: Bool = true, hasAudio: Bool = true) throws {
    if hasVideo {
      let line = "-map 0:v:0 -vsync passthrough -pix_fmt yuv420p -f rawvideo straight.yuv"
      try FFmpegProgram.run(["-i", path] + line.split(separator: " ").map(String.init), in: directory)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: directory + "/straight.yuv")))
      let size = 64 * 48 * 3 / 2
      pictures = bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: size).map { Self.digest(bytes, lines: 1, of: 64 * 48, at: $0) }
      }
    }
    if hasAudio {
      try FFmpegProgram.run(
        ["-i", path, "-map", "0:a:0", "-ac", "2", "-c:a", "pcm_s16le", "-f", "s16le", "straight.pcm"], in: directory)
      samples = try Data(contentsOf: URL(filePath: directory + "/straight.pcm")).withUnsafeBytes {
        Array($0.bindMemory(to: Int16.self))
      }
    }
  }

  /// The same for the same bytes, within one process.
  static func digest(
    _ bytes: UnsafeRawBufferPointer, lines: Int, of length: Int, at start: Int = 0, stride: Int = 0
  ) -> UInt64 {
    var hasher = Hasher()
    for line in 0..<lines {
      let place = start + line * stride
      // The hash does not depend on how the bytes are split.
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
    }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

/// What playing presented: a digest and the position of each picture, and all samples.
final class Played: Sendable {
  struct Contents {
    var pictures: [UInt64] = []
    var positions: [Int64] = []
    var samples: [Int16] = []
    /// Where each run of samples began, in microseconds.
    var starts: [Int64] = []
    /// How many samples came before each run.
    var places: [Int] = []

    /// Where the samples begin that are heard at `position`, in microseconds.
    func sample(at position: Int64) -> Int {
      guard let run = starts.lastIndex(where: { $0 <= position }) else { return 0 }
      return min(samples.count, places[run] + Int(((position - starts[run]) * 48 + 500) / 1_000) * 2)
    }
  }

  private let recorded = Lock(Contents())

  var contents: Contents { recorded.withLock { $0 } }

  var pictures: [UInt64] { recorded.withLock { $0.pictures } }
  /// Of the pictures, in microseconds.
  var positions: [Int64] { recorded.withLock { $0.positions } }
  var samples: [Int16] { recorded.withLock { $0.samples } }
  var starts: [Int64] { recorded.withLock { $0.starts } }

  func output() -> FrameCallbacks {
    FrameCallbacks(
      onAudio: { [self] samples in
        recorded.withLock { contents in
          contents.starts.append(samples.position.microseconds)
          contents.places.append(contents.samples.count)
          contents.samples += samples.samples
        }
      },
      onVideo: { [self] picture in
        let digest = picture.withPlane(0) { bytes, stride in
          Straight.digest(bytes, lines: Int(picture.height), of: Int(picture.width), stride: stride)
        }
        recorded.withLock { contents in
          contents.pictures.append(digest ?? 0)
          contents.positions.append(picture.position.microseconds)
        }
      })
  }

  func clear() { recorded.withLock { $0 = Contents() } }
}

/// Whether both are the same samples. Compares memory: tests run unoptimized.
func isSame(_ first: ArraySlice<Int16>, _ second: ArraySlice<Int16>) -> Bool {
  guard first.count == second.count else { return false }
  return first.withUnsafeBytes { first in
    second.withUnsafeBytes { second in
      guard let one = first.baseAddress, let other = second.baseAddress else { return true }
      return memcmp(one, other, first.count) == 0
    }
  }
}
#endif
