import Imaging
import Kernels

/// A part of a picture at a size: the result of a zoom. A value.
struct FrameCrop: Sendable, Hashable {
  /// The part, as fractions of the picture.
  var region: NormalizedRect
  /// The size that the part gets, in pixels.
  var size: PixelSize

  /// The middle of a picture for a zoom factor, in the aspect ratio of the result.
  ///
  /// - Parameters:
  ///   - factor: 1 for as much as fits.
  ///   - source: the size of the picture.
  ///   - size: the size of the result, in pixels.
  init(factor: Double, of source: PixelSize, as size: PixelSize) {
    let (width, height) = (Double(source.width), Double(source.height))
    let scale = min(width / Double(size.width), height / Double(size.height))
    let (w, h) = (Double(size.width) * scale / width / factor, Double(size.height) * scale / height / factor)
    region = NormalizedRect(x: (1 - w) / 2, y: (1 - h) / 2, width: w, height: h)
    self.size = size
  }

  /// Whether a picture of a size stays as it is.
  func isWhole(of source: PixelSize) -> Bool { size == source && region == .full }

  /// A frame cropped to the part, in planes if the frame has planes.
  ///
  /// - Throws: ``KernelError`` for pictures of more than 32766 pixels a side.
  func applied(to frame: Frame) throws(KernelError) -> Frame {
    guard !isWhole(of: frame.size) else { return frame }
    var result = try cropped(frame)
    result.attachments = frame.attachments.cropped(to: region, of: frame.size, as: size)
    return result
  }

  private func cropped(_ frame: Frame) throws(KernelError) -> Frame {
    guard let picture = frame.picture as? YCbCrPicture else {
      return Frame(
        pixels: try part(of: frame.pixels, as: size, isCentered: (true, true)), orientation: frame.orientation,
        time: frame.time)
    }
    let layout = picture.layout
    let chroma = PixelSize(
      width: layout.halvesWidth ? (size.width + 1) / 2 : size.width,
      height: layout.halvesHeight ? (size.height + 1) / 2 : size.height)
    let isCentered = (layout.isCenteredX || !layout.halvesWidth, layout.isCenteredY || !layout.halvesHeight)
    func plane(_ plane: PixelBuffer?) throws(KernelError) -> PixelBuffer? {
      guard let plane else { return nil }
      return try part(of: plane, as: chroma, isCentered: isCentered)
    }
    return Frame(
      picture: YCbCrPicture(
        luma: try part(of: picture.luma, as: size, isCentered: (true, true)), cb: try plane(picture.cb),
        cr: try plane(picture.cr), layout: layout, as: picture.format, colorSpace: picture.colorSpace),
      orientation: frame.orientation, time: frame.time)
  }

  /// - Parameter isCentered: whether chroma is sited at the centre of its samples, rather than at the left or top.
  private func part(
    of plane: PixelBuffer, as size: PixelSize, isCentered: (x: Bool, y: Bool)
  ) throws(KernelError) -> PixelBuffer {
    let (width, height) = (Double(plane.width), Double(plane.height))
    let (scaleX, scaleY) = (region.width * width / Double(size.width), region.height * height / Double(size.height))
    // A chroma sample sited left is a quarter of its width off the centre, in the source and in the result.
    let (shiftX, shiftY) = (isCentered.x ? 0 : 0.25 * (1 - scaleX), isCentered.y ? 0 : 0.25 * (1 - scaleY))
    return try plane.warped(
      by: AffineTransform2D(
        a: scaleX, b: 0, c: 0, d: scaleY, tx: region.x * width + shiftX, ty: region.y * height + shiftY), to: size)
  }
}
