/// A value that is ignored by its container's equality: two of them are always equal.
struct ExcludedFromEquality<Value: Sendable>: Sendable, Hashable {
  var value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: ExcludedFromEquality, second: ExcludedFromEquality) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
