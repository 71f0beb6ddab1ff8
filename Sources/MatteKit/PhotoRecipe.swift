import FilterGraph
import Imaging
import PhotoFile

extension Photo {
  /// The photo's pixels as displayed, turned by its orientation, as the source of a filter graph.
  public var uprightImage: Image { image.oriented(orientation) }

  /// The photo with an upright image as its pixels: turned back to how the photo is stored, so that orientation and
  /// metadata stay. Mattes and other auxiliary images stay where the frame does.
  ///
  /// - Parameters:
  ///   - image: upright, as a recipe makes it of ``uprightImage``.
  ///   - extent: what of the image becomes the picture. Outside the image's own extent it is transparent, or black in an
  ///     opaque photo.
  ///   - renderer: renders the image.
  /// - Throws: ``RenderError`` if the image cannot be rendered, or nothing of it is left.
  public func with(
    uprightImage image: Image, extent: Recipe.Area = .photo, renderer: Renderer = Renderer()
  ) throws(RenderError) -> Photo {
    try with(uprightImage: image, extent: extent, gainMap: nil, renderer: renderer)
  }

  /// The photo with what a function makes of its ``uprightImage``, as ``with(uprightImage:extent:renderer:)``. A gain map is
  /// made anew where the picture keeps its frame: the function is then called for the picture of high dynamic range as well.
  ///
  /// - Parameters:
  ///   - extent: what of the image becomes the picture.
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
          framed, in: PixelRect(size), as: pixels.format, colorSpace: pixels.colorSpace.renderable)
      }
    }
    return try with(uprightImage: edit(uprightImage), extent: extent, gainMap: gainMap, renderer: renderer)
  }

  private func with(
    uprightImage image: Image, extent: Recipe.Area, gainMap: AuxiliaryImage?, renderer: Renderer
  ) throws(RenderError) -> Photo {
    let (framed, size) = try image.framed(extent, of: uprightSize, storedAs: orientation)
    if size == pixels.size, extent == .photo {
      return try with(
        image: framed, mattes: nil, faces: nil, alphaType: nil, gainMap: gainMap, renderer: renderer)
    }
    let rendered = try renderer.render(
      framed, in: PixelRect(size), as: renderedFormat, colorSpace: renderedColorSpace, alphaType: pixels.alphaType)
    return with(rendered: rendered)
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
    // Turned about the rectangle, also where the image fills only a part of it.
    let framed = part.composited(over: Image.color(.clear).cropped(to: PixelRect(rect.size)))
      .oriented(orientation.inverse)
    return (framed, orientation.inverse.apply(to: rect.size))
  }
}
