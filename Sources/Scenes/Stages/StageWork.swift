/// What a stage does with the elements of one stream, in order. Used by one thread at a time.
protocol StageWork<Input, Output>: SendableMetatype {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// What the next element gives: usually one result, none while more must be known, several when it is.
  mutating func results(for input: Input) throws(SceneError) -> [Output]

  /// What is left when there are no more elements.
  mutating func finish() throws(SceneError) -> [Output]
}

extension StageWork {
  mutating func finish() throws(SceneError) -> [Output] { [] }
}
