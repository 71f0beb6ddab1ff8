import Imaging
import Kernels

/// Whether planes show the person of a face.
///
/// A close-up refines people whom the whole picture shows. Elsewhere it would add the head of a bystander without a
/// body, and where the close-up misses the person, it would remove the head.
enum HeadConfirmation {
  /// Whether people cover more than half of a face.
  ///
  /// - Parameters:
  ///   - face: the bounds of the face, in pixels of the picture.
  ///   - planes: one plane for each ``MatteChannel``.
  ///   - part: the part of the picture that the planes cover.
  static func showsPerson(_ face: PixelRect, in planes: PlanarBuffer<UInt8>, of part: PixelRect) -> Bool {
    let shown = face.intersection(part)
    let portrait = planes[MatteChannel.portrait.rawValue]
    var sum = 0
    for y in shown.minY..<shown.maxY {
      let row = portrait.startIndex + (y - part.y) * part.width - part.x
      for x in shown.minX..<shown.maxX { sum += Int(portrait[row + x]) }
    }
    return 2 * sum > 255 * face.size.area
  }
}
