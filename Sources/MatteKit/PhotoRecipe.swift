import FilterGraph
import Imaging
import PhotoFile

extension Photo {
  /// The photo's pixels as displayed, turned by its orientation, as the source of a filter graph.
  public var uprightImage: Image { image.oriented(orientation) }

  /// The photo with an upright image as its pixels: turned back to how the photo is stored, so that orientation and
  /// metadata stay. Mattes and other auxiliary images stay where the frame does. An opaque photo becomes transparent
  /// where the image is.
  ///
  /// - Parameters:
  ///   - image: upright, made of ``uprightImage`` as by a recipe.
  ///   - extent: the part of the image that becomes the picture. It is transparent outside the image's own extent.
  ///   - renderer: renders the image.
  /// - Throws: ``RenderError`` if the image cannot be rendered, or its extent is empty.
  public func with(
    uprightImage image: Image, extent: Recipe.Area = .photo, renderer: Renderer = Renderer()
  ) throws(RenderError) -> Photo {
    try with(uprightImage: image, extent: extent, gainMap: nil, renderer: renderer)
  }

  /// The photo with a function applied to its ``uprightImage``, as ``with(uprightImage:extent:renderer:)``. A gain map
  /// is regenerated if the picture keeps its frame: the function is then called for the picture of high dynamic range
  /// as well.
  ///
  /// - Parameters:
  ///   - extent: the part of the image that becomes the picture.
  ///   - renderer: renders the images.
  ///   - edit: makes the image, upright.
  /// - Throws: ``RenderError``, and what the function throws.
  public func editingUprightImage(
    extent: Recipe.Area = .photo, renderer: Renderer = Renderer(), _ edit: (Image) throws -> Image
  ) throws -> Photo {
    var gainMap: AuxiliaryImage?
    if extent == .photo {
      gainMap = try renewedGainMap(onReducedPicture: false) { pixels in
        let image = try edit(Image(pixels).oriented(orientation))
        let (framed, size) = try image.framed(extent, of: uprightSize, storedAs: orientation)
        return try renderer.render(
          framed, in: PixelRect(size), as: pixels.format, colorSpace: pixels.colorSpace.renderable, alphaType: .opaque)
      }
    }
    return try with(uprightImage: edit(uprightImage), extent: extent, gainMap: gainMap, renderer: renderer)
  }

  private func with(
    uprightImage image: Image, extent: Recipe.Area, gainMap: AuxiliaryImage?, renderer: Renderer
  ) throws(RenderError) -> Photo {
    let (framed, size) = try image.framed(extent, of: uprightSize, storedAs: orientation)
    let mayShineThrough = pixels.alphaType == .opaque && !framed.isOpaque
    var rendered = try renderer.render(
      framed, in: PixelRect(size), as: renderedFormat, colorSpace: renderedColorSpace,
      alphaType: mayShineThrough ? .straight : pixels.alphaType)
    if mayShineThrough { rendered = rendered.opaqueWhereAlphaIsFull }
    if size == pixels.size, extent == .photo { return with(rendered: rendered, gainMap: gainMap) }
    return with(rendered: rendered)
  }
}

extension PixelBuffer {
  /// The same samples, marked as opaque if the alpha of all pixels is 1: a graph does not determine that for every
  /// image.
  fileprivate var opaqueWhereAlphaIsFull: PixelBuffer {
    guard format.componentCount == 4, size.area > 0 else { return self }
    let isFull = withUnsafeBytes { bytes in
      (0..<height).allSatisfy { y in
        (0..<width).allSatisfy { x in
          let pixel = y &* rowBytes &+ x &* format.bytesPerPixel
          switch format {
          case .rgba8: return bytes[pixel &+ 3] == .max
          case .rgba16: return bytes.loadUnaligned(fromByteOffset: pixel &+ 6, as: UInt16.self) == .max
          case .rgbaFloat: return bytes.loadUnaligned(fromByteOffset: pixel &+ 12, as: Float.self) >= 1
          case .l8, .l16, .lFloat: return true
          }
        }
      }
    }
    guard isFull else { return self }
    return PixelBuffer(
      size: size, format: format, colorSpace: colorSpace, alphaType: .opaque, rowBytes: rowBytes, bytes: bytes)
  }
}

extension Image {
  /// A part of an upright image as it is stored, from (0, 0), with its stored size.
  ///
  /// - Parameters:
  ///   - extent: the part. Outside the image's own extent it is transparent.
  ///   - uprightSize: the size of the picture that the image was made of.
  ///   - orientation: turns what is stored upright.
  /// - Throws: ``RenderError`` if nothing is left.
  package func framed(
    _ extent: Recipe.Area, of uprightSize: PixelSize, storedAs orientation: Orientation
  ) throws(RenderError) -> (image: Image, size: PixelSize) {
    let own = PixelRect(uprightSize)
    let rect =
      switch extent {
      case .photo: own
      case .result: self.extent.rect ?? own
      case .rect(let rect): rect
      }
    if rect.isEmpty { throw .emptyRegion("\(rect)") }
    let part = cropped(to: rect).transformed(by: .translation(x: Double(-rect.x), y: Double(-rect.y)))
    let frame = PixelRect(rect.size)
    // Turned about the rectangle, also where the image fills only a part of it.
    let isFilled = part.extent.rect?.contains(frame) ?? true
    let filled = isFilled ? part : part.composited(over: Image.color(.clear).cropped(to: frame))
    return (filled.oriented(orientation.inverse), orientation.inverse.apply(to: rect.size))
  }
}
