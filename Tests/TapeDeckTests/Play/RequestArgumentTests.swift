import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("What servers are sent, and what users are not shown")
struct RequestArgumentTests {
  @Test("Headers, cookies, a proxy and a user agent are read")
  func arguments() throws {
    let options = try RunOptions.parse([
      "https://a.example/b.m3u8", "--header", "Authorization: Bearer -x", "--header", "X-A: 1", "--cookie", "a=1",
      "--cookie", "b=2", "--user-agent", "App/1.0", "--proxy", "localhost:3128",
    ]).requests.options()
    #expect(options.headers.map(\.name) == ["Authorization", "X-A"])
    #expect(options.headers.map(\.value) == ["Bearer -x", "1"])
    #expect(options.cookies.map(\.name) == ["a", "b"])
    #expect(options.userAgent == "App/1.0")
    #expect(options.proxy == "http://localhost:3128")
  }

  @Test(
    "Arguments that would inject a header or have no effect are a usage error that shows no value",
    arguments: [
      (["http://a/b", "--header", "A: sec\r\nret"], "line break"), (["http://a/b", "--header", "secret"], "no colon"),
      (["http://a/b", "--header", "Range: secret"], "engine's own"),
      (["http://a/b", "--cookie", "a=sec ret"], "cookie a"),
      (["http://a/b", "--proxy", "socks5://me:secret@a:1"], "http://HOST:PORT"),
      (["http://a/b", "--ca-file", "/no/such.pem"], "No such file"),
      (["a.mp4", "--header", "A: secret"], "http or https"),
      (["rtmp://a/b", "--proxy", "a:1"], "http or https"),
      (["http://a/b", "http://me:secret@a"], "Unexpected argument 'http://***@a'"),
      (["http://a/b", "--start", "http://me:secret@a"], "'http://***@a' is invalid"),
      (["http://a/b", "--at", "1s:jump=http://me:secret@a"], "jump"),
    ])
  func refused(_ arguments: [String], _ words: String) throws {
    let program = try Executable(["play"] + arguments)
    #expect(try program.wait() == 2)
    #expect(program.standardError.contains(words), "\(program.standardError)")
    #expect(!program.standardError.contains("secret") && !program.standardError.contains("ret\n"))
  }

  @Test("A password in an address appears in no line, no JSON and no trace, and the trace replays")
  func password() throws {
    let trace = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace.jsonl").path()
    defer { try? FileManager.default.removeItem(atPath: trace) }
    let source = "http://me:secret@127.0.0.1:1/a.mp4"
    for arguments in [
      ["play", source, "--output", "null", "--trace", trace], ["play", source, "--output", "null", "--json"],
      ["record", source, "--output", trace, "--at", "0:reload=\(source)?b"],
    ] {
      let program = try Executable(arguments)
      #expect(try program.wait() == 1)
      #expect(program.standardError.contains("http://***@127.0.0.1:1/a.mp4"))
      #expect(!(program.standardOutput + program.standardError).contains("secret"))
    }
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(text.contains("http://***@127.0.0.1:1/a.mp4"))
    #expect(!text.contains("secret"))
    #expect(try Executable(["replay", trace]).wait() == 0)
  }
}
