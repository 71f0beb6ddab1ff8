import Glibc
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
    coverage(of: face, in: planes, of: part) > 0.5
  }

  /// The parts of a person at a face: squares in the direction of its roll.
  enum Part {
    /// The head from the chin to the hair.
    case head
    /// The chest below the head.
    case chest

    /// The distance of the middle below that of the face, in heights of the face's bounds, which end at the lips.
    var distance: Double { self == .head ? -0.25 : 2 }
    /// The side, in longer sides of the face's bounds.
    var side: Double { self == .head ? 1.3 : 1 }
  }

  /// The share of a part of a person that people cover, `0...1`. What lies beyond the picture is not covered.
  ///
  /// - Parameter planes: one plane for each ``MatteChannel``, of the picture's size.
  static func coverage(of part: Part, of face: Face, in planes: PlanarBuffer<UInt8>) -> Double {
    let bounds = face.bounds.pixels(in: planes.size)
    let known = face.roll?.radians ?? 0
    let roll = known.isFinite ? known : 0
    let distance = part.distance * Double(bounds.height)
    let side = max(1, Int(part.side * Double(max(bounds.width, bounds.height))))
    let left = Double(bounds.minX + bounds.maxX - side) / 2 - distance * sin(roll)
    let top = Double(bounds.minY + bounds.maxY - side) / 2 + distance * cos(roll)
    let square = PixelRect(x: Int(left), y: Int(top), width: side, height: side)
    return coverage(of: square, in: planes, of: PixelRect(planes.size))
  }

  /// The share of a rectangle that people cover, `0...1`.
  private static func coverage(of rect: PixelRect, in planes: PlanarBuffer<UInt8>, of part: PixelRect) -> Double {
    let shown = rect.intersection(part)
    let portrait = planes[MatteChannel.portrait.rawValue]
    var sum = 0
    for y in shown.minY..<shown.maxY {
      let row = portrait.startIndex + (y - part.y) * part.width - part.x
      for x in shown.minX..<shown.maxX { sum += Int(portrait[row + x]) }
    }
    return rect.isEmpty ? 0 : Double(sum) / Double(255 * rect.size.area)
  }
}
