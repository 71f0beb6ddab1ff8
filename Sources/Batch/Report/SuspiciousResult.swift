import MatteKit

/// Why what was found in a photo may be wrong, so that somebody should look at the result.
enum SuspiciousResult {
  /// Between these probabilities of a person nobody can be sure.
  private static let uncertain = 0.04..<0.8
  /// From this confidence on, a face is hardly ever none.
  private static let certainFace = 0.8
  /// Faces smaller than this fraction of the tallest are of people in the background, whom mattes leave out.
  private static let foreground = 0.4

  /// - Parameters:
  ///   - mattes: in the photo's own orientation or upright, as the faces are.
  ///   - faces: in upright coordinates.
  /// - Returns: one sentence each, without the photo's name.
  static func reasons(_ mattes: MatteSet, faces: [Face], orientation: Orientation) -> [String] {
    var reasons: [String] = []
    if let confidence = mattes.confidence, uncertain.contains(confidence) {
      let percent = Int((100 * confidence).rounded())
      reasons.append("whether it shows a person is uncertain: \(percent) %")
    }
    let tallest = faces.map(\.bounds.height).max() ?? 0
    let certain = faces.filter { $0.confidence >= certainFace && $0.bounds.height >= foreground * tallest }
    if let portrait = mattes[.portrait] {
      let outside = certain.filter { !holds($0, portrait, orientation) }.count
      if outside > 0 { reasons.append("\(outside) of \(certain.count) faces lie outside of the portrait matte") }
    } else if !certain.isEmpty, mattes.confidence != nil {
      reasons.append("it shows a face, but has no portrait matte")
    }
    return reasons
  }

  /// Whether the middle of a face belongs to the portrait.
  private static func holds(_ face: Face, _ portrait: Matte, _ orientation: Orientation) -> Bool {
    let upright =
      portrait.coordinateSpace == .upright ? portrait.pixels : portrait.pixels.oriented(by: orientation)
    let x = min(max(Int(face.bounds.midX * Double(upright.width)), 0), upright.width - 1)
    let y = min(max(Int(face.bounds.midY * Double(upright.height)), 0), upright.height - 1)
    return upright.withUnsafeBytes { $0[y * upright.rowBytes + x] >= 128 }
  }
}
