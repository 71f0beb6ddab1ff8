/// A part of the work of making mattes, for those who want to know where the time goes.
public enum MatteStage: String, Sendable, Hashable, CaseIterable {
  /// The network, over the whole picture and over heads.
  case network
  /// Everything else: scaling, cleaning, edges, teeth.
  case refinement
}
