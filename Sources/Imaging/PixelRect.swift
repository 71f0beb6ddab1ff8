/// A half-open rectangle of whole pixels: `x..<x + width` by `y..<y + height`. Origin top left, y down.
public struct PixelRect: Sendable, Hashable, CustomStringConvertible {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a rectangle; a negative width or height counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Creates the rectangle from the origin that covers `size`.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// A rectangle without pixels.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The first column.
  public var minX: Int { x }
  /// The first row.
  public var minY: Int { y }
  /// One past the last column.
  public var maxX: Int { x + width }
  /// One past the last row.
  public var maxY: Int { y + height }
  /// Whether it has no pixels.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// Width and height.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The intersection; ``empty`` if there is none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle with every edge moved outwards by `margin` pixels; inwards if negative.
  public func outset(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The rectangle as a fraction of a picture of `size`.
  package func normalized(in size: PixelSize) -> NormalizedRect {
    let (width, height) = (Double(size.width), Double(size.height))
    return NormalizedRect(
      x: Double(x) / width, y: Double(y) / height, width: Double(self.width) / width,
      height: Double(self.height) / height)
  }

  /// Whether every pixel of `other` is in this rectangle. An empty rectangle is in every other.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY)
  }

  /// The rectangle in words, such as `(0, 0, 640x480)`.
  public var description: String { "(\(x), \(y), \(width)x\(height))" }
}
