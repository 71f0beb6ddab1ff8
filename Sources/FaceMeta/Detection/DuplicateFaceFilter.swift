import Imaging

/// Drops faces that were found twice, and parts of faces: a forehead or an ear can resemble a small face.
enum DuplicateFaceFilter {
  /// - Returns: the faces that remain, most confident first.
  static func unique(_ faces: [Face]) -> [Face] {
    var kept: [(face: Face, extent: NormalizedRect)] = []
    for face in faces.sorted(by: { $0.confidence > $1.confidence }) {
      let extent = extent(of: face)
      let isRepeat = kept.contains { other in
        let shared = extent.intersection(other.extent).area
        if shared > FaceAnalysisSettings.duplicateOverlap * min(extent.area, other.extent.area) { return true }
        return face.confidence < FaceAnalysisSettings.besideLargerConfidence && extent.area < other.extent.area / 4
          && head(other.extent).intersection(extent).area > extent.area / 2
      }
      if !isRepeat { kept.append((face, extent)) }
    }
    return kept.map(\.face)
  }

  /// Whether a candidate, in pixels of a picture of `size`, is at a known face of about the same roll. If the two are
  /// upside down relative to each other, either may be right.
  static func isKnown(_ candidate: FaceCandidate, among faces: [Face], in size: PixelSize) -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    let box = NormalizedRect(
      x: Double(candidate.minimum.x) / width, y: Double(candidate.minimum.y) / height,
      width: Double(candidate.extent.x) / width, height: Double(candidate.extent.y) / height)
    let roll = Angle(radians: Double(FaceCrop(candidate).roll))
    return faces.contains { face in
      if let known = face.roll, abs((roll - known).signed.degrees) > 90 { return false }
      let extent = extent(of: face)
      return box.intersection(extent).area > FaceAnalysisSettings.duplicateOverlap * min(box.area, extent.area)
    }
  }

  /// The extent of the mesh, with forehead and chin; the bounds where there is no mesh.
  private static func extent(of face: Face) -> NormalizedRect {
    guard let points = face.landmarks?.points, let first = points.first else { return face.bounds }
    var (minimum, maximum) = (first, first)
    for point in points {
      minimum = pointwiseMin(minimum, point)
      maximum = pointwiseMax(maximum, point)
    }
    return NormalizedRect(
      x: Double(minimum.x), y: Double(minimum.y), width: Double(maximum.x - minimum.x),
      height: Double(maximum.y - minimum.y))
  }

  /// The region of the rest of the head: half a face more on either side, a quarter above.
  private static func head(_ extent: NormalizedRect) -> NormalizedRect {
    NormalizedRect(
      x: extent.x - extent.width / 2, y: extent.y - extent.height / 4, width: extent.width * 2,
      height: extent.height * 1.25)
  }
}
