import MatteKit

/// The reasons for which the faces or mattes of a picture may be wrong, so that the result should be checked.
struct SuspiciousResult: Sendable, Equatable {
  /// The probability of a person if it is uncertain; nil if it is high or low.
  let uncertainConfidence: Double?
  /// Number of ``certainFaces`` whose middle is outside of the portrait matte; 0 if ``lacksPortrait``.
  let facesOutside: Int
  /// The faces of the foreground with a high confidence.
  let certainFaces: Int
  /// Whether there is a certain face, but no portrait matte.
  let lacksPortrait: Bool

  /// The range of uncertain probabilities of a person.
  private static let uncertain = 0.04..<0.8
  /// The confidence from which a face is hardly ever a false positive.
  private static let certainFace = 0.8
  /// Faces smaller than this fraction of the tallest are of people in the background, whom mattes do not cover.
  private static let foreground = 0.4

  /// - Parameters:
  ///   - mattes: upright, or as the picture is stored.
  ///   - faces: in upright coordinates.
  ///   - orientation: the orientation that turns the stored picture upright.
  init(_ mattes: MatteSet, faces: [Face], orientation: Orientation) {
    uncertainConfidence = mattes.confidence.flatMap { Self.uncertain.contains($0) ? $0 : nil }
    let tallest = faces.map(\.bounds.height).max() ?? 0
    let certain = faces.filter { $0.confidence >= Self.certainFace && $0.bounds.height >= Self.foreground * tallest }
    certainFaces = certain.count
    let portrait = mattes[.portrait]
    facesOutside =
      portrait.map { portrait in
        certain.filter { !Self.holds($0, portrait, orientation) }.count
      } ?? 0
    lacksPortrait = portrait == nil && !certain.isEmpty && mattes.confidence != nil
  }

  /// One sentence each, without the photo's name.
  var reasons: [String] {
    var reasons: [String] = []
    if let uncertainConfidence {
      let percent = Int((100 * uncertainConfidence).rounded())
      reasons.append("whether it shows a person is uncertain: \(percent) %")
    }
    if facesOutside > 0 { reasons.append("\(facesOutside) of \(certainFaces) faces lie outside of the portrait matte") }
    if lacksPortrait { reasons.append("it shows a face, but has no portrait matte") }
    return reasons
  }

  /// Whether the middle of a face is in the portrait.
  private static func holds(_ face: Face, _ portrait: Matte, _ orientation: Orientation) -> Bool {
    let bounds = face.bounds(in: portrait.coordinateSpace, orientation: orientation)
    let pixels = portrait.pixels
    let x = min(max(Int(bounds.midX * Double(pixels.width)), 0), pixels.width - 1)
    let y = min(max(Int(bounds.midY * Double(pixels.height)), 0), pixels.height - 1)
    return pixels.withUnsafeBytes { $0[y * pixels.rowBytes + x] >= 128 }
  }
}
