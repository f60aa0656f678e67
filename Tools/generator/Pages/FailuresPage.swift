extension Specification {
  var failuresPage: GeneratedFile {
    var page = PageText("Failures", abstract: "What can go wrong, its usual cause, and who may try again.")
    page.heading("Overview")
    page.paragraph(
      "A failure that ends playback is reported by ``Player/Notification/failed(_:position:)``, one that will be retried by "
        + "``Player/Notification/warned(_:)``. The kind is the same either way. \"Found by\" tells who notices it: an engine "
        + "reports it, or the player's own watchdogs and budgets do. ``Failure/detail`` has the engine's number, such as an "
        + "HTTP status, and ``Failure/text`` its words.")
    page.heading("Who may try again")
    page.table(
      ["who", "when"],
      [
        [
          "the app",
          "Always, by ``Command/retry`` or a new load, and by ``Command/play`` where ``Setting/playOpens`` is on.",
        ],
        [
          "the retry policy",
          "While ``Setting/retryLimit`` is not used up, for the kinds in ``Setting/retryableFailures``, when something is "
            + "left to play. ``Setting/retriesOpening`` excludes failures before the source is connected.",
        ],
        [
          "a returning network",
          "Where ``Setting/resumesOnReconnect`` is on, for connectivity failures of remote media that was playing or opening.",
        ],
        [
          "a changed network",
          "Where ``Setting/reloadsOnNetworkChange`` is on, whatever the kind, within ``Setting/reloadLimit``.",
        ],
      ])
    page.heading("Kinds")
    page.paragraph(
      "\"Retried by default\" are the kinds that the preset `standard` retries. Connectivity failures are those that a "
        + "returning network can heal.")
    let rows = failures.filter { $0.name != "none" }.map { failure in
      [
        "\(failure.number)", "``Failure/Kind/\(failure.name)``", failure.text, failure.cause ?? "",
        "the \(failure.reporter.rawValue)", isRetried(failure) ? "yes" : "", failure.isConnectivity ? "yes" : "",
      ]
    }
    page.table(["number", "kind", "what", "usual cause", "found by", "retried by default", "connectivity"], rows)
    return page.file("Failures")
  }

  /// Whether the preset for new apps retries the failure.
  private func isRetried(_ failure: FailureKind) -> Bool {
    guard let setting = settings.first(where: { $0.type == .failures }),
      let standard = presets.first(where: { $0.name == "standard" })
    else { return false }
    return value(of: setting, in: standard) >> Int64(failure.number) & 1 != 0
  }
}
