/// Where a ``Checker`` keeps what it finds.
struct FindingStore<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Sendable {
  /// Stores a session, small or as it was found, and returns its path; `nil` when it is not kept.
  let store: @Sendable (Session<Setup, Step>, Finding, _ isUnshrunk: Bool) throws -> String?
  let remove: @Sendable (String) throws -> Void
  let isUnshrunk: @Sendable (String) -> Bool

  /// Keeps nothing.
  init() {
    store = { _, _, _ in nil }
    remove = { _ in }
    isUnshrunk = { _ in false }
  }

  init<Subject: StoredModel>(_ corpus: Corpus, of model: Subject) where Subject.Setup == Setup, Subject.Step == Step {
    store = { try corpus.store($0, breaking: $1, of: model, isUnshrunk: $2) }
    remove = { try corpus.remove($0, of: model) }
    isUnshrunk = { Corpus.isUnshrunk($0, model.fileExtension) }
  }
}

/// A session that breaks a property, before it is shrunk and explained.
struct FoundSession<Setup: Hashable & Sendable, Step: Hashable & Sendable>: Sendable {
  /// The property that it breaks.
  let property: String
  /// Where it comes from.
  let source: CheckFinding<Setup, Step>.Source
  /// Made when it is needed: of a seed it is drawn again.
  let session: @Sendable () -> Session<Setup, Step>
  /// Where it is stored as it was found, and why not.
  var path: String?
  var storeFailure: String?
  /// What it gave when it was found; `nil` when it is only claimed that it breaks the property.
  private(set) var first: Finding?
  /// Both runs, when it gave something else as it ran again.
  var contradiction: CheckContradiction<Setup, Step>?

  /// A session that is claimed to break a property.
  init(
    _ session: @escaping @autoclosure @Sendable () -> Session<Setup, Step>, breaking property: String,
    from source: CheckFinding<Setup, Step>.Source
  ) {
    self.session = session
    self.property = property
    self.source = source
  }

  /// - Parameters:
  ///   - session: The session, which is drawn again when it is needed.
  ///   - finding: What the session gave. It has to give the same when it runs again.
  ///   - source: Where the session comes from.
  init(
    _ session: @escaping @autoclosure @Sendable () -> Session<Setup, Step>, breaking finding: Finding,
    from source: CheckFinding<Setup, Step>.Source
  ) {
    self.init(session(), breaking: finding.violation.property, from: source)
    first = finding
  }
}
