/// A type-erased sequence of elements. Fails with a ``SceneError``.
struct AnyElements<Element: Sendable>: AsyncSequence, Sendable {
  typealias Failure = SceneError

  private let makeIterator: @Sendable () -> Iterator

  init<Base: AsyncSequence & Sendable>(_ base: Base) where Base.Element == Element {
    makeIterator = { Iterator(base.makeAsyncIterator()) }
  }

  func makeAsyncIterator() -> Iterator { makeIterator() }

  struct Iterator: AsyncIteratorProtocol {
    private let nextElement: () async throws -> Element?

    init<Base: AsyncIteratorProtocol>(_ base: Base) where Base.Element == Element {
      var base = base
      nextElement = { try await base.next() }
    }

    mutating func next() async throws(SceneError) -> Element? {
      do {
        return try await nextElement()
      } catch {
        throw SceneError(error)
      }
    }
  }
}
