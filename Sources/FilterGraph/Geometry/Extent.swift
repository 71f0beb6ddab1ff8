import Imaging

/// The extent of an image: a rectangle of whole pixels, or infinite. Outside its extent an image is transparent.
public struct Extent: Sendable, Hashable, CustomStringConvertible {
  /// The rectangle; nil if the extent is infinite.
  public let rect: PixelRect?

  /// The pixels of a rectangle.
  public init(_ rect: PixelRect) { self.rect = rect }

  private init() { rect = nil }

  /// The whole plane.
  public static let infinite = Extent()
  /// No pixel.
  public static let empty = Extent(.empty)

  /// Whether this is the whole plane.
  public var isInfinite: Bool { rect == nil }
  /// Whether it holds no pixel.
  public var isEmpty: Bool { rect?.isEmpty ?? false }

  /// The size; nil if the extent is infinite.
  public var size: PixelSize? { rect?.size }

  /// The pixels that are in both extents.
  public func intersection(_ other: Extent) -> Extent {
    guard let rect else { return other }
    guard let second = other.rect else { return self }
    return Extent(rect.intersection(second))
  }

  /// The part of a rectangle in which the image has pixels.
  public func intersection(_ other: PixelRect) -> PixelRect { rect?.intersection(other) ?? other }

  /// Whether all pixels of another extent lie in this one.
  func contains(_ other: Extent) -> Bool { other.isEmpty || intersection(other) == other }

  /// The smallest extent that holds both.
  public func union(_ other: Extent) -> Extent {
    guard let rect, let second = other.rect else { return .infinite }
    return Extent(rect.union(second))
  }

  /// Grown by `margin` pixels on every side; an empty extent stays empty.
  public func outset(by margin: Int) -> Extent {
    guard let rect, !rect.isEmpty else { return self }
    return Extent(rect.outset(by: margin))
  }

  public var description: String { rect.map { "\($0)" } ?? "infinite" }
}

extension PixelRect {
  /// The part that lies within 2^40 pixels of the origin, where sums of coordinates cannot overflow.
  var countable: PixelRect {
    let limit = 1 << 40
    func held(_ start: Int, _ length: Int) -> (Int, Int) {
      let (end, overflows) = start.addingReportingOverflow(length)
      let low = min(max(start, -limit), limit)
      return (low, overflows ? limit - low : min(max(end, -limit), limit) - low)
    }
    let (left, width) = held(x, self.width)
    let (top, height) = held(y, self.height)
    return PixelRect(x: left, y: top, width: width, height: height)
  }
}
