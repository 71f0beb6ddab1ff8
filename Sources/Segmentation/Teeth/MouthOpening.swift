import Imaging
import Kernels

/// The opening between the inner lips of one face.
struct MouthOpening {
  /// The box round the opening, in pixels of the picture.
  let rect: PixelRect
  /// How much of each pixel of ``rect`` lies inside the inner lips, `0...255`.
  let coverage: PixelBuffer
  /// The area inside the inner lips, in pixels.
  let area: Float
  /// Height over width of the opening.
  let openness: Float

  /// Lips with a lower ``openness`` are closed: the mesh is not more exact than that.
  private static let closedRatio: Float = 0.06

  /// Nil for a closed mouth, a mouth too small for teeth to be visible, or a face without landmarks.
  init?(of face: Face, in size: PixelSize) throws(SegmentationError) {
    guard let outline = face.landmarks?.outline(of: .innerLips), outline.count == 20 else { return nil }
    let corners = outline.map { SIMD2(Float($0.x * Double(size.width)), Float($0.y * Double(size.height))) }
    // The outline starts at the subject's right corner and reaches the left one half-way.
    let across = corners[10] - corners[0]
    let width = (across * across).sum().squareRoot()
    let opening = corners[15] - corners[5]
    let height = (opening * opening).sum().squareRoot()
    guard width >= 8, height >= 2, height >= width * Self.closedRatio else { return nil }
    openness = height / width

    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      [left, right, top, bottom].allSatisfy({ $0.isFinite && abs($0) < 1e6 })
    else { return nil }
    let box = PixelRect(
      x: Int(left.rounded(.down)), y: Int(top.rounded(.down)), width: Int((right - left).rounded(.up)) + 1,
      height: Int((bottom - top).rounded(.up)) + 1)
    rect = box.intersection(PixelRect(size))
    guard !rect.isEmpty else { return nil }
    var coverage = PixelBuffer(size: rect.size, format: .l8, colorSpace: .linearGray)
    let origin = SIMD2(Float(rect.x), Float(rect.y))
    do {
      try coverage.fill(polygon: corners.map { $0 - origin }, with: 255)
    } catch {
      throw .kernel(error)
    }
    area = coverage.bytes.reduce(0) { $0 + Float($1) } / 255
    self.coverage = coverage
  }
}
