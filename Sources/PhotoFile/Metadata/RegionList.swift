import Imaging

/// The regions of an XMP document: the paths of their properties, and their meaning.
///
/// Areas are given by their centre, in fractions of a picture of AppliedToDimensions, origin top left.
struct RegionList {
  private let document: XMPDocument
  private let regions: String
  private let list: String
  private let area: String
  private let dimensions: String
  private let type: String
  private let extensions: String

  init(_ document: XMPDocument) {
    self.document = document
    let prefix = document.prefix(of: .regions)
    let areaPrefix = document.prefix(of: .area)
    regions = "\(prefix)Regions"
    list = "\(regions)/\(prefix)RegionList"
    area = "\(prefix)Area/\(areaPrefix)"
    dimensions = "\(regions)/\(prefix)AppliedToDimensions/\(document.prefix(of: .dimensions))"
    type = "\(prefix)Type"
    extensions = "\(prefix)Extensions/\(document.prefix(of: .faceInfo))"
  }

  /// Indices start at 1. This is the first index without an item, or one past `limit`.
  func firstFreeIndex(upTo limit: Int) -> Int {
    var index = 1
    while index <= limit, document.contains(.regions, "\(list)[\(index)]") { index += 1 }
    return index
  }

  func isFace(at index: Int) -> Bool { document.text(.regions, path(index, type)) == "Face" }

  /// The area of a region in the picture that the list applies to; nil if it is missing or invalid.
  ///
  /// The Metadata Working Group defines only fractions; some programs write pixels, and state it.
  func area(at index: Int) -> NormalizedRect? {
    func number(_ name: String) -> Double? { document.text(.regions, path(index, area + name)).flatMap(Double.init) }
    guard var x = number("x"), var y = number("y"), var width = number("w"), var height = number("h") else {
      return nil
    }
    if isInPixels(at: index) {
      guard let size = appliedSize else { return nil }
      (x, width) = (x / size.width, width / size.width)
      (y, height) = (y / size.height, height / size.height)
    }
    // Areas overlap the picture at least in part; this also rejects infinity and NaN.
    guard abs(x) <= 2, abs(y) <= 2, width > 0, width <= 4, height > 0, height <= 4 else { return nil }
    return NormalizedRect(x: x - width / 2, y: y - height / 2, width: width, height: height)
  }

  func isInPixels(at index: Int) -> Bool { document.text(.regions, path(index, area + "unit")) == "pixel" }

  /// The size of the picture that the list applies to.
  private var appliedSize: (width: Double, height: Double)? {
    func number(_ name: String) -> Double? { document.text(.regions, dimensions + name).flatMap(Double.init) }
    guard let width = number("w"), let height = number("h"), width >= 1, height >= 1, width.isFinite, height.isFinite
    else { return nil }
    return (width, height)
  }

  func face(at index: Int, turnedBy turn: Orientation) -> Face? {
    guard let area = area(at: index) else { return nil }
    let confidence = number(at: index, "ConfidenceLevel").map { min(max($0 / 1000, 0), 1) }
    return Face(
      id: number(at: index, "FaceID").flatMap { Int(exactly: $0) }, bounds: turn.apply(to: area),
      roll: number(at: index, "AngleInfoRoll").map { FaceAngles.roll(Angle(degrees: $0), after: turn) },
      yaw: number(at: index, "AngleInfoYaw").map { FaceAngles.yaw(Angle(degrees: $0), after: turn) },
      confidence: confidence ?? 1)
  }

