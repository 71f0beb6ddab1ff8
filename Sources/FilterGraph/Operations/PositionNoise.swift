/// White noise as a function of a pixel's place alone: the same for every tile, run and machine.
enum PositionNoise {
  /// A value in -0.5...0.5 for a place and a component.
  @inline(__always)
  static func value(x: Int, y: Int, component: UInt32) -> Float {
    // The finalizer of MurmurHash3 over the coordinates.
    var h = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1
    h = h &+ (UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77)
    h = h &+ (component &* 0xC2B2_AE3D)
    h ^= h >> 16
    h = h &* 0x85EB_CA6B
    h ^= h >> 13
    h = h &* 0xC2B2_AE35
    h ^= h >> 16
    return Float(h >> 8) * 0x1p-24 - 0.5
  }
}
