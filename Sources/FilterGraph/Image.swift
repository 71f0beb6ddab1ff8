import Imaging
import Kernels

/// A picture as a recipe: sources and the filters applied to them. Nothing is computed before a ``Renderer`` renders
/// it.
///
/// Immutable and cheap to copy; may be shared between threads. Colours are extended linear sRGB, alpha is
/// premultiplied, the origin is top left and y points down. Two images are equal if they are the same recipe: made by
/// the same steps, not merely by equivalent ones.
public struct Image: Sendable, Hashable {
  let node: ImageNode

  init(_ node: ImageNode) { self.node = node }

  init(_ operation: any ImageOperation, _ inputs: Image...) {
    node = ImageNode(operation, inputs.map(\.node))
  }

  /// A buffer of any format, its colours converted from its colour space. One component gives gray: red = green = blue.
  ///
  /// A profile that cannot be used is reported when the image is rendered.
  public init(_ buffer: PixelBuffer) {
    do throws(ColorProfileError) {
      self.init(try BufferSource(buffer))
    } catch {
      self.init(UnreadableSource(size: buffer.size, error: .colorSpace(error)))
    }
  }

  /// The pixels of a frame, as stored. Pixels that are not read are not converted.
  package init(_ frame: Frame) {
    guard let picture = frame.picture else {
      self.init(frame.pixels)
      return
    }
    do throws(ColorProfileError) {
      self.init(try FrameSource(picture))
    } catch {
      self.init(UnreadableSource(size: frame.size, error: .colorSpace(error)))
    }
  }

  /// A matte as a gray picture, opaque, of the matte's own size.
  public init(_ matte: Matte) { self.init(matte.pixels) }

  /// One colour everywhere.
  public static func color(_ color: Color) -> Image { Image(ConstantColorSource(color)) }

  /// The transparent image, without extent.
  public static let empty = Image.color(.clear).cropped(to: .empty)

  /// A linear gradient between two points; beyond the points it is constant.
  public static func linearGradient(from p0: Point, _ c0: Color, to p1: Point, _ c1: Color) -> Image {
    Image(LinearGradientSource(from: p0, c0, to: p1, c1))
  }

  /// The extent of the image. Outside it the image is transparent.
  public var extent: Extent { node.extent }

  /// Whether every pixel of the extent is known to be fully opaque.
  public var isOpaque: Bool { node.isOpaque }

  /// This image through a filter. If the filter's parameters are invalid, rendering the result throws
  /// ``RenderError/filter(_:)``.
  public func applying(_ filter: some Filter) -> Image {
    do {
      try filter.check()
      return filter.output(for: self)
    } catch {
      return Image(InvalidOperation(error), self)
    }
  }

  /// This image where the mask is white, `background` where it is black, in linear light between (Core Image's blend
  /// with mask). The mask's green component is used; outside its extent it is black.
  public func blended(over background: Image, mask: Image) -> Image {
    Image(MaskBlendOperation(.green), self, background, mask)
  }

  /// This image where the matte is white, `background` where it is black. The matte is scaled smoothly to this image's
  /// extent; without a matte, the result is the background. The matte must lie as this image does: a stored one on a
  /// picture as stored, an upright one on the picture turned upright.
  public func blended(over background: Image, mask: Matte?) -> Image {
    guard let mask else { return background }
    guard let rect = extent.rect, !rect.isEmpty else { return blended(over: background, mask: Image(mask)) }
    return blended(over: background, mask: Image.matte(mask, fitting: rect))
  }

  /// A matte as a gray picture that covers `rect`: bilinear when it grows, averaged when it shrinks, without shift.
  public static func matte(_ matte: Matte, fitting rect: PixelRect) -> Image {
    let size = matte.pixels.size
    guard size.width <= rect.width, size.height <= rect.height, !rect.isEmpty else {
      return Image(matte).scaled(to: rect.size).translated(x: rect.x, y: rect.y)
    }
    return Image(StretchedMatteSource(matte.pixels, rect: rect))
  }

