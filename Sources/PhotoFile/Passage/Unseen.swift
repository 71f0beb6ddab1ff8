/// A value that travels along with another without being a part of what that is: whatever it holds, it is equal.
struct Unseen<Value: Sendable>: Sendable, Hashable {
  var value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: Unseen, second: Unseen) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
