import CZXing
import Imaging

/// A code as read by the library, with corners in pixels of a picture.
struct ReadCode: Sendable {
  var symbology: CodeSymbology
  /// Top left, top right, bottom right, bottom left of the code as it is printed.
  var corners: [SIMD2<Double>]
  var text: String?
  var bytes: [UInt8]
  var errorLevel: String?
  var identifier: String?
  var isInverted, isMirrored: Bool

  init?(_ code: CZCode) {
    guard let symbology = CodeSymbology(format: code.format) else { return nil }
    self.symbology = symbology
    let places = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Int32.self)) }
    // The library counts from the middle of the first pixel.
    corners = (0..<4).map { SIMD2(Double(places[2 * $0]) + 0.5, Double(places[2 * $0 + 1]) + 0.5) }
    let printed = Self.word(code.printed)
    let content =
      printed.map { Array($0.utf8) } ?? code.bytes.map {
        Array(UnsafeBufferPointer(start: $0, count: Int(code.byteCount)))
      } ?? []
    bytes = content
    text = printed ?? code.text.map { Self.whole(String(cString: $0), of: content) }
    isMirrored = code.isMirrored
    if isMirrored {
      // The library reports the corners of these codes as if their bits, and not the picture, were mirrored.
      switch symbology.type {
      case .qr, .microQR: corners.swapAt(1, 3)
      case .dataMatrix: corners.swapAt(0, 2)
      default: break
      }
    }
    errorLevel = Self.word(code.errorLevel)
    identifier = Self.word(code.identifier)
    isInverted = code.isInverted
  }

  /// The whole text: the library's own string ends at its first zero.
  static func whole(_ text: String, of bytes: [UInt8]) -> String {
    guard let zero = bytes.firstIndex(of: 0), text.utf8.count <= 2 * zero else { return text }
    // Bytes that are not UTF-8 are Latin-1, as in codes without a character set.
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The width in modules of a linear code of its type and content, for types that occur within others.
  var moduleCount: Int {
    let letters = text?.count ?? 0
    return switch symbology.type {
    case .upce: 51
    // Wide bars of three modules.
    case .itf: 9 * letters + 9
    default: 10 * letters
    }
  }

  /// Whether it was read, and not only detected.
  var isRead: Bool { text != nil }

  /// A string in a C array; nil if it is empty.
  private static func word<Letters>(_ letters: Letters) -> String? {
    let text = withUnsafeBytes(of: letters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? nil : text
  }

  var center: SIMD2<Double> { (corners[0] + corners[1] + corners[2] + corners[3]) / 4 }

  /// Whether a point lies in the code's quadrilateral, or within a margin of it.
  func contains(_ point: SIMD2<Double>, margin: Double = 0) -> Bool {
    let center = center
    var sign = 0.0
    for index in 0..<4 {
      var (a, b) = (corners[index], corners[(index + 1) % 4])
      // Outwards from the middle.
      a += Self.direction(a - center) * margin
      b += Self.direction(b - center) * margin
      let cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if cross == 0 { continue }
      if sign == 0 { sign = cross } else if (cross > 0) != (sign > 0) { return false }
    }
    return true
  }

  private static func direction(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    let length = (vector * vector).sum().squareRoot()
    return length > 0 ? vector / length : .zero
  }

  /// Whether both are the same code of a picture.
  func isSame(as other: ReadCode) -> Bool {
    guard symbology.type == other.symbology.type, text == other.text, bytes == other.bytes else { return false }
    let reach = max(extent, other.extent)
    let distance = ((center - other.center) * (center - other.center)).sum().squareRoot()
    return distance < 0.5 * reach || contains(other.center) || other.contains(center)
  }

  /// Whether the middle of one lies in the other.
  func overlaps(_ other: ReadCode) -> Bool { contains(other.center) || other.contains(center) }

  /// Whether it lies in a picture, within the tolerance of its corners.
  func isInside(_ size: PixelSize) -> Bool {
    let margin = 2 + 0.03 * extent
    return corners.allSatisfy { corner in
      corner.x >= -margin && corner.y >= -margin && corner.x <= Double(size.width) + margin
        && corner.y <= Double(size.height) + margin
    }
  }

  /// The longer diagonal, in pixels.
  var extent: Double {
    let (a, b) = (corners[2] - corners[0], corners[3] - corners[1])
    return max((a * a).sum(), (b * b).sum()).squareRoot()
  }
}
