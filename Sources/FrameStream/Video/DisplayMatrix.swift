import Imaging

/// The linear part of a video's display matrix: a stored (x, y), y down, is shown at (a x + c y, b x + d y), except for
/// a translation (ISO 14496-12, 6.2.2).
struct DisplayMatrix: Hashable {
  var a: Int32
  var b: Int32
  var c: Int32
  var d: Int32

  /// The matrix that rotates and mirrors a stored picture upright.
  init(_ orientation: Orientation) {
    let one: Int32 = 1 << 16
    let x = orientation.flipsX ? -one : one
    let y = orientation.flipsY ? -one : one
    (a, b, c, d) = orientation.isTransposed ? (0, y, x, 0) : (x, 0, 0, y)
  }

  init(a: Int32, b: Int32, c: Int32, d: Int32) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The nearest of the eight orientations; scaling and odd angles are ignored.
  var orientation: Orientation {
    let isTransposed = a.magnitude / 2 + d.magnitude / 2 < b.magnitude / 2 + c.magnitude / 2
    let flipsX = (isTransposed ? c : a) < 0
    let flipsY = (isTransposed ? b : d) < 0
    return Orientation.allCases.first {
      $0.isTransposed == isTransposed && $0.flipsX == flipsX && $0.flipsY == flipsY
    } ?? .up
  }
}
