/// Work that makes one result of each element and keeps no state.
struct PerElement<Input: Sendable, Output: Sendable>: StageWork {
  private let transform: (Input) throws(SceneError) -> Output

  init(_ transform: @escaping (Input) throws(SceneError) -> Output) { self.transform = transform }

  func results(for input: Input) throws(SceneError) -> [Output] { [try transform(input)] }
}
