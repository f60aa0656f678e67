import PlayerCore
import Testing

@testable import PlayerRuntime

/// The rule of ``NetworkModel``: which path follows from the kernel's messages.
@Suite("The network's path")
struct NetworkModelTests {
  @Test("The path is unknown until everything is read; then the default route with the lowest metric decides")
  func first() {
    var kernel = FakeKernel.device
    var model = NetworkModel()
    #expect(model.path == .unknown && !model.isComplete)
    kernel.answer(&model)
    #expect(model.path == .wifi && model.deciding == "wlan0" && model.isComplete)
    #expect(kernel.questions == 3)
    kernel.routes[1].metric = 500
    #expect(NetworkModel(reading: &kernel).path == .cellular)
  }

  @Test("Switched off and on: the routes disappear silently, and return only when set again")
  func offAndOn() {
    var kernel = FakeKernel.device
    var model = NetworkModel(reading: &kernel)
    model.hear(kernel.set(2, up: false, running: false))
    kernel.answer(&model)
    #expect(model.path == .cellular)
    model.hear(kernel.set(2, up: true, running: true))
    kernel.answer(&model)
    #expect(model.path == .cellular)
    model.hear(kernel.replaceRoute(.route(600, 2)))
    kernel.answer(&model)
    #expect(model.path == .wifi)
  }

  @Test("Out of reach and back: the routes stay, and nothing has to be read")
  func lost() {
    var kernel = FakeKernel.device
    var model = NetworkModel(reading: &kernel)
    model.hear(kernel.set(2, up: true, running: false))
    #expect(model.path == .cellular)
    model.hear(kernel.set(3, up: true, running: false))
    #expect(model.path == .none && model.deciding == nil)
    model.hear(kernel.set(2, up: true, running: true))
    #expect(model.path == .wifi)
    #expect(kernel.questions == 3)
  }

  @Test("While something is being read, the path does not change")
  func held() {
    var kernel = FakeKernel.device
    var model = NetworkModel(reading: &kernel)
    model.hear(kernel.set(2, up: false, running: false))
    #expect(model.path == .wifi && !model.isComplete)
    // Off and on before the answer arrives: the route is gone, so it was never wifi in between.
    model.hear(kernel.set(2, up: true, running: true))
    #expect(model.path == .wifi)
    kernel.answer(&model)
    #expect(model.path == .cellular)
  }

  @Test("Without a default route an interface with a global address counts: wired, wireless, cellular")
  func connectedOnly() {
    var kernel = FakeKernel.device
    kernel.routes = []
    var model = NetworkModel(reading: &kernel)
    #expect(model.path == .wifi)
    kernel.links.append(.link(4, "eth0"))
    kernel.addresses.append(.ipv4(4))
    #expect(NetworkModel(reading: &kernel).path == .wired)
    model.hear(kernel.removeAddresses(2) + kernel.removeAddresses(4))
    kernel.answer(&model)
    #expect(model.path == .cellular)
    kernel.addresses = [.ipv4(1), .ipv4(2, isGlobal: false), .ipv4(3, isGlobal: false)]
    #expect(NetworkModel(reading: &kernel).path == .none)
  }

  @Test("Bridges and tunnels count as wired when they carry the default route")
  func virtual() {
    for name in ["docker0", "br-1f2e", "veth1234", "tun0", "wg0", "ifb0"] {
      var kernel = FakeKernel()
      kernel.links = [.link(1, "lo"), .link(2, name)]
      kernel.addresses = [.ipv4(2)]
      #expect(NetworkModel(reading: &kernel).path == .none)
      kernel.routes = [.route(0, 2)]
      #expect(NetworkModel(reading: &kernel).path == .wired)
    }
  }

  @Test("A loopback interface never counts, not even with the default route")
  func loopback() {
    var kernel = FakeKernel()
    kernel.links = [.link(1, "lo")]
    kernel.addresses = [.ipv4(1)]
    kernel.routes = [.route(0, 1)]
    #expect(NetworkModel(reading: &kernel).path == .none)
  }