  /// This image over another (Porter and Duff's source over).
  public func composited(over background: Image) -> Image {
    Image(PorterDuffOperation.over, self, background)
  }

  /// Colour and alpha multiplied by the mask's green component.
  public func masked(by mask: Image) -> Image { Image(MaskOperation(), self, mask) }

  /// Transparent outside `rect`.
  public func cropped(to rect: PixelRect) -> Image {
    let rect = rect.countable
    if let extent = extent.rect, rect.contains(extent) { return self }
    return Image(CropOperation(rect: rect), self)
  }

  /// The pixels at the edge repeated outwards infinitely.
  public func clampedToExtent() -> Image {
    guard let rect = extent.rect, !rect.isEmpty else { return self }
    return Image(ClampOperation(rect: rect), self)
  }

  /// The image moved, turned, scaled: sampled bilinearly, exactly where whole pixels go to whole pixels. A singular
  /// transform gives the empty image. For high-quality reduction use ``scaled(to:)``.
  public func transformed(by transform: AffineTransform2D) -> Image {
    if transform == .identity { return self }
    if let clamp = node.operation as? ClampOperation, let picture = node.inputs.first, !transform.isPixelExact {
      guard let operation = AffineOperation(transform, repeating: clamp) else { return .empty }
      return Image(operation, Image(picture))
    }
    let isNearest = node.operation is NearestSampling
    guard let operation = AffineOperation(transform, of: extent, isNearest: isNearest) else { return .empty }
    return Image(operation, self)
  }

  /// This image, with nearest-neighbour sampling in transforms instead of bilinear: for codes and drawings that must
  /// keep their pixels.
  public func samplingNearest() -> Image { Image(NearestSampling(), self) }

  func translated(x: Int, y: Int) -> Image {
    transformed(by: .translation(x: Double(x), y: Double(y)))
  }

  /// The extent's pixels resampled to a picture of `size` with its origin at 0: Lanczos with 3 lobes. An infinite image
  /// is unchanged; an empty size gives the empty image.
  public func scaled(to size: PixelSize) -> Image { scaled(to: size, by: .lanczos) }

  /// The extent's pixels resampled to `size` with linear interpolation, in a third of the time of `scaled(to:)`. It is
  /// meant for smooth images.
  package func scaledLinearly(to size: PixelSize) -> Image { scaled(to: size, by: .linear) }

  func scaled(to size: PixelSize, by kernel: ScaleOperation.Kernel) -> Image {
    guard let rect = extent.rect else { return self }
    guard !rect.isEmpty, size.width > 0, size.height > 0 else { return .empty }
    return ScaleOperation.scaled(translated(x: -rect.x, y: -rect.y), from: rect.size, to: size, by: kernel)
  }

  /// The stored picture turned upright; its origin stays where it was.
  public func oriented(_ orientation: Orientation) -> Image {
    guard let rect = extent.rect else { return self }
    return transformed(by: .orienting(orientation, rect))
  }

  /// Colour multiplied by alpha: for sources whose colour was straight although marked as premultiplied.
  public func premultiplyingAlpha() -> Image { Image(AlphaOperation.premultiply, self) }

  /// Colour divided by alpha; black where alpha is below 2^-20. Alpha is unchanged.
  public func unpremultiplyingAlpha() -> Image { isOpaque ? self : Image(AlphaOperation.unpremultiply, self) }

  /// Alpha 1 in the whole extent, colour unchanged.
  public func settingAlphaOne() -> Image { isOpaque ? self : Image(AlphaOperation.setOne, self) }

  /// This image kept in memory during a render that uses it, so that no part is computed twice.
  public func insertingIntermediate() -> Image { Image(Materialize(), self) }

  /// The plan by which the image would be rendered, with a line for each stage: which operations are fused, and which
  /// stages read which.
  public var renderPlan: String { RenderPlan(node, fusing: true).text }

  public static func == (left: Image, right: Image) -> Bool { left.node === right.node }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(node)) }
}
