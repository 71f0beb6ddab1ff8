import Imaging
import Kernels

/// Removes uncertainty and unconnected parts from the network's planes before they are refined.
enum CoarsePredictionCleanup {
  /// Probabilities that count as 0 and as 1; those between are stretched. Uncertainty inside clothes would let the
  /// background show through, and uncertainty outside would leave a stain.
  private static let certain: (low: Float, high: Float) = (0.15, 0.8)
  /// The distance by which the edge of hair reaches beyond the pixels above one half, in pixels of the network's input.
  private static let margin = 8

  /// Cleans up the predictions of the parts of a picture.
  static func apply(
    to parts: inout [ShownPrediction], of picture: MattePicture
  ) throws(SegmentationError) {
    for index in parts.indices {
      try apply(
        to: &parts[index].prediction.planes, step: parts[index].prediction.step, faces: picture.faces,
        in: parts[index].rect.normalized(in: picture.size), subjects: picture.subjects)
    }
  }

  /// - Parameters:
  ///   - planes: one for each ``MatteChannel``; changed in place.
  ///   - step: pixels of the network's input for one of the planes, a side.
  ///   - faces: the faces of the selected subjects.
  ///   - region: the part of the picture that the planes show, as a fraction of it.
  ///   - subjects: nil to keep unconnected parts. In a close-up the largest part need not be its subject.
  static func apply(
    to planes: inout PlanarBuffer<Float>, step: Int = 1, faces: [Face],
    in region: NormalizedRect = NormalizedRect(x: 0, y: 0, width: 1, height: 1), subjects: SubjectSelection?
  ) throws(SegmentationError) {
    let scale = 1 / (certain.high - certain.low)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices { samples[index] = min(max((samples[index] - certain.low) * scale, 0), 1) }
    }
    guard let subjects else { return }
    let size = planes.size
    let points = points(in: faces, of: region, size)
    let marks: [Float]
    do {
      marks = try ConnectedComponents.marks(
        of: planes[MatteChannel.portrait.rawValue], size: size, threshold: 0.5,
        smallestFraction: subjects.minimumPartFraction,
        holding: points, margin: max(margin / step, 1))
    } catch {
      throw .kernel(error)
    }
    planes.scale(by: marks)
  }

  /// The middles of faces, in pixels of planes of `size` that show a region of the picture.
  static func points(in faces: [Face], of region: NormalizedRect, _ size: PixelSize) -> [(x: Int, y: Int)] {
    faces.compactMap { face in
      guard face.bounds.midX.isFinite, face.bounds.midY.isFinite, abs(face.bounds.midX) < 2, abs(face.bounds.midY) < 2
      else { return nil }
      let (x, y) = ((face.bounds.midX - region.x) / region.width, (face.bounds.midY - region.y) / region.height)
      return (Int(x * Double(size.width)), Int(y * Double(size.height)))
    }
  }
}