  @Test("A default route needs an address of its own family")
  func families() {
    var kernel = FakeKernel.device
    kernel.routes = [.route(100, 2, isIPv6: true), .route(700, 3)]
    #expect(NetworkModel(reading: &kernel).path == .cellular)
    kernel.addresses.append(.ipv6(2, isTentative: true))
    var model = NetworkModel(reading: &kernel)
    #expect(model.path == .cellular)
    model.hear(kernel.add(.ipv6(2)))
    #expect(model.path == .wifi)
  }

  @Test("Equal metrics: IPv4 comes first, then the lower index, whatever the order of messages")
  func ties() {
    var kernel = FakeKernel.device
    kernel.addresses.append(.ipv6(3))
    for routes in [
      [NetlinkMessage.Route.route(5, 2, isIPv6: true), .route(5, 3)], [.route(5, 3), .route(5, 2, isIPv6: true)],
    ] {
      kernel.addresses.append(.ipv6(2))
      kernel.routes = routes
      #expect(NetworkModel(reading: &kernel).path == .cellular)
    }
    for routes in [
      [NetlinkMessage.Route.route(5, 3), .route(5, 2)], [.route(5, 2), .route(5, 3)], [.route(5, 3, 2)],
    ] {
      kernel.routes = routes
      #expect(NetworkModel(reading: &kernel).path == .wifi)
    }
  }

  @Test("A cellular modem and a cable: metric before kind")
  func wiredLater() {
    var kernel = FakeKernel.device
    var model = NetworkModel(reading: &kernel)
    kernel.links.append(.link(4, "enp3s0"))
    model.hear([.link(.link(4, "enp3s0"))])
    model.hear(kernel.add(.ipv4(4)))
    kernel.answer(&model)
    #expect(model.path == .wifi)
    model.hear(kernel.replaceRoute(.route(100, 4)))
    kernel.answer(&model)
    #expect(model.path == .wired)
    model.hear(kernel.removeLink(4))
    kernel.answer(&model)
    #expect(model.path == .wifi)
  }

  @Test("A renamed interface changes its kind")
  func renamed() {
    var kernel = FakeKernel.device
    kernel.links[1].name = "veth7"
    kernel.routes = []
    var model = NetworkModel(reading: &kernel)
    #expect(model.path == .cellular)
    kernel.links[1].name = "wlan0"
    model.hear([.link(kernel.links[1])])
    #expect(model.path == .wifi)
  }

  @Test("What was lost is read again")
  func overrun() {
    var kernel = FakeKernel.device
    var model = NetworkModel(reading: &kernel)
    _ = kernel.removeLink(2)
    model.overrun()
    #expect(model.path == .wifi)
    kernel.answer(&model)
    #expect(model.path == .cellular)
  }

  @Test("An interrupted, failed or late answer is discarded")
  func badAnswers() throws {
    var kernel = FakeKernel.device
    var model = NetworkModel()
    let firstQuestion = model.nextQuestion()
    let first = try #require(firstQuestion)
    let none = model.nextQuestion()
    #expect(none == nil)
    func tell(_ message: NetlinkMessage, isInterrupted: Bool = false, sequence: UInt32) {
      model.receive(
        NetlinkEntry(message: message, sequence: sequence, isAnswer: true, isInterrupted: isInterrupted))
    }
    tell(.link(.link(9, "eth9")), sequence: first.sequence &- 1)
    tell(.link(.link(2, "wlan0")), isInterrupted: true, sequence: first.sequence)
    tell(.done(error: 0), sequence: first.sequence)
    let secondQuestion = model.nextQuestion()
    let second = try #require(secondQuestion)
    #expect(second.table == .links && second.sequence != first.sequence)
    // After a refusal the question is repeated, but not at once.
    model.receive(NetlinkEntry(message: .error(16), sequence: second.sequence, isAnswer: false, isInterrupted: false))
    kernel.answer(&model)
    #expect(!model.isComplete && model.path == .unknown && model.needsRest)
    model.rest()
    kernel.answer(&model)
    #expect(model.isComplete && model.path == .wifi)
    #expect(model.interfaces.map(\.name) == ["lo", "wlan0", "wwan0"])
  }

