import PlayerCore

/// What is known about the interfaces of a machine, and the path that follows from it: a value that is fed with the
/// kernel's reports.
///
/// **The path**
///
/// 1. Of the default routes of the main table whose interface can be used (switched on, connected, with an address of
///    the route's family that is valid beyond the link) the one with the lowest metric decides; at the same
///    metric IPv4 before IPv6, then the lower index. An interface of no particular kind counts as wired here: a tunnel
///    or a bridge that carries the default route is the network of this machine.
/// 2. Without such a route, a usable interface still decides, wired before wireless before cellular: in a network
///    without a way out its own servers can be reached. One of no particular kind does not: the bridge of a container
///    service is there with or without a network.
/// 3. Otherwise there is none. The loopback interface never counts.
///
/// **What is known.** Links and addresses follow the reports. Routes do not: the kernel removes those of an interface
/// that goes down, or loses an address, without a report, and a replacement does not name what it replaces. Whenever
/// something happens that may have changed them, they are read again. While something is being read the path stays what
/// it was.
struct NetworkModel: Hashable, Sendable {
  /// What can be asked of the kernel.
  enum Table: UInt8, CaseIterable, Sendable {
    case links, addresses, routes
  }

  struct Question: Hashable, Sendable {
    var table: Table
    var sequence: UInt32
  }

  private(set) var path = NetworkPath.unknown
  private(set) var deciding: String?
  private var links: [NetlinkMessage.Link] = []
  private var addresses: [NetlinkMessage.Address] = []
  private var routes: [NetlinkMessage.Route] = []

  /// To be asked, now.
  private var stale = Set(Table.allCases)
  /// To be asked in a while.
  private var doubtful: Set<Table> = []
  /// The last question was not answered.
  private var unanswered: Set<Table> = []
  private var asked: Question?
  private var lastSequence: UInt32 = 0

  /// Whether everything that was asked has been answered.
  var isComplete: Bool { stale.isEmpty && unanswered.isEmpty && asked == nil }
  /// Whether ``rest()`` is to be called when there was no report for a while.
  var needsRest: Bool { !doubtful.isEmpty }
}

// MARK: - Questions

extension NetworkModel {
  /// The next question to the kernel, if any: one at a time.
  mutating func nextQuestion() -> Question? {
    guard asked == nil, let table = Table.allCases.first(where: stale.contains) else { return nil }
    lastSequence &+= 1
    stale.remove(table)
    clear(table)
    asked = Question(table: table, sequence: lastSequence)
    return asked
  }

  /// The question could not be put.
  mutating func questionFailed() { answered(isComplete: false) }

  /// No report for a while: time to read again.
  mutating func rest() {
    stale.formUnion(doubtful)
    doubtful = []
  }

  /// Something was lost: everything is read again.
  mutating func overrun() { stale = Set(Table.allCases) }

  private mutating func answered(isComplete: Bool) {
    guard let table = asked?.table else { return }
    asked = nil
    if isComplete {
      unanswered.remove(table)
    } else {
      // Not at once: what fails may fail forever.
      unanswered.insert(table)
      doubtful.insert(table)
    }
  }

  private mutating func clear(_ table: Table) {
    switch table {
    case .links: links = []
    case .addresses: addresses = []
    case .routes: routes = []
    }
  }
}

// MARK: - Reports

extension NetworkModel {
  mutating func receive(_ entry: NetlinkEntry) {
    // A late answer to a question that is no longer asked.
    if entry.isAnswer, entry.sequence != asked?.sequence { return }
    if entry.isAnswer, entry.isInterrupted, let table = asked?.table { stale.insert(table) }
    switch entry.message {
    case .link(let link): take(link, isNews: !entry.isAnswer)
    case .linkGone(let index): remove(index)
    case .address(let address): take(address, isNews: !entry.isAnswer)
    case .addressGone(let address): remove(address)
    case .route(let route): if entry.isAnswer { routes.append(route) } else { stale.insert(.routes) }
    case .routeGone: stale.insert(.routes)
    case .done(let error): answered(isComplete: error == 0)
    case .error(let error):
      if entry.sequence == asked?.sequence, error != 0 { answered(isComplete: false) }
    case .overrun: overrun()
    }
    if isComplete { (path, deciding) = derivedPath }
  }

