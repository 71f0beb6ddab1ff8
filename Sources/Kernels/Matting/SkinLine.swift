import CMatting
import Imaging

/// The line in colour space between facial hair (brows, beard, lashes) and the surrounding skin, both colours from the
/// face itself: a pixel's position on it is its fraction of skin, strand by strand. As ``ColorLine``, for the inside of
/// a face.
package enum SkinLine {
  /// The mattes and regions of a face so far; all of format `l8`, without padding, of the picture's size.
  package struct Planes: Sendable {
    package var skin, portrait, hair: PixelBuffer
    /// The region of the search; 0 outside the face and at its outline.
    package var face: PixelBuffer
    /// The region where there may be hair even in certain skin.
    package var brows: PixelBuffer
    /// Eyes and lips, which are neither hair nor skin.
    package var other: PixelBuffer

    package init(
      skin: PixelBuffer, portrait: PixelBuffer, hair: PixelBuffer, face: PixelBuffer, brows: PixelBuffer,
      other: PixelBuffer
    ) {
      (self.skin, self.portrait, self.hair) = (skin, portrait, hair)
      (self.face, self.brows, self.other) = (face, brows, other)
    }
  }

  /// Fits the lines of a face.
  ///
  /// - Parameters:
  ///   - guide: the face's picture, of format `rgba8`.
  ///   - radius: the radius of the window for the colours, in pixels of `guide`: about an eighth of the face's width.
  /// - Returns: a model of two planes: the fraction of skin, and its confidence (0 outside the face, in certain skin
  ///   and certain non-skin, and where hair and skin have the same colour).
  package static func model(
    of planes: Planes, guide: PixelBuffer, radius: Int
  ) throws(KernelError) -> LinearModel {
    let all = [planes.skin, planes.portrait, planes.hair, planes.face, planes.brows, planes.other]
    precondition(guide.format == .rgba8 && radius >= 1)
    precondition(all.allSatisfy { $0.size == guide.size && $0.format == .l8 && $0.rowBytes == $0.width })
    return try LinearModel(size: guide.size, planeCount: 2) { model throws(KernelError) in
      try KernelError.check("skin line") { message, capacity in
        guide.withUnsafeBytes { bytes in
          matting_skin_line_fit(
            bytes.bindMemory(to: UInt8.self).baseAddress, guide.rowBytes, planes.skin.bytes, planes.portrait.bytes,
            planes.hair.bytes, planes.face.bytes, planes.brows.bytes, planes.other.bytes, Int32(guide.width),
            Int32(guide.height), Int32(radius), model, message, capacity)
        }
      }
    }
  }
}
