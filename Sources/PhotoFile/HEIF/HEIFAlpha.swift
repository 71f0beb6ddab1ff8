import Imaging
import Kernels

/// A picture's alpha, which HEIF stores as an auxiliary image.
enum HEIFAlpha {
  /// The auxiliary image to write for a picture's alpha; nil if all its pixels are opaque.
  static func image(of pixels: PixelBuffer, in codec: PictureCodec) -> AuxiliaryImage? {
    guard let alpha = EncodablePixels.alpha(of: pixels) else { return nil }
    return AuxiliaryImage(type: codec == .av1 ? .alpha : .hevcAlpha, pixels: alpha)
  }

  /// Moves a photo's alpha image into its pixels, if it has their size.
  ///
  /// - Parameter isPremultiplied: whether the colours are multiplied by it.
  static func absorb(into photo: inout Photo, isPremultiplied: Bool) {
    guard photo.pixels.format.componentCount == 4,
      let index = photo.auxiliaryImages.firstIndex(where: { $0.type.isAlpha && $0.pixels.size == photo.pixels.size })
    else { return }
    let alpha = photo.auxiliaryImages[index].pixels
    guard alpha.format.componentCount == 1 else { return }
    photo.auxiliaryImages.remove(at: index)
    photo.pixels = photo.pixels.replacingAlpha(with: alpha, alphaType: isPremultiplied ? .premultiplied : .straight)
  }
}

extension PixelBuffer {
  /// The same colours with the samples of `alpha`, at the larger of the two depths.
  ///
  /// - Precondition: the buffer has four integer components and `alpha` one, of the same size.
  func replacingAlpha(with alpha: PixelBuffer, alphaType: AlphaType) -> PixelBuffer {
    let isDeep = format == .rgba16 || alpha.format == .l16
    return PixelBuffer(
      size: size, format: isDeep ? .rgba16 : .rgba8, colorSpace: colorSpace, alphaType: alphaType
    ) { output in
      withUnsafeBytes { colors in
        alpha.withUnsafeBytes { alphas in
          guard let base = output.baseAddress, let first = colors.baseAddress, let second = alphas.baseAddress
          else { return }
          // Each row is written by one job.
          nonisolated(unsafe) let (target, colors, alphas) = (base, first, second)
          RowBands(height: height).concurrentPerform { rows in
            for y in rows {
              let (color, other) = (colors + y * rowBytes, alphas + y * alpha.rowBytes)
              if isDeep {
                let row = (target + y * width * 8).assumingMemoryBound(to: UInt16.self)
                RGBARow.copy(color, format: format, count: width, to: row, paddedTo: width)
                RGBARow.copyAlpha(other, format: alpha.format, count: width, to: row)
              } else {
                let row = (target + y * width * 4).assumingMemoryBound(to: UInt8.self)
                RGBARow.copy(color, format: format, count: width, to: row, paddedTo: width)
                RGBARow.copyAlpha(other, format: alpha.format, count: width, to: row)
              }
            }
          }
        }
      }
    }
  }
}
