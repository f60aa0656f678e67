import Foundation
import Testing

/// FFmpeg is loaded when media is opened, not before.
@Suite("FFmpeg is loaded late")
struct LateLoadingTests {
  /// A directory with empty files in place of FFmpeg's libraries: the dynamic linker searches it first.
  private static func withoutFFmpeg() throws -> (scratch: Scratch, environment: [String: String]) {
    let scratch = try Scratch()
    let files = FileManager.default
    for folder in try files.contentsOfDirectory(atPath: "/usr/lib") where folder.hasSuffix("-linux-gnu") {
      for name in try files.contentsOfDirectory(atPath: "/usr/lib/" + folder) where name.hasPrefix("libav") {
        try Data().write(to: URL(filePath: scratch.file(name)))
      }
    }
    return (scratch, ["LD_LIBRARY_PATH": scratch.path])
  }

  @Test("The program is not linked with any of FFmpeg's libraries")
  func nothingIsLinked() throws {
    // Makes the dynamic linker list what it would load, without running the program.
    let list = try Executable(["--version"], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    try list.wait()
    #expect(list.standardOutput.contains("libswiftCore"))
    for library in ["libavformat", "libavcodec", "libavutil", "libswscale", "libswresample"] {
      #expect(!list.standardOutput.contains(library))
    }
  }

  @Test("A command that plays nothing runs without FFmpeg")
  func replayNeedsNone() throws {
    let (scratch, environment) = try Self.withoutFFmpeg()
    defer { withExtendedLifetime(scratch) {} }
    let trace = Executable.media + "/../clip-pause.trace.jsonl"
    let replay = try Executable(["replay", trace], environment: environment)
    #expect(try replay.wait() == 0)
    #expect(replay.standardOutput.contains("ok"))
  }

  @Test("A command that plays reports which library is missing, and what to do", arguments: ["record", "play"])
  func playingNamesTheLibrary(command: String) throws {
    let (scratch, environment) = try Self.withoutFFmpeg()
    let trace = scratch.file("run.trace")
    let arguments = [command, Executable.media + "/clip.mp4"] + (command == "record" ? ["--output", trace] : [])
    let run = try Executable(arguments, environment: environment)
    #expect(try run.wait() == 1)
    #expect(run.standardError.contains("FFmpeg's libraries cannot be loaded: "))
    #expect(run.standardError.contains("libavutil.so."))
    #expect(run.standardError.contains("Tools/install-dependencies play"))
    #expect(!FileManager.default.fileExists(atPath: trace))
  }
}
