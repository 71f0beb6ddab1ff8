import Imaging

/// How the networks predict the people of a photo.
///
/// In a group each person is small and partly hidden by others, of whom the two photo networks leave out some: they
/// were taught by photos of one person whose passers-by are background. A larger input shows each person at a size that
/// they know, and the people network, which was taught everybody, counts as a third one.
struct PredictionPlan: Sendable, Equatable {
  /// The sides of the networks' inputs relative to the usual ones, at least 1.
  var enlargement = 1.0
  /// The weight of the people network's portrait beside that of the photo networks, `0...1`.
  var peopleWeight = 0.0

  /// The height of a face in the network's input, brows to lips, up to which a larger input shows bodies better, in
  /// pixels. Larger ones lose parts of bodies that do not fit into the networks' receptive fields.
  private static let faceHeight = 32.0
  /// The height of the smallest face of a group, as a fraction of the tallest one's. Those of passers-by are smaller.
  private static let smallestFace = 2.0 / 3
  /// The number of faces at which the people network counts for nothing, and in full.
  private static let groupSize = (least: 2.0, most: 5.0)
  private static let largestWeight = 1.0 / 3

  init() {}

  /// - Parameters:
  ///   - faces: the heights of the faces of the foreground, in pixels of the usual input.
  ///   - scale: the usual input's pixels per pixel of the photo itself, along a side.
  ///   - mostEnlargement: the maximum enlargement.
  init(faces: [Double], scale: Double, mostEnlargement: Double) {
    let tallest = faces.max() ?? 0
    let heights = faces.filter { $0 >= Self.smallestFace * tallest }.sorted()
    if Double(heights.count) > Self.groupSize.least {
      // Not beyond the photo's own pixels, which would only blur them.
      let wanted = min(Self.faceHeight / max(heights[heights.count / 2], 1), 1 / scale)
      enlargement = max(1, min(wanted, mostEnlargement))
    }
    let size = (Double(heights.count) - Self.groupSize.least) / (Self.groupSize.most - Self.groupSize.least)
    peopleWeight = Self.largestWeight * min(max(size, 0), 1)
  }
}
