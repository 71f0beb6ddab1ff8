import Imaging
import Kernels

/// A still picture at several scales. Large faces are cropped from small scales, which is faster.
struct PicturePyramid: CropSource {
  let full: UprightPicture
  /// Finest first.
  private(set) var reduced: [UprightPicture] = []

  init(_ full: UprightPicture) { self.full = full }

  /// Larger scales are not kept: their memory exceeds their gain.
  private static let maximumPixels = 1 << 23
  /// Minimum number of pixels of the source per pixel of a crop, along each side.
  private static let minimumSampling = 1.5

  /// Adds a scale that is coarser than the others.
  mutating func add(_ picture: UprightPicture) {
    if picture.size.area <= Self.maximumPixels { reduced.append(picture) }
  }

  /// The smallest scale with a long side of at least `longSide` pixels, or the picture itself.
  func smallest(longSide: Int) -> UprightPicture {
    reduced.last { max($0.size.width, $0.size.height) >= longSide } ?? full
  }

  func pixels(of crop: FaceCrop, side: Int) throws(FaceError) -> PixelBuffer? {
    guard crop.isUsable(in: size) else { return nil }
    let least = Self.minimumSampling * Double(side) / Double(crop.side)
    let level = reduced.last { Double($0.size.width) >= least * Double(size.width) } ?? full
    let scale = AffineTransform2D.scale(
      x: Double(level.size.width) / Double(size.width), y: Double(level.size.height) / Double(size.height))
    do {
      return try level.part(crop.map(pixels: side).then(scale), size: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
  }
}
