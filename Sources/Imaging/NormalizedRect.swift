/// A rectangle as fractions of a picture's width and height. Origin top left, x right, y down.
///
/// Edges inside the picture are in `0...1`. A face at the picture's edge may reach beyond. In JSON it is an object of
/// `x`, `y`, `width` and `height`.
public struct NormalizedRect: Sendable, Hashable, Codable {
  /// The left edge, in widths of the picture.
  public var x: Double
  /// The top edge, in heights of the picture.
  public var y: Double
  /// The width, as a fraction of the picture's.
  public var width: Double
  /// The height, as a fraction of the picture's.
  public var height: Double

  /// Creates a rectangle from its top left corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole picture.
  public static let full = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// The left edge.
  public var minX: Double { x }
  /// The top edge.
  public var minY: Double { y }
  /// The horizontal centre.
  public var midX: Double { x + width / 2 }
  /// The vertical centre.
  public var midY: Double { y + height / 2 }
  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The area, as a fraction of the picture's.
  public var area: Double { width * height }

  /// The intersection; its width or height is 0 if there is none.
  public func intersection(_ other: NormalizedRect) -> NormalizedRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return NormalizedRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// The area of the intersection over that of the union (Jaccard index), `0...1`.
  public func intersectionOverUnion(_ other: NormalizedRect) -> Double {
    let shared = intersection(other).area
    let whole = area + other.area - shared
    return whole > 0 ? shared / whole : 0
  }

  /// The rectangle as reports write it: a millionth of the picture is finer than any measurement.
  package var rounded: NormalizedRect {
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    return NormalizedRect(x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height))
  }

  /// The smallest rectangle of whole pixels that contains this one, clipped to a picture of `size`. Empty if a
  /// coordinate is not finite.
  public func pixels(in size: PixelSize) -> PixelRect {
    // Clamped before conversion: coordinates may come from a file and have any value.
    func column(_ value: Double, _ extent: Int) -> Double { min(max(value * Double(extent), 0), Double(extent)) }
    guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else { return .empty }
    let left = Int(column(minX, size.width).rounded(.down))
    let top = Int(column(minY, size.height).rounded(.down))
    let right = Int(column(maxX, size.width).rounded(.up))
    let bottom = Int(column(maxY, size.height).rounded(.up))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
