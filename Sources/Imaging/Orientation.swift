/// The rotation and mirroring that bring a stored picture upright: the eight values of EXIF's Orientation tag (0x0112).
///
/// An orientation is a transposition followed by flips: stored, transpose, flip x, flip y, upright.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  /// The stored picture is upright.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Rotated by 180 degrees.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Transposed: mirrored at the diagonal from the top left to the bottom right.
  case leftMirrored = 5
  /// Rotated 90 degrees clockwise for viewing, as for a phone held upright.
  case right = 6
  /// Mirrored at the diagonal from the bottom left to the top right.
  case rightMirrored = 7
  /// Rotated 90 degrees counterclockwise for viewing.
  case left = 8

  /// Whether x and y are exchanged, and with them width and height.
  public var isTransposed: Bool { rawValue >= 5 }

  /// Whether x is flipped after the transposition.
  public var flipsX: Bool {
    switch self {
    case .upMirrored, .down, .right, .rightMirrored: true
    default: false
    }
  }

  /// Whether y is flipped after the transposition.
  public var flipsY: Bool {
    switch self {
    case .down, .downMirrored, .rightMirrored, .left: true
    default: false
    }
  }

  /// Whether the stored picture is a mirror image of the upright one.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    default: false
    }
  }

  /// The orientation that undoes this one.
  public var inverse: Orientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }

  /// The orientation that is this one followed by `next`.
  public func then(_ next: Orientation) -> Orientation {
    // A transposition after flips is one before them, with the flips exchanged.
    let (x, y) = next.isTransposed ? (flipsY, flipsX) : (flipsX, flipsY)
    return Orientation.allCases.first {
      $0.isTransposed == (isTransposed != next.isTransposed) && $0.flipsX == (x != next.flipsX)
        && $0.flipsY == (y != next.flipsY)
    } ?? .up
  }

  /// The rotation of the picture's up direction, clockwise as the viewer sees it. It is added to a roll, whose sign
  /// changes first if this orientation mirrors.
  var upRotation: Angle {
    if isTransposed { return Angle(degrees: flipsX ? 90 : 270) }
    return Angle(degrees: flipsY ? 180 : 0)
  }

  /// The upright size of a picture stored at `size`.
  public func apply(to size: PixelSize) -> PixelSize { isTransposed ? size.transposed : size }

  /// The map from the pixels of a picture stored at `size` to those of the upright one.
  package func transform(of size: PixelSize) -> AffineTransform2D {
    let flips = flips(in: apply(to: size))
    return isTransposed ? Self.exchange.then(flips) : flips
  }

  /// The map from the pixels of the upright picture to those of the one stored at `size`.
  package func inverseTransform(of size: PixelSize) -> AffineTransform2D {
    // Each of the two undoes itself.
    let flips = flips(in: apply(to: size))
    return isTransposed ? flips.then(Self.exchange) : flips
  }

  /// The map that exchanges x and y.
  private static let exchange = AffineTransform2D(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)

  private func flips(in size: PixelSize) -> AffineTransform2D {
    AffineTransform2D(
      a: flipsX ? -1 : 1, b: 0, c: 0, d: flipsY ? -1 : 1, tx: flipsX ? Double(size.width) : 0,
      ty: flipsY ? Double(size.height) : 0)
  }

  /// The upright coordinates of a point of the stored picture.
  public func apply(to point: NormalizedPoint) -> NormalizedPoint {
    let x = isTransposed ? point.y : point.x
    let y = isTransposed ? point.x : point.y
    return NormalizedPoint(x: flipsX ? 1 - x : x, y: flipsY ? 1 - y : y)
  }

  /// The upright coordinates of a rectangle of the stored picture.
  public func apply(to rect: NormalizedRect) -> NormalizedRect {
    let a = apply(to: NormalizedPoint(x: rect.minX, y: rect.minY))
    let b = apply(to: NormalizedPoint(x: rect.maxX, y: rect.maxY))
    return NormalizedRect(
      x: min(a.x, b.x), y: min(a.y, b.y), width: isTransposed ? rect.height : rect.width,
      height: isTransposed ? rect.width : rect.height)
  }
}
