/// The coordinates of a view of a picture: rotated, mirrored, cropped or zoomed. Converts points, boxes, angles and
/// lengths between views.
///
/// ```swift
/// let upright = FrameGeometry(uprightSize: PixelSize(width: 1080, height: 1920))
/// let preview = upright.mirrored().zoomed(by: 2)
/// let shown = face.transformed(to: preview)
/// let back = shown.transformed(to: upright, from: preview)
/// ```
/// Views do not distort. Each is derived from another, whose coordinates its parameters are in. A value, safe to share.
public struct FrameGeometry: Sendable, Hashable {
  /// The size of the upright picture in pixels.
  public let uprightSize: PixelSize
  /// The orientation by which the upright picture is rotated and mirrored in this view.
  public private(set) var turn: Orientation
  /// The region of the turned picture that fills the view. It may reach beyond the picture.
  public private(set) var region: NormalizedRect

  /// The whole picture, upright.
  public init(uprightSize: PixelSize) {
    self.uprightSize = uprightSize
    turn = .up
    region = .full
  }

  /// The whole picture as its pixels are stored.
  ///
  /// - Parameters:
  ///   - size: the size of the stored picture, in pixels.
  ///   - orientation: the orientation that turns it upright.
  public static func stored(size: PixelSize, orientation: Orientation) -> FrameGeometry {
    FrameGeometry(uprightSize: orientation.apply(to: size)).turned(by: orientation.inverse)
  }

  /// Width over height.
  public var aspectRatio: Double { extent.width / extent.height }

  /// This view, turned and mirrored by an orientation.
  public func turned(by orientation: Orientation) -> FrameGeometry {
    var result = self
    result.turn = turn.then(orientation)
    result.region = orientation.apply(to: region)
    return result
  }

  /// This view mirrored left to right, as a front camera's preview shows it.
  public func mirrored() -> FrameGeometry { turned(by: .upMirrored) }

  /// A region of this view, given in its coordinates.
  ///
  /// - Precondition: `rect` is finite and its area is above 0.
  public func cropped(to rect: NormalizedRect) -> FrameGeometry {
    precondition(
      rect.x.isFinite && rect.y.isFinite && rect.width > 0 && rect.height > 0 && rect.area.isFinite,
      "a view shows something")
    var result = self
    result.region = NormalizedRect(
      x: region.x + rect.x * region.width, y: region.y + rect.y * region.height, width: rect.width * region.width,
      height: rect.height * region.height)
    return result
  }

  /// This view enlarged round its centre, as a camera zooms. Factors below 1 show more.
  ///
  /// - Precondition: `factor` is finite and above 0.
  public func zoomed(by factor: Double) -> FrameGeometry {
    precondition(factor > 0 && factor.isFinite, "a zoom factor is positive")
    return cropped(
      to: NormalizedRect(x: 0.5 - 0.5 / factor, y: 0.5 - 0.5 / factor, width: 1 / factor, height: 1 / factor))
  }

  /// Converts a point of this view to another view of the same picture.
  public func convert(_ point: NormalizedPoint, to other: FrameGeometry) -> NormalizedPoint {
    let turned = NormalizedPoint(x: region.x + point.x * region.width, y: region.y + point.y * region.height)
    let target = other.turn.apply(to: turn.inverse.apply(to: turned))
    return NormalizedPoint(
      x: (target.x - other.region.x) / other.region.width, y: (target.y - other.region.y) / other.region.height)
  }

  /// Converts a rectangle of this view to another view of the same picture.
  public func convert(_ rect: NormalizedRect, to other: FrameGeometry) -> NormalizedRect {
    let a = convert(NormalizedPoint(x: rect.minX, y: rect.minY), to: other)
    let b = convert(NormalizedPoint(x: rect.maxX, y: rect.maxY), to: other)
    return NormalizedRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
  }

  /// Converts a roll in this view to another view.
  public func convert(roll: Angle, to other: FrameGeometry) -> Angle {
    let change = turn.inverse.then(other.turn)
    return ((change.isMirrored ? -roll : roll) + change.upRotation).normalized
  }

  /// Converts a yaw in this view to another view: mirroring changes its sign.
  public func convert(yaw: Angle, to other: FrameGeometry) -> Angle {
    (turn.isMirrored != other.turn.isMirrored ? -yaw : yaw).normalized
  }

  /// Converts a length in widths of this view to widths of another.
  public func convert(length: Double, to other: FrameGeometry) -> Double {
    length * extent.width / other.extent.width
  }

  /// The size of the view, in the picture's pixels.
  private var extent: (width: Double, height: Double) {
    let size = turn.apply(to: uprightSize)
    return (Double(size.width) * region.width, Double(size.height) * region.height)
  }
}
