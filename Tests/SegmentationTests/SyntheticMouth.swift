import Foundation
import Imaging

/// A mouth whose lips are two ellipses of the same width, in pixels of a picture.
struct SyntheticMouth {
  var x: Double
  var y: Double
  var width: Double
  /// The height of the opening.
  var opening: Double
  /// Clockwise as the viewer sees it, in radians.
  var roll = 0.0

  /// A face that has landmarks for its lips alone.
  func face(in size: PixelSize) -> Face {
    var points = [SIMD3<Float>](repeating: .zero, count: 468)
    for (part, height) in [(FacePart.outerLips, opening + 0.2 * width), (.innerLips, opening)] {
      for (place, index) in part.meshIndices.enumerated() {
        // In order round the mouth, from the subject's right corner over the lower lip.
        let angle = Double.pi + Double(place) / 20 * 2 * .pi
        let (u, v) = (width / 2 * cos(angle), -height / 2 * sin(angle))
        let (px, py) = (x + u * cos(roll) - v * sin(roll), y + u * sin(roll) + v * cos(roll))
        points[index] = SIMD3(Float(px / Double(size.width)), Float(py / Double(size.height)), 0)
      }
    }
    return Face(
      bounds: NormalizedRect(x: 0.2, y: 0.15, width: 0.6, height: 0.7), landmarks: FaceLandmarks(points: points))
  }
}
