/// Counts a possibly large number of elements, and keeps the first few.
struct Examples<Element: Sendable>: Sendable {
  private(set) var first: [Element] = []
  private(set) var count = 0
  private let limit: Int

  init(atMost limit: Int = 10) { self.limit = limit }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    if first.count < limit { first.append(element) }
    count += 1
  }
}