  /// The conversion of the list's coordinates to upright ones; nil if they are those of a picture of another shape, as
  /// after a crop by a program that does not update regions.
  ///
  /// They are those of the stored picture, with two exceptions, both detected by the transposed shape of
  /// AppliedToDimensions. If the stored picture has a quarter turn, the writer used the upright picture. If not, an
  /// editor rotated the pixels and kept the coordinates of the camera's sensor; the faces' roll gives the direction,
  /// because people stand upright.
  func turn(storedSize: PixelSize, orientation: Orientation) -> Orientation? {
    guard let size = appliedSize else { return orientation }
    func hasShape(_ other: PixelSize) -> Bool {
      let (a, b) = (size.width * Double(other.height), size.height * Double(other.width))
      // The sides of a reduced picture were rounded.
      return abs(a - b) <= 0.02 * max(a, b) + max(size.width, size.height)
    }
    if hasShape(storedSize) { return orientation }
    guard hasShape(storedSize.transposed) else { return nil }
    if orientation.isTransposed { return .up }
    let (usual, other): (Orientation, Orientation) =
      orientation.isMirrored ? (.leftMirrored, .rightMirrored) : (.right, .left)
    var sum = 0.0
    for index in 1..<firstFreeIndex(upTo: 20) where isFace(at: index) {
      guard let roll = self.number(at: index, "AngleInfoRoll") else { continue }
      let turned = FaceAngles.roll(Angle(degrees: roll), after: usual).signed
      sum += abs(turned.degrees) <= 90 ? 1 : -1
    }
    return sum >= 0 ? usual : other
  }

  /// Removes the list with its contents.
  func removeAll() { document.remove(.regions, regions) }

  /// Creates an empty list if there is none.
  func prepare() {
    if !document.contains(.regions, list) { document.makeArray(.regions, list) }
  }

  /// Appends an empty region and returns its index.
  func append() -> Int {
    let index = firstFreeIndex(upTo: .max)
    document.makeStructure(.regions, "\(list)[\(index)]")
    return index
  }

  func remove(at index: Int) { document.remove(.regions, "\(list)[\(index)]") }

  /// Records a face in the coordinates of the stored picture.
  func set(_ face: Face, at index: Int, orientation: Orientation) {
    let inverse = orientation.inverse
    set(inverse.apply(to: face.bounds), at: index)
    document.set(.regions, path(index, type), to: "Face")
    func setExtension(_ name: String, to value: Int?) {
      let place = path(index, extensions + name)
      if let value {
        document.set(.regions, place, to: "\(value)")
      } else {
        document.remove(.regions, place)
      }
    }
    func wholeDegrees(_ angle: Angle) -> Int { Int(angle.normalized.degrees.rounded()) % 360 }
    setExtension("AngleInfoYaw", to: face.yaw.map { wholeDegrees(FaceAngles.yaw($0, after: inverse)) })
    setExtension("AngleInfoRoll", to: face.roll.map { wholeDegrees(FaceAngles.roll($0, after: inverse)) })
    setExtension("ConfidenceLevel", to: Int((min(max(face.confidence, 0), 1) * 1000).rounded()))
    setExtension("FaceID", to: face.id)
  }

  /// Records an area in the coordinates of the stored picture.
  func set(_ rect: NormalizedRect, at index: Int) {
    let values = [("y", rect.midY), ("w", rect.width), ("x", rect.midX), ("h", rect.height)]
    for (name, value) in values { document.set(.regions, path(index, area + name), to: Self.decimal(value)) }
    document.set(.regions, path(index, area + "unit"), to: "normalized")
  }

  /// Writes the size that the areas refer to, or removes the whole list if no region is left.
  func finish(storedSize: PixelSize) {
    guard firstFreeIndex(upTo: 1) > 1 else { return removeAll() }
    document.set(.regions, dimensions + "h", to: "\(storedSize.height)")
    document.set(.regions, dimensions + "w", to: "\(storedSize.width)")
    document.set(.regions, dimensions + "unit", to: "pixel")
  }

  private func path(_ index: Int, _ field: String) -> String { "\(list)[\(index)]/\(field)" }

  private func number(at index: Int, _ name: String) -> Double? {
    document.text(.regions, path(index, extensions + name)).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number with at most 12 decimals and without an exponent, which XMP does not support.
  static func decimal(_ value: Double) -> String {
    guard abs(value) < 1000 else { return "0" }
    let digits = String(Int((abs(value) * 1e12).rounded()))
    let padded = String(repeating: "0", count: max(0, 13 - digits.count)) + digits
    var fraction = padded.suffix(12)
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + padded.dropLast(12) + "." + fraction
  }
}
