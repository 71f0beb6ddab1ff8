import Imaging

/// The networks' prediction of the people in a picture, before refinement.
struct PeoplePrediction: Sendable {
  /// One prediction of the whole picture, or one of each part with people. Outside the parts there is nobody.
  var parts: [ShownPrediction] = []
  /// The probability that anybody is there, `0...1`.
  let confidence: Double

  /// The mean probability of the pixels of each kind; kinds of which nothing is seen are left out.
  var certainties: [MatteKind: Double] {
    MatteChannel.allCases.reduce(into: [:]) { $0[$1.kind] = parts.certainty(of: $1) }
  }
}
