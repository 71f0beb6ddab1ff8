import Glibc
import Imaging
import PhotoFile
import Support

/// Pictures made by formula, for tests that compare a written picture with the read one.
enum HEIFSyntheticPhoto {
  /// Soft colours with edges, different in every corner, opaque.
  static func pixels(_ size: PixelSize, colorSpace: ColorSpace = .displayP3) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8, colorSpace: colorSpace) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let offset = 4 * (y * size.width + x)
          let isInside = (x / 37 + y / 23) % 3 == 0
          let light = isInside ? 40 : 0
          bytes[offset] = UInt8(40 + light + 150 * x / max(size.width, 64))
          bytes[offset + 1] = UInt8(30 + light + 160 * y / max(size.height, 64))
          bytes[offset + 2] = UInt8(100 + light)
          bytes[offset + 3] = 255
        }
      }
    }
  }

  /// A matte that uses every value: a soft disc, with some noise so that nothing but a lossless coder keeps it.
  static func matte(_ size: PixelSize, seed: UInt64) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    return PixelBuffer(size: size, format: .l8, colorSpace: .linearGray) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (dx, dy) = (Double(2 * x - size.width), Double(2 * y - size.height))
          let distance = (dx * dx + dy * dy) / Double(size.width * size.height)
          let noise = Int.random(in: -4...4, using: &random)
          bytes[y * size.width + x] = UInt8(clamping: Int(300 - 200 * distance) + noise)
        }
      }
    }
  }

  /// A photo with EXIF, XMP and two mattes of half its size.
  static func photo(
    _ size: PixelSize, orientation: Orientation = .up, colorSpace: ColorSpace = .displayP3
  ) -> Photo {
    let types: [AuxiliaryImageType] = [.semanticSegmentationHairMatte, .portraitEffectsMatte]
    return Photo(
      pixels: pixels(size, colorSpace: colorSpace), orientation: orientation,
      metadata: PhotoMetadata(exif: exif, xmp: Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)),
      auxiliaryImages: types.enumerated().map { index, type in
        AuxiliaryImage(type: type, pixels: matte(size.half, seed: UInt64(index)))
      })
  }

  /// A TIFF stream with one tag: ImageDescription "a test".
  static let exif: [UInt8] =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 14, 0, 2, 0, 0, 0, 7, 0, 0, 0, 26, 0, 0, 0, 0]
    + Array("a test\0".utf8)

  /// The peak signal-to-noise ratio of two pictures of one size and of 8 or 16 bits, in decibels; of colour pictures
  /// alpha is not compared.
  static func psnr(_ first: PixelBuffer, _ second: PixelBuffer) -> Double {
    let components = min(first.format.componentCount, 3)
    var sum = 0.0
    for y in 0..<first.height {
      for x in 0..<first.width {
        for c in 0..<components {
          let difference = first.fraction(x: x, y: y, component: c) - second.fraction(x: x, y: y, component: c)
          sum += difference * difference
        }
      }
    }
    let mean = sum / Double(components * first.size.area)
    return mean == 0 ? .infinity : -10 * log10(mean)
  }
}

extension PixelBuffer {
  /// An integer sample as a part of the largest.
  func fraction(x: Int, y: Int, component: Int) -> Double {
    let at = y * rowBytes + (x * format.componentCount + component) * format.bitsPerComponent / 8
    if format.bitsPerComponent == 8 { return Double(bytes[at]) / 255 }
    return Double(UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8) / 65535
  }
}
