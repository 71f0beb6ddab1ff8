/// A view of a picture, in whose coordinates things seen in the picture may be told: turned, mirrored, cut, enlarged.
///
/// ```swift
/// let upright = FrameGeometry(uprightSize: PixelSize(width: 1080, height: 1920))
/// let preview = upright.mirrored().zoomed(by: 2)
/// let shown = face.transformed(to: preview)
/// let back = shown.transformed(to: upright, from: preview)
/// ```
/// Whatever is shown is shown without distortion. A value; each view is made from another, in whose coordinates its
/// parameters are.
public struct FrameGeometry: Sendable, Hashable {
  /// The size of the upright picture in pixels.
  public let uprightSize: PixelSize
  /// How the upright picture is turned and mirrored for this view.
  public private(set) var turn: Orientation
  /// The part of the turned picture that fills the view; it may reach beyond the picture.
  public private(set) var region: NormalizedRect

  /// The whole picture, upright.
  public init(uprightSize: PixelSize) {
    self.uprightSize = uprightSize
    turn = .up
    region = .full
  }

  /// The whole picture as its pixels lie in memory or in a file.
  ///
  /// - Parameter orientation: how the stored picture is to be turned to stand upright.
  public static func stored(size: PixelSize, orientation: Orientation) -> FrameGeometry {
    FrameGeometry(uprightSize: orientation.apply(to: size)).turned(by: orientation.inverse)
  }

  /// The width of the view over its height.
  public var aspectRatio: Double { extent.width / extent.height }

  /// This view, turned and mirrored.
  public func turned(by orientation: Orientation) -> FrameGeometry {
    var result = self
    result.turn = turn.then(orientation)
    result.region = orientation.apply(to: region)
    return result
  }

  /// This view in a mirror, left for right: as a front camera's preview shows it.
  public func mirrored() -> FrameGeometry { turned(by: .upMirrored) }

  /// The part of this view that is given in its coordinates.
  ///
  /// - Precondition: the rectangle is finite and has an area.
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

  /// This view enlarged round its middle, as a camera zooms; below 1 it shows more.
  ///
  /// - Precondition: `factor` is positive.
  public func zoomed(by factor: Double) -> FrameGeometry {
    precondition(factor > 0 && factor.isFinite, "a zoom factor is positive")
    return cropped(
      to: NormalizedRect(x: 0.5 - 0.5 / factor, y: 0.5 - 0.5 / factor, width: 1 / factor, height: 1 / factor))
  }

  /// Where a place in this view is in another view of the same picture.
  public func convert(_ point: NormalizedPoint, to other: FrameGeometry) -> NormalizedPoint {
    let turned = NormalizedPoint(x: region.x + point.x * region.width, y: region.y + point.y * region.height)
    let target = other.turn.apply(to: turn.inverse.apply(to: turned))
    return NormalizedPoint(
      x: (target.x - other.region.x) / other.region.width, y: (target.y - other.region.y) / other.region.height)
  }

  /// Where a rectangle of this view is in another view of the same picture.
  public func convert(_ rect: NormalizedRect, to other: FrameGeometry) -> NormalizedRect {
    let a = convert(NormalizedPoint(x: rect.minX, y: rect.minY), to: other)
    let b = convert(NormalizedPoint(x: rect.maxX, y: rect.maxY), to: other)
    return NormalizedRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
  }

  /// A roll of this view in another.
  public func convert(roll: Angle, to other: FrameGeometry) -> Angle {
    let change = turn.inverse.then(other.turn)
    return ((change.isMirrored ? -roll : roll) + change.turnOfUp).normalized
  }

  /// A yaw of this view in another: a mirror changes its sign.
  public func convert(yaw: Angle, to other: FrameGeometry) -> Angle {
    (turn.isMirrored != other.turn.isMirrored ? -yaw : yaw).normalized
  }

  /// A length in units of this view's width in units of another's.
  public func convert(length: Double, to other: FrameGeometry) -> Double {
    length * extent.width / other.extent.width
  }

  /// The size of the view in the picture's pixels.
  private var extent: (width: Double, height: Double) {
    let size = turn.apply(to: uprightSize)
    return (Double(size.width) * region.width, Double(size.height) * region.height)
  }
}
