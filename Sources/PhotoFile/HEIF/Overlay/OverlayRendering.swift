import Imaging
import Kernels

/// Composes the layers of an overlay, each decoded in turn.
struct OverlayRendering {
  private let overlay: OverlayItem
  private let region: PixelRect
  private let size: PixelSize
  private let format: PixelFormat
  private let colorSpace: ColorSpace

  /// - Parameters:
  ///   - region: a part of the canvas.
  ///   - size: the size to which the part is reduced.
  ///   - depth: bits of a component of the deepest layer.
  ///   - colorSpace: the colour space of the result; layers of other spaces are converted to it.
  init(_ overlay: OverlayItem, region: PixelRect, size: PixelSize, depth: Int, colorSpace: ColorSpace) {
    self.overlay = overlay
    self.region = region
    self.size = size
    self.colorSpace = colorSpace
    format = depth > 8 ? .rgba16 : .rgba8
  }

  /// The pixels, opaque if the canvas is, and how many tiles of layers were damaged and are gray.
  func pixels(
    from document: HEIFDocument, allowsMissingTiles: Bool
  ) throws(HEIFError) -> (pixels: PixelBuffer, missingTiles: Int) {
    var canvas = try background()
    var missing = 0
    for layer in overlay.layers where !layer.place.intersection(region).isEmpty {
      var (pixels, missingTiles) = try layer.item.pixels(
        layer.item.visibleRect(), size: layer.item.visibleRect().size, from: document,
        allowsMissingTiles: allowsMissingTiles)
      missing += missingTiles
      if let alpha = layer.alpha {
        let samples = try PictureRendering(
          alpha, region: alpha.visibleRect(), size: alpha.visibleRect().size, asGray: true
        ).pixels(from: document, colorSpace: .linearGray).pixels
        if samples.format.componentCount == 1 {
          pixels = pixels.replacingAlpha(
            with: samples, alphaType: layer.isPremultiplied ? .premultiplied : .straight)
        }
      }
      pixels = try converted(pixels).oriented(by: layer.item.orientation)
      canvas.lay(pixels, at: (layer.place.x - region.x, layer.place.y - region.y))
    }
    guard size != region.size else { return (canvas, missing) }
    let reduction = AreaReduction(from: region.size, to: size, of: format, alphaType: canvas.alphaType)
    return (reduction.reduced(canvas), missing)
  }

  /// The canvas without layers.
  private func background() throws(HEIFError) -> PixelBuffer {
    let isOpaque = overlay.background[3] == .max
    let color = PixelBuffer(
      size: PixelSize(width: 1, height: 1), format: .rgba16, colorSpace: .sRGB,
      alphaType: isOpaque ? .opaque : .straight,
      bytes: overlay.background.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    // The colour of a transparent canvas has no meaning.
    let pixel = overlay.background[3] == 0 ? color : try converted(color)
    let samples: [UInt8] =
      format == .rgba16
      ? pixel.bytes
      : stride(from: 0, to: 8, by: 2).map { index in
        let sample = Int(pixel.bytes[index]) | Int(pixel.bytes[index + 1]) << 8
        return UInt8(truncatingIfNeeded: (sample + 128) / 257)
      }
    return PixelBuffer(
      size: region.size, format: format, colorSpace: colorSpace, alphaType: isOpaque ? .opaque : .straight
    ) { bytes in
      for index in bytes.indices { bytes[index] = samples[index % samples.count] }
    }
  }

  /// The pixels in the overlay's colour space.
  private func converted(_ pixels: PixelBuffer) throws(HEIFError) -> PixelBuffer {
    guard pixels.colorSpace != colorSpace else { return pixels }
    do {
      return try pixels.converted(to: colorSpace)
    } catch {
      throw .unsupported("an overlay of pictures in colour spaces that cannot be converted: \(error)")
    }
  }
}

extension PixelBuffer {
  /// The pixels in another colour space.
  ///
  /// - Throws: ``ColorProfileError`` if the profile of one of the spaces cannot be used.
  fileprivate func converted(to space: ColorSpace) throws(ColorProfileError) -> PixelBuffer {
    let decoder = try SampleDecoder(format: format, colorSpace: colorSpace, alphaType: alphaType)
    let encoder = try SampleEncoder(format: format, colorSpace: space, alphaType: alphaType)
    return PixelBuffer(size: size, format: format, colorSpace: space, alphaType: alphaType) { output in
      withUnsafeBytes { source in
        guard let outputBase = output.baseAddress, let sourceBase = source.baseAddress else { return }
        // Each band writes rows of its own.
        nonisolated(unsafe) let (target, first) = (outputBase, sourceBase)
        RowBands(height: height).concurrentPerform { rows in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * width) { memory in
            guard let red = memory.baseAddress else { return }
            let row = PlanarRow(
              red: red, green: red + width, blue: red + 2 * width, alpha: red + 3 * width, count: width)
            for y in rows {
              decoder.decode(first + y * rowBytes, into: row)
              encoder.encode(row, into: target + y * width * format.bytesPerPixel)
            }
          }
        }
      }
    }
  }

