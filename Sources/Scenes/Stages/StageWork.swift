/// The work of a stage on the elements of one stream, in order. Used by one thread at a time.
protocol StageWork<Input, Output>: SendableMetatype {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The results for the next element: usually one; none while later elements are needed, several once they are there.
  mutating func results(for input: Input) throws(SceneError) -> [Output]

  /// The remaining results when there are no more elements.
  mutating func finish() throws(SceneError) -> [Output]
}

extension StageWork {
  mutating func finish() throws(SceneError) -> [Output] { [] }
}
