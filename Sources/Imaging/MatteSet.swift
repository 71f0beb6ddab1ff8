/// The mattes of one picture, at most one of each kind, in a fixed order of kinds.
public struct MatteSet: Sendable, Hashable, Sequence, ExpressibleByArrayLiteral {
  private var mattes: [MatteKind: Matte] = [:]

  public init() {}

  /// Of several mattes of one kind the last is kept.
  public init(_ mattes: some Sequence<Matte>) {
    for matte in mattes { self.mattes[matte.kind] = matte }
  }

  public init(arrayLiteral elements: Matte...) { self.init(elements) }

  /// The matte of a kind; nil where there is none, as in a picture without a person.
  public subscript(kind: MatteKind) -> Matte? { mattes[kind] }

  public mutating func insert(_ matte: Matte) { mattes[matte.kind] = matte }

  public var isEmpty: Bool { mattes.isEmpty }
  public var count: Int { mattes.count }
  public var kinds: [MatteKind] { MatteKind.allCases.filter { mattes[$0] != nil } }

  public func makeIterator() -> IndexingIterator<[Matte]> { kinds.compactMap { mattes[$0] }.makeIterator() }
}
