import Imaging
import Kernels

/// Searches the same one of a picture and its mirror image, so that both have the same faces, with opposite yaw: the
/// networks' predictions for the two differ.
enum MirrorNormalization {
  /// The side of the reduced picture by which the two are distinguished.
  private static let side = 32

  /// The picture itself, or its mirror image if the left half is the brighter.
  static func searched(_ picture: UprightPicture) throws(FaceError) -> UprightPicture {
    let reduced: PixelBuffer
    do {
      reduced = try picture.scaled(to: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
    return moment(of: reduced) < 0 ? picture.mirrorImage : picture
  }

  /// The sum of the components, weighted by the pixel's distance to the right of the middle.
  private static func moment(of pixels: PixelBuffer) -> Int {
    pixels.withUnsafeBytes { bytes in
      var sum = 0
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let pixel = y * pixels.rowBytes + 4 * x
          sum += (2 * x + 1 - pixels.width) * (Int(bytes[pixel]) + Int(bytes[pixel + 1]) + Int(bytes[pixel + 2]))
        }
      }
      return sum
    }
  }
}
