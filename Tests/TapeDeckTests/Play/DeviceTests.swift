import Foundation
import Testing

/// Sound and pictures reach a PulseAudio sink and an X server without hardware, those of `Tools/devices`.
@Suite("Loudspeakers and windows", .serialized)
struct DeviceTests {
  @Test("play outputs sound by default, in time with the clock", .enabled(if: Loudspeakers.exist))
  func soundIsHeard() throws {
    let scratch = try Scratch()
    // A click every half second.
    let clicks = scratch.file("clicks.wav")
    try WAV.write(seconds: 4, to: clicks) { $0 % 24_000 < 240 ? ($0 % 24 < 12 ? 20_000 : -20_000) : 0 }
    let sink = try Loudspeakers()
    let play = try Executable(["play", clicks], environment: sink.environment)
    #expect(try play.wait() == 0)
    let heard = try sink.clicks()
    #expect(!play.standardError.contains("no sound"))
    #expect(heard.count == 8)
    for (first, second) in zip(heard, heard.dropFirst()) { #expect(abs(second - first - 0.5) < 0.1) }
  }

  @Test("play --output null is silent", .enabled(if: Loudspeakers.exist))
  func silenceIsSilent() throws {
    let scratch = try Scratch()
    let tone = scratch.file("tone.wav")
    try WAV.write(seconds: 1, to: tone) { $0 % 100 < 50 ? 10_000 : -10_000 }
    let sink = try Loudspeakers()
    let play = try Executable(["play", tone, "--output", "null"], environment: sink.environment)
    #expect(try play.wait() == 0)
    #expect(try sink.clicks().isEmpty)
  }

  @Test("Without a device a line reports it, and playback continues")
  func noDevice() throws {
    let environment = ["PULSE_SERVER": "unix:/nonexistent", "SDL_AUDIODRIVER": "pulseaudio"]
    let play = try Executable(["play", Executable.media + "/clip.mp4", "--for", "500ms"], environment: environment)
    #expect(try play.wait() == 0)
    #expect(play.standardError.contains("tapedeck: no sound: "))
    let demanding = try Executable(
      ["play", Executable.media + "/clip.mp4", "--output", "sound"], environment: environment)
    #expect(try demanding.wait() == 1)
    #expect(demanding.standardError.contains("tapedeck: no sound: "))
  }

  @Test("play --output window shows the pictures, and accepts keys", .enabled(if: Screen.exists))
  func windowIsSeen() throws {
    let scratch = try Scratch()
    let screen = Screen()
    let play = try Executable(
      ["play", Executable.media + "/clip.mp4", "--loop", "--output", "window"],
      environment: screen.environment.merging(["SDL_AUDIODRIVER": "dummy"]) { $1 })
    try play.waitFor("first video frame")
    let picture = try screen.waitForColours(in: scratch)
    // The test picture has bars of these colours; the rest of the screen is black.
    for colour in ["red", "green", "blue"] { #expect(picture.contains(colour)) }
    try screen.type("q")
    #expect(try play.wait() == 0)
  }

  @Test("Without a display --output window reports it")
  func noDisplay() throws {
    let play = try Executable(
      ["play", Executable.media + "/clip.mp4", "--output", "window"],
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_AUDIODRIVER": "dummy"])
    #expect(try play.wait() == 1)
    #expect(play.standardError.contains("tapedeck: no window: "))
  }

  @Test(
    "Impossible outputs are refused",
    arguments: [
      ["--virtual", "--output", "sound"], ["--virtual", "--output", "window"],
      ["--output", "wav:a.wav", "--output", "wav:a.wav"], ["--output", "null", "--output", "sound"],
    ])
  func refused(arguments: [String]) throws {
    let play = try Executable(["play", Executable.media + "/clip.mp4"] + arguments)
    #expect(try play.wait() == 2)
    #expect(play.standardError.contains("--output"))
  }

  @Test("Each of several outputs gets everything")
  func several() throws {
    let scratch = try Scratch()
    let (sound, pictures) = (scratch.file("a.wav"), scratch.file("a.y4m"))
    let play = try Executable([
      "play", Executable.media + "/clip.mp4", "--virtual", "--output", "wav:" + sound, "--output", "y4m:" + pictures,
    ])
    #expect(try play.wait() == 0)
    func size(_ path: String) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(try size(sound) > 1_000_000)
    #expect(try size(pictures) > 250 * 320 * 180)
  }
}
