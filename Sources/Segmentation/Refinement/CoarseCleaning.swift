import Imaging
import Kernels

/// Takes from the network's planes what it only half believes, before they are refined.
enum CoarseCleaning {
  /// Below the first value a pixel surely does not belong, above the second it surely does: a network's doubt inside clothes
  /// would show as a ghost of the background, and its doubt outside as a stain.
  private static let certain: (low: Float, high: Float) = (0.15, 0.8)
  /// The edge of hair reaches this far beyond what is more likely than not, in pixels of the network's picture.
  private static let margin = 8

  /// - Parameters:
  ///   - faces: of the subjects.
  ///   - subjects: nil where parts that are not connected to a person stay, as in the picture of a single head, whose
  ///     largest part need not be the person it is looked at for.
  static func apply(
    to planes: inout PlanarBuffer<Float>, faces: [Face], subjects: PortraitSubjects?
  ) throws(SegmentationError) {
    let scale = 1 / (certain.high - certain.low)
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in samples.indices { samples[index] = min(max((samples[index] - certain.low) * scale, 0), 1) }
    }
    guard let subjects else { return }
    let size = planes.size
    let points = faces.compactMap { face -> (x: Int, y: Int)? in
      guard face.bounds.midX.isFinite, face.bounds.midY.isFinite, abs(face.bounds.midX) < 2, abs(face.bounds.midY) < 2
      else { return nil }
      return (Int(face.bounds.midX * Double(size.width)), Int(face.bounds.midY * Double(size.height)))
    }
    let marks: [Float]
    do {
      marks = try ConnectedComponents.marks(
        of: planes[MatteChannel.portrait.rawValue], size: size, threshold: 0.5, smallestShare: subjects.smallestPart,
        holding: points, margin: margin)
    } catch {
      throw .kernel(error)
    }
    planes.samples.withUnsafeMutableBufferPointer { samples in
      for plane in 0..<planes.planeCount {
        for index in 0..<size.area { samples[plane &* size.area &+ index] *= marks[index] }
      }
    }
  }
}
