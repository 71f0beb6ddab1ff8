/// A stage of making mattes, for measurements of time.
public enum MatteStage: String, Sendable, Hashable, CaseIterable {
  /// Inference, over the whole picture and over close-ups.
  case network
  /// Everything else: scaling, cleanup, edges, teeth.
  case refinement
}
