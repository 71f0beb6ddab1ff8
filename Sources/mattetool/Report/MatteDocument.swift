import MatteKit

/// The document that `batch mattes` writes beside a photo's mattes.
struct MatteDocument: Encodable {
  struct File: Encodable {
    let kind: String
    let width, height: Int
    /// The mean probability of the pixels that the network assigned to this kind.
    let confidence: Double?
  }

  /// The probability that the photo shows a person.
  let confidence: Double?
  let mattes: [File]

  init(_ mattes: MatteSet) {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    confidence = mattes.confidence.map(rounded)
    self.mattes = mattes.map {
      File(
        kind: $0.kind.rawValue, width: $0.pixels.width, height: $0.pixels.height, confidence: $0.confidence.map(rounded)
      )
    }
  }
}
