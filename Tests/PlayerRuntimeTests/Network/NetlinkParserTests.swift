import Testing

@testable import PlayerRuntime

/// The messages of rtnetlink(7), as a kernel has sent them.
@Suite("Netlink messages")
struct NetlinkParserTests {
  private func entries(_ datagrams: [String]) -> [NetlinkEntry] {
    datagrams.flatMap { NetlinkParser.entries(in: bytes(hex: $0)) }
  }

  @Test("Links: name, flags and underlying kind")
  func links() {
    let links = entries(RecordedNetlink.links).compactMap { entry -> NetlinkMessage.Link? in
      if case .link(let link) = entry.message { link } else { nil }
    }
    #expect(links.map(\.name) == ["lo", "wlan0", "wwan0"])
    #expect(links.map(\.virtualKind) == [nil, "veth", "veth"])
    #expect(links.map(\.isLoopback) == [true, false, false])
    #expect(links.map(\.kind) == [.loopback, .wireless, .cellular])
    #expect(links.allSatisfy { $0.isUp && $0.isRunning })
  }

  @Test("Addresses: both families, with global ones distinguished from the rest")
  func addresses() {
    let addresses = entries(RecordedNetlink.addresses).compactMap { entry -> NetlinkMessage.Address? in
      if case .address(let address) = entry.message { address } else { nil }
    }
    let ipv4 = addresses.filter { $0.value.bytes.count == 4 }
    #expect(ipv4.map(\.value.bytes) == [[127, 0, 0, 1], [10, 75, 1, 2], [10, 75, 2, 2]])
    #expect(ipv4.map(\.value.prefixLength) == [8, 24, 24])
    #expect(ipv4.map(\.value.isGlobal) == [false, true, true])
    let ipv6 = addresses.filter { $0.value.bytes.count == 16 }
    #expect(ipv6.count == 3 && ipv6.allSatisfy { !$0.value.isGlobal })
  }

  @Test("Routes: the default routes of the main table, and no others")
  func routes() {
    let links = [2, 3] as [UInt32]  // wlan0, wwan0
    let expected = [
      NetlinkMessage.route(.init(isIPv6: false, metric: 600, interfaces: [links[0]])),
      .route(.init(isIPv6: false, metric: 700, interfaces: [links[1]])),
      .done(error: 0),
    ]
    #expect(entries(RecordedNetlink.routes).map(\.message) == expected)
    #expect(entries(RecordedNetlink.routesAfterwards).map(\.message) == Array(expected[1...]))
  }

  @Test("Answers carry the number of their question; other messages are no answers")
  func answers() {
    for (sequence, datagrams) in [(1 as UInt32, RecordedNetlink.links), (3, RecordedNetlink.routes)] {
      #expect(entries(datagrams).allSatisfy { $0.isAnswer && $0.sequence == sequence && !$0.isInterrupted })
    }
    let news = entries(RecordedNetlink.wifiDown)
    #expect(news.allSatisfy { !$0.isAnswer })
    guard case .link(let link) = news.first?.message else {
      Issue.record("\(news)")
      return
    }
    #expect(link.name == "wlan0" && !link.isUp)
    // The loss of its default route is not reported.
    #expect(!news.contains { $0.message == .routeGone })
  }

  @Test("Errors, acknowledgements and lost messages")
  func errors() {
    func message(_ type: UInt8, _ body: String) -> NetlinkMessage? {
      let body = bytes(hex: body)
      let header: [UInt8] = [UInt8(16 + body.count), 0, 0, 0, type, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]
      return NetlinkParser.entries(in: header + body).first?.message
    }
    #expect(message(2, "f0ffffff") == .error(16))
    #expect(message(2, "00000000") == .error(0))
    #expect(message(2, "00000080") == .error(.min))
    #expect(message(3, "fcffffff") == .done(error: 4))
    #expect(message(3, "") == .done(error: 0))
    #expect(message(4, "") == .overrun)
    #expect(message(1, "") == nil)
  }

  @Test("The state of a link in a bridge is not the state of the link")
  func bridge() {
    var datagram = bytes(hex: RecordedNetlink.wifiDown[0])
    #expect(NetlinkParser.entries(in: datagram).count == 1)
    datagram[16] = 7  // AF_BRIDGE
    #expect(NetlinkParser.entries(in: datagram).isEmpty)
  }

  @Test("Routes with several next hops: every interface")
  func multipath() {
    let attribute = "24000900" + "1000000002000000" + "0800050000000000" + "1000000003000000" + "0800050000000000"
    let body = "02000000fe040001" + "00000000" + attribute
    let header = "40000000" + "1800" + "0000" + "00000000" + "00000000"
    let entries = NetlinkParser.entries(in: bytes(hex: header + body))
    #expect(entries.map(\.message) == [.route(.init(isIPv6: false, metric: 0, interfaces: [2, 3]))])
  }

  @Test("The parser and the model survive bytes cut off anywhere or damaged in any way")
  func damage() {
    let all = [
      RecordedNetlink.links, RecordedNetlink.addresses, RecordedNetlink.routes, RecordedNetlink.wifiDown,
    ].flatMap(\.self).map(bytes(hex:))
    var model = NetworkModel()
    func feed(_ datagram: [UInt8]) {
      _ = model.nextQuestion()
      for entry in NetlinkParser.entries(in: datagram) { model.receive(entry) }
      model.rest()
    }
    for datagram in all {
      for length in stride(from: 0, to: datagram.count, by: datagram.count > 1_000 ? 7 : 1) {
        feed(Array(datagram.prefix(length)))
      }
    }
    var random = RandomBytes(seed: 0x6E_65_74)
    for round in 0..<4_000 {
      var datagram = all[round % all.count]
      for _ in 0...Int(random.next() % 8) {
        let place = Int(random.next() % UInt64(datagram.count))
        datagram[place] = [0, 1, 3, 4, 0xFF, UInt8(truncatingIfNeeded: random.next())][Int(random.next() % 6)]
      }
      feed(datagram)
    }
    for _ in 0..<2_000 {
      feed((0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
  }
}

/// A small generator of numbers that are the same in every run (SplitMix64).
struct RandomBytes {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
