/// The mattes of one picture, at most one of each kind, iterated in the order of `MatteKind.allCases`.
public struct MatteSet: Sendable, Hashable, Sequence, ExpressibleByArrayLiteral {
  private var mattes: [MatteKind: Matte] = [:]
  /// The probability that the picture shows a person, `0...1`, as predicted with the mattes; nil without a prediction,
  /// as for mattes from a file. A photo below 0.5 (0.25 with a face of confidence 0.8) gets no generated mattes.
  /// Neither does one without such a face in which this times the mean probability of the portrait's pixels is below
  /// 0.45.
  public var confidence: Double?

  /// Creates an empty set.
  public init() {}

  /// Creates an empty set for a picture that shows a person with a probability of `confidence`.
  package init(confidence: Double) { self.confidence = confidence }

  /// Creates a set of mattes. Of several mattes of one kind the last is kept.
  public init(_ mattes: some Sequence<Matte>) {
    for matte in mattes { self.mattes[matte.kind] = matte }
  }

  /// Creates a set of mattes. Of several mattes of one kind the last is kept.
  public init(arrayLiteral elements: Matte...) { self.init(elements) }

  /// The matte of a kind; nil if there is none, as in a picture without people.
  public subscript(kind: MatteKind) -> Matte? { mattes[kind] }

  /// Inserts a matte, in place of one of the same kind.
  public mutating func insert(_ matte: Matte) { mattes[matte.kind] = matte }

  /// Whether there are no mattes.
  public var isEmpty: Bool { mattes.isEmpty }
  /// The number of mattes.
  public var count: Int { mattes.count }
  /// The kinds of the mattes, in the order of `MatteKind.allCases`.
  public var kinds: [MatteKind] { MatteKind.allCases.filter { mattes[$0] != nil } }

  /// Iterates over the mattes in the order of `MatteKind.allCases`.
  public func makeIterator() -> IndexingIterator<[Matte]> { kinds.compactMap { mattes[$0] }.makeIterator() }
}
