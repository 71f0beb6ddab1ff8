import Imaging

/// Which people the mattes cover.
enum SubjectSelection: Sendable {
  /// The selection of the people in the foreground, as in an iPhone's portraits; passers-by far behind are background.
  case foreground
  /// All people. In a movie no person must vanish because another one steps closer.
  case all

  /// The smallest connected part of the portrait that is kept without a face in it, as a fraction of the largest part's
  /// area.
  ///
  /// In 108 held-out photos of CCP, whose labels cover one person each, all parts of 3 to 15 percent were passers-by or
  /// not people.
  var minimumPartFraction: Float { self == .foreground ? 0.15 : 0.03 }

  /// The faces of the selected people, largest first.
  func faces(of faces: [Face]) -> [Face] {
    let tallest = faces.map(\.bounds.height).filter(\.isFinite).max() ?? 0
    let smallest = self == .foreground ? Self.minimumFaceFraction * tallest : 0
    return faces.filter { $0.bounds.height >= smallest }.sorted { $0.bounds.area > $1.bounds.area }
  }

  /// The smallest face of the foreground, as a fraction of the tallest face's height.
  private static let minimumFaceFraction = 0.25
}
