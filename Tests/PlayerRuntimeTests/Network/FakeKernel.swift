@testable import PlayerRuntime

/// What a kernel knows, and how it reports it: routes that go with an interface or an address go silently.
struct FakeKernel {
  var links: [NetlinkMessage.Link] = []
  var addresses: [NetlinkMessage.Address] = []
  var routes: [NetlinkMessage.Route] = []
  private(set) var questions = 0

  /// A machine with a loopback interface, wlan0 (index 2, metric 600) and wwan0 (index 3, metric 700).
  static var device: FakeKernel {
    var kernel = FakeKernel()
    kernel.links = [.link(1, "lo"), .link(2, "wlan0"), .link(3, "wwan0")]
    kernel.addresses = [.ipv4(1, isGlobal: false), .ipv4(2), .ipv4(3)]
    kernel.routes = [.route(600, 2), .route(700, 3)]
    return kernel
  }

  /// Answers everything the model wants to know.
  mutating func answer(_ model: inout NetworkModel) {
    while let question = model.nextQuestion() {
      questions += 1
      for message in table(question.table) + [.done(error: 0)] {
        model.receive(NetlinkEntry(message: message, sequence: question.sequence, isAnswer: true, isInterrupted: false))
      }
    }
  }

  func table(_ table: NetworkModel.Table) -> [NetlinkMessage] {
    switch table {
    case .links: links.map { .link($0) }
    case .addresses: addresses.map { .address($0) }
    case .routes: routes.map { .route($0) }
    }
  }

  // MARK: Changes, and their messages

  mutating func set(_ index: UInt32, up: Bool, running: Bool) -> [NetlinkMessage] {
    guard let place = links.firstIndex(where: { $0.index == index }) else { return [] }
    links[place].isUp = up
    links[place].isRunning = running
    if !up { routes.removeAll { $0.interfaces == [index] } }
    return [.link(links[place])]
  }

  mutating func removeLink(_ index: UInt32) -> [NetlinkMessage] {
    guard links.contains(where: { $0.index == index }) else { return [] }
    links.removeAll { $0.index == index }
    addresses.removeAll { $0.interface == index }
    routes.removeAll { $0.interfaces == [index] }
    return [.linkGone(index: index)]
  }

  mutating func removeAddresses(_ index: UInt32) -> [NetlinkMessage] {
    let gone = addresses.filter { $0.interface == index }
    addresses.removeAll { $0.interface == index }
    routes.removeAll { $0.interfaces == [index] }
    return gone.map { .addressGone($0) }
  }

  mutating func add(_ address: NetlinkMessage.Address) -> [NetlinkMessage] {
    if !addresses.contains(address) { addresses.append(address) }
    return [.address(address)]
  }

  /// A route that replaces another is reported like a new one.
  mutating func replaceRoute(_ route: NetlinkMessage.Route) -> [NetlinkMessage] {
    routes.removeAll { $0.interfaces == route.interfaces }
    routes.append(route)
    return [.route(route)]
  }

  mutating func removeRoutes(_ index: UInt32) -> [NetlinkMessage] {
    let gone = routes.filter { $0.interfaces == [index] }
    routes.removeAll { $0.interfaces == [index] }
    return gone.map { _ in .routeGone }
  }
}

extension NetworkModel {
  /// A model that has read everything.
  init(reading kernel: inout FakeKernel) {
    self.init()
    kernel.answer(&self)
  }

  mutating func hear(_ messages: [NetlinkMessage]) {
    for message in messages {
      receive(NetlinkEntry(message: message, sequence: 0, isAnswer: false, isInterrupted: false))
    }
  }
}

extension NetlinkMessage.Link {
  static func link(_ index: UInt32, _ name: String) -> Self {
    Self(index: index, name: name, isUp: true, isRunning: true, isLoopback: name == "lo")
  }
}

extension NetlinkMessage.Address {
  static func ipv4(_ interface: UInt32, last: UInt8 = 2, isGlobal: Bool = true) -> Self {
    let bytes: [UInt8] = [10, 75, UInt8(truncatingIfNeeded: interface), last]
    return Self(
      interface: interface, value: .init(bytes: bytes, prefixLength: 24, isGlobal: isGlobal, isTentative: false))
  }

  static func ipv6(_ interface: UInt32, isTentative: Bool = false) -> Self {
    let bytes = [0xFD] + [UInt8](repeating: UInt8(truncatingIfNeeded: interface), count: 15)
    return Self(
      interface: interface, value: .init(bytes: bytes, prefixLength: 64, isGlobal: true, isTentative: isTentative))
  }
}

extension NetlinkMessage.Route {
  static func route(_ metric: UInt32, _ interfaces: UInt32..., isIPv6: Bool = false) -> Self {
    Self(isIPv6: isIPv6, metric: metric, interfaces: interfaces)
  }
}