  /// Composites a picture over this one, which is opaque or has straight alpha. The overhang is cut off.
  ///
  /// - Precondition: both have four integer components.
  fileprivate mutating func lay(_ layer: PixelBuffer, at place: (x: Int, y: Int)) {
    let part = PixelRect(x: place.x, y: place.y, width: layer.width, height: layer.height)
      .intersection(PixelRect(size))
    guard !part.isEmpty else { return }
    let (rowBytes, format) = (rowBytes, format)
    let isCopied = layer.alphaType == .opaque && layer.format == format
    withUnsafeMutableBytes { target in
      layer.withUnsafeBytes { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for y in part.minY..<part.maxY {
          let from = source + (y - place.y) * layer.rowBytes + (part.minX - place.x) * layer.format.bytesPerPixel
          let to = target + y * rowBytes + part.minX * format.bytesPerPixel
          if isCopied {
            to.copyMemory(from: from, byteCount: part.width * format.bytesPerPixel)
            continue
          }
          for x in 0..<part.width {
            let pixel = to + x * format.bytesPerPixel
            let above = Self.color(from + x * layer.format.bytesPerPixel, layer.format)
            let below = Self.color(pixel, format)
            Self.store(Self.composited(above, layer.alphaType, over: below), format, at: pixel)
          }
        }
      }
    }
  }

  /// A pixel's components, from 0 to 1.
  private static func color(_ base: UnsafeRawPointer, _ format: PixelFormat) -> SIMD4<Float> {
    format == .rgba16
      ? SIMD4<Float>(base.loadUnaligned(as: SIMD4<UInt16>.self)) / 65_535
      : SIMD4<Float>(base.loadUnaligned(as: SIMD4<UInt8>.self)) / 255
  }

  /// A colour with straight alpha: `above` over `below`, which has straight alpha.
  private static func composited(
    _ above: SIMD4<Float>, _ alphaType: AlphaType, over below: SIMD4<Float>
  ) -> SIMD4<Float> {
    let opacity = alphaType == .opaque ? 1 : above.w
    let rest = below.w * (1 - opacity)
    let alpha = opacity + rest
    var color = alphaType == .premultiplied ? above + below * rest : above * opacity + below * rest
    color = alpha > 0 ? color / alpha : SIMD4()
    color.w = alpha
    return color
  }

  private static func store(_ color: SIMD4<Float>, _ format: PixelFormat, at place: UnsafeMutableRawPointer) {
    let isDeep = format == .rgba16
    let scale: Float = isDeep ? 65_535 : 255
    let samples = SIMD4<Int32>((color * scale + 0.5).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: scale)))
    if isDeep {
      place.storeBytes(of: SIMD4<UInt16>(truncatingIfNeeded: samples), as: SIMD4<UInt16>.self)
    } else {
      place.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: samples), as: SIMD4<UInt8>.self)
    }
  }
}
