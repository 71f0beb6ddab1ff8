import FilterGraph
import Imaging
import Kernels
import PhotoFile

extension Photo {
  /// The photo's pixels as stored, as the source of a filter graph.
  public var image: Image { Image(pixels) }

  /// The photo with a rendered image as its pixels, and with mattes and faces recorded in it.
  ///
  /// The image is rendered at the photo's own size, in its colour space and depth; in an opaque photo over black where
  /// it is transparent. If the photo's profile has tables from samples to light and none back, the result is in the
  /// smallest of sRGB, Display P3 and Adobe RGB that contains its colours, with a warning. Mattes that the photo had
  /// are replaced by the given ones; metadata, orientation and the profile stay.
  ///
  /// - Parameters:
  ///   - image: in the stored frame; nil leaves the pixels as they are.
  ///   - mattes: in either frame; nil leaves the photo's own.
  ///   - faces: nil leaves those that the photo records.
  ///   - alphaType: the alpha type of the rendered pixels; nil for that of the photo.
  ///   - renderer: renders the image.
  /// - Throws: ``RenderError`` if the image cannot be rendered.
  public func with(
    image: Image?, mattes: MatteSet? = nil, faces: [Face]? = nil, alphaType: AlphaType? = nil,
    renderer: Renderer = Renderer()
  ) throws(RenderError) -> Photo {
    try with(image: image, mattes: mattes, faces: faces, alphaType: alphaType, gainMap: nil, renderer: renderer)
  }

  /// - Parameter gainMap: leads from the rendered image to high dynamic range.
  func with(
    image: Image?, mattes: MatteSet?, faces: [Face]?, alphaType: AlphaType?, gainMap: AuxiliaryImage?,
    renderer: Renderer = Renderer()
  ) throws(RenderError) -> Photo {
    guard let image else { return with(pixels: nil, mattes: mattes, faces: faces) }
    let rendered = try renderer.render(
      image, in: PixelRect(pixels.size), as: renderedFormat, colorSpace: renderedColorSpace,
      alphaType: alphaType ?? pixels.alphaType)
    return with(rendered: rendered, mattes: mattes, faces: faces, gainMap: gainMap)
  }

  /// The pixel format of a rendered image: colour, with the photo's depth.
  var renderedFormat: PixelFormat {
    switch pixels.format {
    case .l8, .rgba8: .rgba8
    case .l16, .rgba16: .rgba16
    case .lFloat, .rgbaFloat: .rgbaFloat
    }
  }

  /// The photo's colour space if it has colours and can encode samples.
  var renderedColorSpace: ColorSpace { pixels.format.componentCount == 1 ? .sRGB : pixels.colorSpace.renderable }

  /// The photo with rendered pixels, in ``renderedColorSpace``.
  func with(
    rendered: PixelBuffer, mattes: MatteSet? = nil, faces: [Face]? = nil, gainMap: AuxiliaryImage? = nil
  ) -> Photo {
    var photo = with(pixels: rendered, mattes: mattes, faces: faces, gainMap: gainMap)
    if pixels.format.componentCount > 1, rendered.colorSpace != pixels.colorSpace {
      photo.add(
        PhotoWarning(
          message:
            "the colour profile \(ProfileDescription.name(of: pixels.colorSpace)) only leads from samples to light:"
            + " the picture is in \(ProfileDescription.name(of: rendered.colorSpace)) now"))
    }
    return photo
  }
}
