import Imaging
import Kernels

/// Blends a frame's mattes with those of earlier frames where the picture has not changed: a recursive first-order
/// filter with a weight for each pixel (motion-adaptive temporal filtering).
///
/// All kinds are blended with the same weights, so that the relations between the mattes of a frame (hair plus skin at
/// most 255, both within the portrait) hold for blended mattes too, within one level.
struct TemporalMatteFilter: Sendable {
  /// The size of the mattes, in pixels.
  let size: PixelSize
  /// The blended mattes in units of 1/256 level, so that small steps are not lost to rounding.
  private var planes: [MatteKind: [UInt16]] = [:]

  /// A kind that is no longer visible fades out, and is dropped once no pixel reaches this level.
  private static let faintest: UInt8 = 12

  /// - Parameter size: the size of the mattes, in pixels.
  init(size: PixelSize) { self.size = size }

  /// The blended mattes of a frame.
  ///
  /// - Parameters:
  ///   - fresh: the frame's own mattes, of ``size``; a missing kind counts as all 0.
  ///   - kinds: the requested kinds.
  ///   - weights: the weights of the frame; nil to begin anew.
  ///   - space: the coordinate space of the mattes.
  mutating func filtered(
    _ fresh: MatteSet, kinds: Set<MatteKind>, weights: BlendWeights?, in space: CoordinateSpace
  ) -> MatteSet {
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
        result.insert(
          Matte(kind: kind, pixels: pixels, coordinateSpace: space, confidence: matte?.confidence))
      }
    }
    planes = blended
    return result
  }
}
