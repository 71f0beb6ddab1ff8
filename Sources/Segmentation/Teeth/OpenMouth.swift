import Imaging
import Kernels

/// The opening between the lips of one face, in pixels of a picture.
struct OpenMouth {
  let rect: PixelRect
  /// How much of each pixel of ``rect`` lies inside the inner lips.
  let coverage: PixelBuffer
  /// Pixels inside the inner lips.
  let area: Float
  /// How far it is open, as a part of its width.
  let openness: Float

  /// Lips that are nearer than this part of the mouth's width are closed: the mesh is not more exact than that.
  private static let closedRatio: Float = 0.06

  /// Nil for a closed mouth, one that is too small to see teeth in, or a face without landmarks.
  init?(of face: Face, in size: PixelSize) throws(SegmentationError) {
    guard let outline = face.landmarks?.outline(of: .innerLips), outline.count == 20 else { return nil }
    let corners = outline.map { SIMD2(Float($0.x * Double(size.width)), Float($0.y * Double(size.height))) }
    // The outline starts at the subject's right corner and turns at the left one half-way round.
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
