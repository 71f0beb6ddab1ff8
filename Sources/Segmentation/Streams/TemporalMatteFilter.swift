import Glibc
import Imaging
import Kernels

/// Blends the mattes of a frame with those of the frames before, where the picture has not changed: a recursive filter of
/// first order whose weight is each pixel's own (motion-adaptive temporal filtering).
///
/// All kinds are blended with the same weights, so that what holds between the mattes of single frames (hair and skin
/// share a pixel, the person holds both) holds between blended ones, to within one level.
struct TemporalMatteFilter: Sendable {
  /// Of the mattes.
  let size: PixelSize
  private var changeMap: ChangeMap
  /// The blended mattes, 256 a level, so that small steps are not lost to rounding.
  private var planes: [MatteKind: [UInt16]] = [:]

  /// A kind that a frame does not show any more fades out; it is gone where no pixel is above this.
  private static let faintest: UInt8 = 12

  /// - Parameter size: of the mattes.
  init(size: PixelSize) {
    self.size = size
    changeMap = ChangeMap(grid: ChangeMap.gridSize(for: size))
  }

  /// The mattes to show for a frame.
  ///
  /// - Parameters:
  ///   - fresh: the mattes of the frame alone, of ``size``; a kind that is missing marks nothing.
  ///   - kinds: those that were asked for.
  ///   - picture: the frame, of format `rgba8`, a pixel a cell of ``ChangeMap``, turned as the mattes are.
  ///   - elapsed: the time since the frame before, in time constants.
  ///   - frame: which the mattes lie in.
  mutating func filtered(
    _ fresh: MatteSet, kinds: Set<MatteKind>, picture: PixelBuffer, elapsed: Double, in frame: PictureFrame
  ) -> MatteSet {
    let rate = Float(1 - exp(-max(elapsed, 0)))
    let changes = changeMap.changes(to: picture, rate: rate)
    let weights = changes.map { BlendWeights(changes: $0, grid: changeMap.grid, rate: rate) }
    var blended: [MatteKind: [UInt16]] = [:]
    var result = MatteSet()
    for kind in kinds {
      let matte = fresh[kind]
      guard let weights, var plane = planes.removeValue(forKey: kind) else {
        if let matte {
          blended[kind] = matte.pixels.bytes.map { UInt16($0) << 8 }
          result.insert(matte)
        } else {
          blended[kind] = [UInt16](repeating: 0, count: size.area)
        }
        continue
      }
      let bytes = weights.blend(matte?.pixels.bytes, into: &plane, size: size)
      blended[kind] = plane
      if matte != nil || bytes.contains(where: { $0 >= Self.faintest }) {
        let pixels = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes)
        result.insert(Matte(kind: kind, pixels: pixels, frame: frame))
      }
    }
    planes = blended
    return result
  }
}
