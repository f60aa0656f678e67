#if FFmpeg
import Foundation
import PlayerTrace
import Testing

/// Signals and closed pipes, in every phase of a real-time run.
@Suite("Signals", .serialized)
struct SignalTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  enum Moment: String, CaseIterable {
    case opening, playing, paused, seeking, stopped, ended
  }

  /// What to play, and the line that marks the moment.
  private func arguments(_ moment: Moment, _ server: SilentServer) -> (arguments: [String], line: String) {
    let clip = "\(Executable.media)/clip.mp4"
    switch moment {
    case .opening: return (["http://127.0.0.1:\(server.port)/clip.mp4"], "opening")
    case .playing: return ([clip], "playing")
    case .paused: return ([clip, "--at", "300ms:pause", "--for", "1h"], "paused")
    case .seeking: return ([clip, "--at", "300ms:seek=9", "--at", "300ms:seek=2", "--loop"], "seek ")
    case .stopped: return ([clip, "--at", "300ms:stop", "--for", "1h"], "stopped")
    case .ended: return ([clip, "--start", "9.5", "--at", "1h:play"], "ended")
    }
  }

  @Test("end a run in every phase; the trace is complete and names them", arguments: Moment.allCases)
  func interrupt(_ moment: Moment) throws {
    let server = try SilentServer()
    for (signal, name) in [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")] {
      let trace = scratch.file("\(moment)-\(name).trace")
      let (arguments, line) = arguments(moment, server)
      let program = try Executable(["play", "--output", "null", "--trace", trace] + arguments)
      try program.waitFor(line)
      program.send(signal)
      #expect(try program.wait() == 128 + signal)
      #expect(try ending(of: trace) == .interrupted(by: name))
      #expect(program.standardError.isEmpty, "\(program.standardError)")
    }
  }

  @Test("sent twice, to the process and to its group, count once")
  func doubled() throws {
    let trace = scratch.file("a.trace")
    let program = try Executable(["play", "\(Executable.media)/clip.mp4", "--trace", trace])
    try program.waitFor("playing")
    program.send(SIGINT)
    usleep(20_000)
    program.send(SIGINT)
    #expect(try program.wait() == 130)
    #expect(try ending(of: trace) == .interrupted(by: "SIGINT"))
  }

  @Test("end a recording on the virtual clock")
  func virtual() throws {
    let trace = scratch.file("a.trace")
    let program = try Executable(
      ["play", "\(Executable.media)/clip.mp4", "--virtual", "--loop", "--for", "100000h", "--trace", trace])
    try program.waitFor("loop 3")
    program.send(SIGINT)
    #expect(try program.wait() == 130)
    #expect(try ending(of: trace) == .interrupted(by: "SIGINT"))
  }

  @Test("A reader that closes the pipe ends a run quietly", arguments: ["--output null", "--output pcm:-"])
  func closedOutput(_ options: String) throws {
    let trace = scratch.file("a.trace")
    let shell =
      "\"$0\" play \"$1\" --trace \"$2\" \(options) 2>\"$2.err\" | head -c 100 >/dev/null; exit ${PIPESTATUS[0]}"
    let program = try Executable(
      ["-c", shell, Executable.path, "\(Executable.media)/episode.m4a", trace], program: "/bin/bash")
    #expect(try program.wait() == 141)
    #expect(try ending(of: trace) == .interrupted(by: "SIGPIPE"))
    let errors = try String(contentsOfFile: trace + ".err", encoding: .utf8)
    #expect(!errors.contains("tapedeck:"), "\(errors)")
  }
}

/// Accepts connections and never answers.
final class SilentServer {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, length) | listen(number, 8) | getsockname(number, address, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if code != 0 { throw TestProblem("no server: errno \(errno)") }
  }

  deinit { close(descriptor) }
}
#endif
