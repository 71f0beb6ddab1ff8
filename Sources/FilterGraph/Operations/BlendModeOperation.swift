/// The blend modes of ISO 32000-1 (PDF), 11.3.5, and seven more of picture editors, with its compositing:
/// `(1 - ab) as Cs + (1 - as) ab Cb + as ab B(Cb, Cs)`, alpha `as + ab - as ab`, on linear colours.
///
/// Colours are divided by alpha for the blend function, and clamped to 0...1 if its formula needs that: for all but
/// multiply, screen, darken, lighten, difference and exclusion.
enum BlendModeOperation: String, PixelOperation {
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
  case hue, saturation, color, luminosity
  case linearBurn, linearDodge, subtract, divide, pinLight, linearLight, vividLight

  var name: String { "\(rawValue)BlendMode" }
  /// Whether colours are clamped to 0...1 for the blend function.
  var holdsColors: Bool {
    ![.multiply, .screen, .darken, .lighten, .difference, .exclusion].contains(self)
  }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[0].union(inputs[1]) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    inputs[1].isOpaque && extent(of: inputs.map(\.extent)) == inputs[1].extent
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    switch self {
    case .multiply: separable(row, others[0]) { b, s in b * s }
    case .screen: separable(row, others[0]) { b, s in b + s - b * s }
    case .overlay: separable(row, others[0]) { b, s in BlendModeOperation.hardLight(unit(s), unit(b)) }
    case .darken: separable(row, others[0]) { b, s in min(b, s) }
    case .lighten: separable(row, others[0]) { b, s in max(b, s) }
    case .colorDodge:
      separable(row, others[0]) { b, s in BlendModeOperation.dodge(unit(b), unit(s)) }
    case .colorBurn:
      separable(row, others[0]) { b, s in BlendModeOperation.burn(unit(b), unit(s)) }
    case .hardLight: separable(row, others[0]) { b, s in BlendModeOperation.hardLight(unit(b), unit(s)) }
    case .softLight: separable(row, others[0]) { b, s in BlendModeOperation.softLight(unit(b), unit(s)) }
    case .difference: separable(row, others[0]) { b, s in abs(b - s) }
    case .exclusion: separable(row, others[0]) { b, s in b + s - 2 * b * s }
    case .linearBurn: separable(row, others[0]) { b, s in unit(unit(b) + unit(s) - 1) }
    case .linearDodge: separable(row, others[0]) { b, s in unit(unit(b) + unit(s)) }
    case .subtract: separable(row, others[0]) { b, s in unit(unit(b) - unit(s)) }
    case .divide: separable(row, others[0]) { b, s in unit(b) == 0 ? 0 : unit(s) == 0 ? 1 : unit(unit(b) / unit(s)) }
    case .pinLight:
      separable(row, others[0]) { b, s in
        unit(s) <= 0.5 ? min(unit(b), 2 * unit(s)) : max(unit(b), 2 * unit(s) - 1)
      }
    case .linearLight: separable(row, others[0]) { b, s in unit(unit(b) + 2 * unit(s) - 1) }
    case .vividLight:
      separable(row, others[0]) { b, s in
        unit(s) <= 0.5
          ? BlendModeOperation.burn(unit(b), 2 * unit(s)) : BlendModeOperation.dodge(unit(b), 2 * unit(s) - 1)
      }
    case .hue:
      wholeColor(row, others[0]) { b, s in s.withSaturation(b.saturation).withLuminosity(b.luminosity) }
    case .saturation:
      wholeColor(row, others[0]) { b, s in b.withSaturation(s.saturation).withLuminosity(b.luminosity) }
    case .color: wholeColor(row, others[0]) { b, s in s.withLuminosity(b.luminosity) }
    case .luminosity: wholeColor(row, others[0]) { b, s in b.withLuminosity(s.luminosity) }
    }
  }

  @inline(__always)
  private func unit(_ x: Float) -> Float { x.clamped(to: 0...1) }

  @inline(__always)
  private static func dodge(_ b: Float, _ s: Float) -> Float { b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }

  @inline(__always)
  private static func burn(_ b: Float, _ s: Float) -> Float { b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }

  @inline(__always)
  private static func hardLight(_ b: Float, _ s: Float) -> Float {
    s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
  }

  @inline(__always)
  private static func softLight(_ b: Float, _ s: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }

  @inline(__always)
  private func separable(_ row: PixelRow, _ below: PixelRow, _ blend: (Float, Float) -> Float) {
    for i in 0..<row.count {
      let top = row.alpha[i]
      let bottom = below.alpha[i]
      let topInverse = top > 0x1p-20 ? 1 / top : 0
      let bottomInverse = bottom > 0x1p-20 ? 1 / bottom : 0
      for index in 0..<3 {
        let plane = index == 0 ? row.red : index == 1 ? row.green : row.blue
        let belowPlane = index == 0 ? below.red : index == 1 ? below.green : below.blue
        let s = plane[i]
        let b = belowPlane[i]
        let mixed = top * bottom * blend(b * bottomInverse, s * topInverse)
        plane[i] = (1 - bottom) * s + (1 - top) * b + mixed
      }
      row.alpha[i] = bottom + top * (1 - bottom)
    }
  }

  @inline(__always)
  private func wholeColor(
    _ row: PixelRow, _ below: PixelRow, _ blend: (SIMD3<Float>, SIMD3<Float>) -> SIMD3<Float>
  ) {
    for i in 0..<row.count {
      let top = row.alpha[i]
      let bottom = below.alpha[i]
      let s = SIMD3(row.red[i], row.green[i], row.blue[i])
      let b = SIMD3(below.red[i], below.green[i], below.blue[i])
      let topColor = (s * (top > 0x1p-20 ? 1 / top : 0)).clamped(lowerBound: .zero, upperBound: .one)
      let bottomColor = (b * (bottom > 0x1p-20 ? 1 / bottom : 0)).clamped(lowerBound: .zero, upperBound: .one)
      let result = s * (1 - bottom) + b * (1 - top) + blend(bottomColor, topColor) * (top * bottom)
      row.red[i] = result.x
      row.green[i] = result.y
      row.blue[i] = result.z
      row.alpha[i] = bottom + top * (1 - bottom)
    }
  }
}

/// The functions Lum, Sat, SetLum and SetSat of ISO 32000-1, 11.3.5.3, with the standard's weights.
extension SIMD3<Float> {
  fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }
  fileprivate var saturation: Float { self.max() - self.min() }

  fileprivate func withLuminosity(_ target: Float) -> SIMD3<Float> {
    let moved = self + (target - luminosity)
    let light = moved.luminosity
    let low = moved.min()
    let high = moved.max()
    var result = moved
    if low < 0, light > low { result = light + (result - light) * (light / (light - low)) }
    if high > 1, high > light { result = light + (result - light) * ((1 - light) / (high - light)) }
    return result
  }

  fileprivate func withSaturation(_ target: Float) -> SIMD3<Float> {
    let low = self.min()
    let range = self.max() - low
    return range > 0 ? (self - low) * (target / range) : .zero
  }
}