  @Test("Routes are read again after a loss: the kernel reports it before it acts")
  func slowKernel() {
    var kernel = FakeKernel.device
    kernel.addresses.append(.ipv4(2, last: 3))
    var model = NetworkModel(reading: &kernel)
    model.hear([.addressGone(.ipv4(2))])
    kernel.answer(&model)
    #expect(model.path == .wifi && model.needsRest)
    _ = kernel.removeRoutes(2)
    model.rest()
    kernel.answer(&model)
    #expect(model.path == .cellular && !model.needsRest)
  }

  @Test("Messages recorded from a kernel: wifi, and cellular when wlan0 is switched off")
  func recorded() {
    var model = NetworkModel()
    func feed(_ datagrams: [String]) {
      for datagram in datagrams {
        for entry in NetlinkParser.entries(in: bytes(hex: datagram)) { model.receive(entry) }
      }
    }
    for answer in [RecordedNetlink.links, RecordedNetlink.addresses, RecordedNetlink.routes] {
      let question = model.nextQuestion()
      #expect(question != nil)
      feed(answer)
    }
    #expect(model.path == .wifi && model.deciding == "wlan0")
    #expect(model.interfaces.map(\.defaultRoutes) == [[], [600], [700]])
    feed(RecordedNetlink.wifiDown)
    let question = model.nextQuestion()
    #expect(question?.table == .routes)
    feed(RecordedNetlink.routesAfterwards)
    #expect(model.path == .cellular && model.deciding == "wwan0")
  }

  @Test("Whatever happened before, the path ends up as that of a fresh reading", arguments: 0..<40)
  func historyDoesNotMatter(seed: UInt64) {
    var random = RandomBytes(seed: seed)
    var kernel = FakeKernel.device
    kernel.links.append(.link(4, "eth0"))
    kernel.links.append(.link(5, "docker0"))
    var model = NetworkModel(reading: &kernel)
    for _ in 0..<200 {
      let index = UInt32(1 + random.next() % 5)
      let isOn = random.next() % 2 == 0
      switch random.next() % 8 {
      case 0: model.hear(kernel.set(index, up: isOn, running: isOn))
      case 1: model.hear(kernel.set(index, up: true, running: isOn))
      case 2: model.hear(kernel.removeAddresses(index))
      case 3: model.hear(kernel.add(isOn ? .ipv4(index) : .ipv6(index)))
      case 4: model.hear(kernel.replaceRoute(.route(UInt32(random.next() % 3), index, isIPv6: isOn)))
      case 5: model.hear(kernel.removeRoutes(index))
      case 6: model.overrun()
      default: kernel.answer(&model)
      }
      if model.isComplete {
        let fresh = NetworkModel(reading: &kernel)
        #expect(model.path == fresh.path && model.deciding == fresh.deciding)
      }
    }
    model.rest()
    kernel.answer(&model)
    #expect(model.status == NetworkModel(reading: &kernel).status)
  }

  @Test(
    "Names that show the kind decide, then drivers",
    arguments: [
      ("wlan0", "veth", nil, .wireless), ("wlp2s0", nil, "wlan", .wireless), ("wlx0013", nil, nil, .wireless),
      ("wwan0", "veth", nil, .cellular), ("wwp0s20f0u6", nil, nil, .cellular), ("rmnet_data0", nil, nil, .cellular),
      ("ppp0", nil, nil, .cellular), ("usb0", nil, "wwan", .cellular), ("modem", "wwan", nil, .cellular),
      ("ath0", nil, "wlan", .wireless), ("eth0", "veth", nil, .wired), ("enp0s31f6", nil, nil, .wired),
      ("eth1", nil, "wlan", .wireless), ("docker0", "bridge", "bridge", .other), ("wg0", "wireguard", nil, .other),
      ("tun0", "tun", nil, .other), ("br-0123", "bridge", nil, .other), ("vethab12", "veth", nil, .other),
      ("", nil, nil, .other),
    ] as [(String, String?, String?, NetworkInterface.Kind)])
  func kinds(name: String, virtualKind: String?, deviceType: String?, kind: NetworkInterface.Kind) {
    #expect(
      NetworkInterface.Kind(name: name, isLoopback: false, virtualKind: virtualKind, deviceType: deviceType) == kind)
    #expect(
      NetworkInterface.Kind(name: name, isLoopback: true, virtualKind: virtualKind, deviceType: deviceType)
        == .loopback)
  }
}
