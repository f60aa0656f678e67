import PlayerCore
import PlayerRuntime
import Backports
import Testing

@Suite("What servers receive")
struct NetworkOptionTests {
  @Test(
    "A header cannot add another header or request, or replace one of the engine's",
    arguments: [
      "Name", ": value", "Na me: value", "Name: a\r\nOther: b", "Name: a\nb", "Name: a\0b", "Näme: a",
      "Range: bytes=0-",
      "content-length: 5", "Connection: close", "Transfer-Encoding: chunked",
      "Name: \(String(repeating: "x", count: 5_000))",
    ])
  func badHeaders(_ line: String) {
    var options = NetworkOptions()
    let error = #expect(throws: NetworkOptionError.self) { try options.addHeader(line) }
    #expect(error?.description.contains("expected") == true)
    #expect(error?.description.contains("\n") == false)
    #expect(options.isEmpty)
  }

  @Test("Errors and descriptions contain no values")
  func secrets() throws {
    var options = NetworkOptions()
    let error = #expect(throws: NetworkOptionError.self) { try options.addHeader("Authorization: sec\r\nret") }
    #expect(
      error?.description
        == "the header Authorization: expected one line of text, found a line break or a control character")
    try options.addHeader("Authorization: secret")
    try options.addCookie("id=secret")
    try options.setProxy("http://me:secret@proxy:3128/")
    #expect(options.proxy == "http://me:secret@proxy:3128")
    var dumped = ""
    dump(options, to: &dumped)
    for text in ["\(options)", String(reflecting: options), dumped] {
      #expect(!text.contains("secret"))
      #expect(text.contains("Authorization"))
    }
    let refused = #expect(throws: NetworkOptionError.self) { try options.addCookie("id=se cret") }
    #expect(refused?.description.contains("cret") == false)
    let proxy = #expect(throws: NetworkOptionError.self) { try options.setProxy("http://me:secret@proxy") }
    #expect(proxy?.description.contains("secret") == false)
  }

  @Test("A proxy is a host with a port, reached over HTTP")
  func proxies() throws {
    for address in ["proxy:3128", "http://proxy:3128", "HTTP://proxy:3128/", "http://[::1]:8080", "me:pw@proxy:1"] {
      var options = NetworkOptions()
      try options.setProxy(address)
      #expect(options.proxy?.hasPrefix("http://") == true)
    }
    for address in [
      "", "proxy", "proxy:0", "proxy:99999", "socks5://proxy:1080", "https://proxy:1", "a b:1", "http://:1",
    ] {
      var options = NetworkOptions()
      #expect(throws: NetworkOptionError.self, "\(address)") { try options.setProxy(address) }
    }
  }

  @Test(
    "The user name and password in an address are not shown",
    arguments: [
      ("http://me:secret@a.example/b?c=d@e", "http://***@a.example/b?c=d@e"),
      ("https://token@a.example", "https://***@a.example"), ("rtmp://u:p@w@a/live", "rtmp://***@a/live"),
      ("http://u:p/w@a.example/b", "http://***@a.example/b"), ("http://a.example/b@c", "http://a.example/b@c"),
      ("http://a.example:80/b@c", "http://a.example:80/b@c"), ("http://[::1]:80/b@c", "http://[::1]:80/b@c"),
      ("file:///a@b", "file:///a@b"), ("media/a@b.mp4", "media/a@b.mp4"), ("a b://c@d", "a b://c@d"), ("", ""),
      ("http://[::1]/b@c", "http://[::1]/b@c"),
    ])
  func withoutPassword(_ source: String, _ shown: String) {
    #expect(SourceAddress.withoutPassword(source) == shown)
  }

  @Test("Hooks of a player and of its engine are both called, the player's first")
  func joined() throws {
    let calls = Lock<[String]>([])
    func hooks(_ name: String) -> EngineHooks {
      var hooks = EngineHooks()
      hooks.onVideo = { _ in calls.withLock { $0.append(name) } }
      hooks.onStill = { _, _ in calls.withLock { $0.append("still " + name) } }
      return hooks
    }
    var own = hooks("own")
    try own.network.addHeader("A: b")
    let joined = own.joined(with: hooks("other"))
    let frame = VideoFrame(position: .zero, width: 1, height: 1, pixels: [0, 0, 0])
    joined.onVideo?(frame)
    joined.onStill?(StillSerial(1), frame)
    #expect(calls.withLock { $0 } == ["own", "other", "still own", "still other"])
    #expect(joined.onAudio == nil)
    #expect(joined.network == own.network)
    #expect(hooks("x").joined(with: own).network == own.network)
  }
}
