import Imaging

/// Who of the people in a picture its mattes are of.
enum PortraitSubjects: Sendable {
  /// Those whom the picture is of, as an iPhone's portraits are: not who passes by far behind.
  case nearest
  /// Everybody. In films nobody is to vanish because somebody else steps closer.
  case everybody

  /// Connected parts of the portrait from this share of the largest one's area belong to it without a face in them.
  ///
  /// In 108 held-out photos of CCP, whose labels hold one person each, all parts of 3 to 15 percent were passers-by or no
  /// people at all.
  var smallestPart: Float { self == .nearest ? 0.15 : 0.03 }

  /// Those of the faces that are theirs, the largest first.
  func faces(of faces: [Face]) -> [Face] {
    let tallest = faces.map(\.bounds.height).filter(\.isFinite).max() ?? 0
    let smallest = self == .nearest ? Self.smallestFace * tallest : 0
    return faces.filter { $0.bounds.height >= smallest }.sorted { $0.bounds.area > $1.bounds.area }
  }

  /// As a share of the tallest face's height: as far behind as this somebody stands who is in the picture by chance.
  private static let smallestFace = 0.25
}
