import Imaging
import Kernels

/// A picture and smaller ones of it, from which what is large in it is taken faster.
struct PicturePyramid: CropSource {
  let full: UprightPicture
  /// The finest first.
  private(set) var reduced: [UprightPicture] = []

  init(_ full: UprightPicture) { self.full = full }

  /// Larger ones take memory for little gain.
  private static let mostPixels = 1 << 23
  /// What is taken of a smaller picture has at least so many times the pixels a side that are wanted.
  private static let leastPixels = 1.5

  /// Adds a smaller one, less fine than those that are there.
  mutating func add(_ picture: UprightPicture) {
    if picture.size.area <= Self.mostPixels { reduced.append(picture) }
  }

  /// The smallest that has a long side of at least so many pixels, or the picture itself.
  func smallest(longSide: Int) -> UprightPicture {
    reduced.last { max($0.size.width, $0.size.height) >= longSide } ?? full
  }

  func pixels(of crop: FaceCrop, side: Int) throws(FaceError) -> PixelBuffer? {
    guard crop.isUsable(in: size) else { return nil }
    let least = Self.leastPixels * Double(side) / Double(crop.side)
    let level = reduced.last { Double($0.size.width) >= least * Double(size.width) } ?? full
    let scale = AffineTransform.scale(
      x: Double(level.size.width) / Double(size.width), y: Double(level.size.height) / Double(size.height))
    do {
      return try level.part(crop.map(pixels: side).then(scale), size: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
  }
}