  private mutating func take(_ link: NetlinkMessage.Link, isNews: Bool) {
    var link = link
    let place = links.firstIndex { $0.index >= link.index } ?? links.endIndex
    if place < links.endIndex, links[place].index == link.index {
      let old = links[place]
      // Some messages report a change only; what they leave out has not changed.
      link.name = link.name ?? old.name
      link.virtualKind = link.virtualKind ?? old.virtualKind
      links[place] = link
      if isNews, link.isUp != old.isUp { routesMayHaveChanged() }
    } else {
      links.insert(link, at: place)
    }
  }

  private mutating func remove(_ index: UInt32) {
    links.removeAll { $0.index == index }
    addresses.removeAll { $0.interface == index }
    routesMayHaveChanged()
  }

  private mutating func take(_ address: NetlinkMessage.Address, isNews: Bool) {
    if let place = addresses.firstIndex(where: { $0.isSame(as: address) }) {
      addresses[place] = address
    } else {
      addresses.append(address)
      if isNews { routesMayHaveChanged() }
    }
  }

  private mutating func remove(_ address: NetlinkMessage.Address) {
    addresses.removeAll { $0.isSame(as: address) }
    routesMayHaveChanged()
  }

  /// The kernel reports a loss before it acts on it: the routes are read now, and once more when that is surely done.
  private mutating func routesMayHaveChanged() {
    stale.insert(.routes)
    doubtful.insert(.routes)
  }
}

extension NetlinkMessage.Address {
  /// Flags can change, and the scope.
  fileprivate func isSame(as other: Self) -> Bool {
    interface == other.interface && value.bytes == other.value.bytes && value.prefixLength == other.value.prefixLength
  }
}

// MARK: - What follows

extension NetworkModel {
  /// The interfaces, by index.
  var interfaces: [NetworkInterface] {
    links.map { link in
      NetworkInterface(
        index: link.index, name: link.name ?? "", kind: link.kind, isUp: link.isUp, isRunning: link.isRunning,
        addresses: addresses.filter { $0.interface == link.index }.map(\.value),
        defaultRoutes: routes.filter { $0.interfaces.contains(link.index) }.map(\.metric).sorted())
    }
  }

  var status: NetworkStatus { NetworkStatus(path: path, deciding: deciding, interfaces: interfaces) }

  private var derivedPath: (NetworkPath, deciding: String?) {
    guard let link = linkOfDefaultRoute ?? linkWithoutRoute else { return (.none, nil) }
    return (link.kind.path, link.name)
  }

  private var linkOfDefaultRoute: NetlinkMessage.Link? {
    var best: (rank: (UInt64, UInt32), link: NetlinkMessage.Link)?
    for route in routes {
      for link in links where route.interfaces.contains(link.index) && isUsable(link, isIPv6: route.isIPv6) {
        let rank = (route.rank, link.index)
        if let best, best.rank <= rank { continue }
        best = (rank, link)
      }
    }
    return best?.link
  }

  private var linkWithoutRoute: NetlinkMessage.Link? {
    for kind in [NetworkInterface.Kind.wired, .wireless, .cellular] {
      let link = links.first { $0.kind == kind && (isUsable($0, isIPv6: false) || isUsable($0, isIPv6: true)) }
      if let link { return link }
    }
    return nil
  }

  private func isUsable(_ link: NetlinkMessage.Link, isIPv6: Bool) -> Bool {
    guard link.isUp, link.isRunning, !link.isLoopback else { return false }
    return addresses.contains { address in
      address.interface == link.index && (address.value.bytes.count == 16) == isIPv6 && address.value.isGlobal
        && !address.value.isTentative
    }
  }
}

extension NetlinkMessage.Route {
  /// The lowest is taken.
  fileprivate var rank: UInt64 { UInt64(metric) << 1 | (isIPv6 ? 1 : 0) }
}

extension NetlinkMessage.Link {
  var kind: NetworkInterface.Kind {
    NetworkInterface.Kind(
      name: name ?? "", isLoopback: isLoopback, virtualKind: virtualKind, deviceType: deviceType)
  }
}
