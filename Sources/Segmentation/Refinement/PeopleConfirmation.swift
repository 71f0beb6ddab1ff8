import Imaging
import Kernels

/// Removes the parts of a region's prediction in which the people network finds no person in the whole photo. Enlarged
/// and without its surroundings, grass or the folds of a curtain may be misclassified as a person.
enum PeopleConfirmation {
  /// The distance by which the edge of hair reaches beyond the pixels above one half, in pixels of the network's input.
  private static let margin = 8

  /// - Parameters:
  ///   - prediction: the prediction of the region; changed in place.
  ///   - region: the region, as a fraction of the photo.
  ///   - whole: the people network's prediction of the whole photo.
  ///   - faces: the faces of the photo. A part with a face is kept.
  static func apply(
    to prediction: inout CoarsePrediction, of region: NormalizedRect, by whole: CoarsePrediction, _ faces: [Face]
  ) throws(SegmentationError) {
    let size = prediction.planes.size
    let portrait = PlanarBuffer(
      size: whole.planes.size, planeCount: 1, samples: Array(whole.planes[MatteChannel.portrait.rawValue]))
    let people = try ProbabilityMap.resized(portrait, part: region, to: size).samples
    var points = people.indices.filter { people[$0] > PeopleRegions.threshold }
      .map { (x: $0 % size.width, y: $0 / size.width) }
    points += CoarsePredictionCleanup.points(in: faces, of: region, size)
    do {
      let marks = try ConnectedComponents.marks(
        of: prediction.planes[MatteChannel.portrait.rawValue], size: size, threshold: 0.5, smallestFraction: .infinity,
        holding: points, margin: max(margin / prediction.step, 1))
      prediction.planes.scale(by: marks)
    } catch {
      throw .kernel(error)
    }
  }
}
