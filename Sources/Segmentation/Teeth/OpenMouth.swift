import Imaging
import Kernels

/// A mouth with open lips by the face mesh, cut out of the picture at the picture's resolution.
struct OpenMouth: Sendable {
  /// Where it lies in the half-size picture.
  let crop: MouthCrop
  /// The input of ``TeethNetwork``: format `rgba8` and ``MouthCrop/size``.
  let pixels: PixelBuffer

  /// The open mouths of `faces`.
  ///
  /// Only the mouths of the picture itself are rotated and converted, so that a large photo takes no more memory.
  ///
  /// - Parameters:
  ///   - faces: in upright coordinates.
  ///   - picture: the picture as stored, of any format, in standard range.
  ///   - orientation: the orientation that turns `picture` upright.
  ///   - half: the half-size picture, upright, of format `rgba8`.
  static func all(
    of faces: [Face], in picture: PixelBuffer, orientation: Orientation, half: PixelBuffer
  ) throws(KernelError) -> [OpenMouth] {
    var mouths: [OpenMouth] = []
    for face in faces {
      guard let crop = MouthCrop(of: face, in: half.size) else { continue }
      let pixels =
        crop.shrink < 1
        ? try cutOut(crop, from: picture, orientation: orientation, half: half.size)
        : try half.warped(by: crop.map, to: MouthCrop.size)
      mouths.append(OpenMouth(crop: crop, pixels: pixels))
    }
    return mouths
  }

  /// The crop out of the picture itself. Its part is turned upright first, so that the result is the same to the bit
  /// however the picture is stored.
  private static func cutOut(
    _ crop: MouthCrop, from picture: PixelBuffer, orientation: Orientation, half: PixelSize
  ) throws(KernelError) -> PixelBuffer {
    let upright = orientation.apply(to: picture.size)
    let map = crop.map.then(
      .scale(x: Double(upright.width) / Double(half.width), y: Double(upright.height) / Double(half.height)))
    let region = PixelBuffer.covered(by: map, in: upright, to: MouthCrop.size)
    return try picture.cropped(to: stored(region, of: picture.size, orientation: orientation))
      .converted(to8Bit: .rgba8).oriented(by: orientation).warped(
        by: map.then(.translation(x: -Double(region.x), y: -Double(region.y))), to: MouthCrop.size)
  }

  /// The part of a picture stored at `size` that becomes `upright` when turned.
  private static func stored(_ upright: PixelRect, of size: PixelSize, orientation: Orientation) -> PixelRect {
    let map = orientation.inverseTransform(of: size)
    let one = map.apply(x: Double(upright.minX), y: Double(upright.minY))
    let other = map.apply(x: Double(upright.maxX), y: Double(upright.maxY))
    return PixelRect(
      x: Int(min(one.x, other.x)), y: Int(min(one.y, other.y)), width: Int(abs(one.x - other.x)),
      height: Int(abs(one.y - other.y)))
  }
}
