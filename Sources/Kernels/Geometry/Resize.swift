import COpenCV
import Imaging

extension PixelBuffer {
  /// The whole picture at another size; the same buffer if it has that size already.
  ///
  /// Samples are weighted as stored: for exact light blend and scale linear samples, and premultiply straight alpha
  /// first, or the colour of transparent pixels bleeds in.
  public func resized(
    to newSize: PixelSize, interpolation: Interpolation = .automatic
  ) throws(KernelError) -> PixelBuffer {
    try resized(PixelRect(size), to: newSize, interpolation: interpolation)
  }

  /// A region of the picture at another size.
  ///
  /// - Throws: ``KernelError`` if `region` is not inside the picture or the new size is empty.
  public func resized(
    _ region: PixelRect, to newSize: PixelSize, interpolation: Interpolation = .automatic
  ) throws(KernelError) -> PixelBuffer {
    guard !region.isEmpty, PixelRect(size).contains(region) else {
      throw KernelError(algorithm: "resize", reason: "the region \(region) is not inside a picture of \(size)")
    }
    if region == PixelRect(size), newSize == size { return self }
    let mixed = (newSize.width < region.width) != (newSize.height < region.height)
    if mixed, newSize.width != region.width, newSize.height != region.height, newSize.area > 0,
      interpolation == .automatic || interpolation == .area
    {
      // OpenCV's area filter falls back to linear in both dimensions as soon as one of them grows.
      let narrow = PixelSize(width: min(newSize.width, region.width), height: min(newSize.height, region.height))
      return try resized(region, to: narrow, interpolation: .area).resized(to: newSize, interpolation: .linear)
    }
    let grows = newSize.width > region.width || newSize.height > region.height
    let isArea = interpolation == .automatic || interpolation == .area
    if isArea, !grows, newSize.width > 0, newSize.height > 0, format.bitsPerComponent == 8,
      !region.width.isMultiple(of: newSize.width) || !region.height.isMultiple(of: newSize.height)
    {
      // OpenCV reduces by whole numbers fast, and by others on one core. The reduction has vector loops for bytes only.
      return AreaReduction(from: region.size, to: newSize, of: format, alphaType: .opaque).reduced(self, region: region)
    }
    let filter = isArea && grows ? .linear : interpolation
    return try made(from: region, as: newSize, with: "resize") { source, result, message, capacity in
      mk_resize(source, result, filter.filter, message, capacity)
    }
  }
}
