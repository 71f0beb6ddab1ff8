import FoundationEssentials
import Imaging
import PhotoFile

extension Matte {
  /// Reads a matte from a gray picture, such as one that another program made.
  ///
  /// Samples are taken as they are, without the picture's profile; those of 16 bits are rounded to 8. The picture's
  /// orientation is applied, so that the matte is upright. ``Photo/with(pixels:mattes:faces:)`` puts it into a photo,
  /// which need not have twice its size.
  ///
  /// - Parameters:
  ///   - kind: what it shows.
  ///   - file: a picture of a format that ``Photo`` reads.
  /// - Throws: the errors of `Photo.init(contentsOf:options:)`, and ``PhotoFileError/unsupported(file:reason:)`` if the
  ///   picture has colour or transparency.
  public init(kind: MatteKind, contentsOf file: URL) throws(PhotoFileError) {
    let photo = try Photo(contentsOf: file, options: ReadingOptions(auxiliaryImages: .none))
    guard let gray = photo.pixels.grayComponent else {
      throw .unsupported(file: file.shownPath, reason: "a matte requires a gray picture without transparency")
    }
    self.init(kind: kind, pixels: gray.ofEightBits.oriented(by: photo.orientation), coordinateSpace: .upright)
  }
}

extension PixelBuffer {
  /// Samples of 16 bits rounded to 8.
  fileprivate var ofEightBits: PixelBuffer {
    guard format == .l16 else { return self }
    return PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { target in
      withUnsafeBytes { source in
        for y in 0..<height {
          for x in 0..<width {
            let sample = source.loadUnaligned(fromByteOffset: y * rowBytes + 2 * x, as: UInt16.self)
            target[y * width + x] = UInt8((Int(sample) * 255 + 32_767) / 65_535)
          }
        }
      }
    }
  }
}
