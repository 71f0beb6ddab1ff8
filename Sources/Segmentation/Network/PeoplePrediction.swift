import Imaging

/// The networks' prediction of the people in a picture, before refinement.
struct PeoplePrediction: Sendable {
  /// One prediction of the whole picture, or one of each part with people. There are no people outside the parts.
  var parts: [ShownPrediction] = []
  /// The probability of a person, `0...1`.
  let confidence: Double

  /// The mean probability of the pixels of each kind; kinds without pixels are omitted.
  var certainties: [MatteKind: Double] {
    MatteChannel.allCases.reduce(into: [:]) { $0[$1.kind] = parts.certainty(of: $1) }
  }
}
