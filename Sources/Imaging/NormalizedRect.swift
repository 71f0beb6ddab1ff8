/// A rectangle as fractions of a picture's width and height: origin top left, x right, y down.
///
/// Inside the picture all edges lie in `0...1`; a face that is cut by the picture's edge may reach beyond.
public struct NormalizedRect: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole picture.
  public static let full = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  public var minX: Double { x }
  public var minY: Double { y }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var area: Double { width * height }

  /// The part that is in both, of width or height 0 if there is none.
  public func intersection(_ other: NormalizedRect) -> NormalizedRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return NormalizedRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }

  /// The area of the part in both over the area of the part in either (Jaccard index), `0...1`.
  public func intersectionOverUnion(_ other: NormalizedRect) -> Double {
    let shared = intersection(other).area
    let whole = area + other.area - shared
    return whole > 0 ? shared / whole : 0
  }

  /// The smallest rectangle of whole pixels that covers this one in a picture of `size`, cut to the picture.
  public func pixels(in size: PixelSize) -> PixelRect {
    // Clamped before conversion: coordinates may come from a file and be of any size.
    func column(_ value: Double, _ extent: Int) -> Double { min(max(value * Double(extent), 0), Double(extent)) }
    guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else { return .empty }
    let left = Int(column(minX, size.width).rounded(.down))
    let top = Int(column(minY, size.height).rounded(.down))
    let right = Int(column(maxX, size.width).rounded(.up))
    let bottom = Int(column(maxY, size.height).rounded(.up))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
