import CPixelKernels
import Imaging
import Kernels

/// Straight colours from the working space to the encoded values of another colour space, or back.
struct ColorSpaceConversion: PixelOperation {
  enum Direction: String, Sendable { case encode, decode }

  private let direction: Direction
  private let space: ColorSpace
  private let curves: [ToneCurve]
  /// For curves that are powers.
  private let powers: [PowerCurve?]
  private let matrix: [Float]?
  let error: RenderError?

  init(_ direction: Direction, _ space: ColorSpace) {
    self.direction = direction
    self.space = space
    do throws(ColorProfileError) {
      let profile = try ColorProfile(space)
      guard case .rgb(let red, let green, let blue, let toLinear) = profile.model,
        let fromLinear = toLinear.inverse
      else {
        (curves, powers) = ([], [])
        matrix = nil
        error = .filter(
          .invalidValue(
            key: "colorSpace", filter: "colour space", reason: "\(space.name) is not made of curves and a matrix"))
        return
      }
      curves = [red, green, blue]
      powers = curves.map { curve in
        guard case .gamma(let gamma) = curve else { return nil }
        return PowerCurve(Float(direction == .decode ? gamma : 1 / gamma))
      }
      let used = direction == .decode ? toLinear : fromLinear
      matrix = used == .identity ? nil : used.floats
      error = nil
    } catch {
      (curves, powers) = ([], [])
      matrix = nil
      self.error = .colorSpace(error)
    }
  }

  var name: String { "\(direction) \(space.name)" }
  var wantsStraightAlpha: Bool { true }

  func components(of input: Int, for needed: Components) -> Components { needed.union(.color) }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    if direction == .encode, let matrix { pk_matrix3(row.red, row.green, row.blue, row.count, matrix) }
    for (index, plane) in [row.red, row.green, row.blue].enumerated() {
      if let power = powers[index] {
        power.apply(to: plane, count: row.count)
      } else {
        bend(plane, row.count, curves[index])
      }
    }
    if direction == .decode, let matrix { pk_matrix3(row.red, row.green, row.blue, row.count, matrix) }
  }

  private func bend(_ plane: UnsafeMutablePointer<Float>, _ count: Int, _ curve: ToneCurve) {
    switch (curve, direction) {
    case (.linear, _), (.gamma, _): break
    case (.sRGB, .encode): pk_srgb_encode(plane, count)
    case (.sRGB, .decode): pk_srgb_decode(plane, count)
    case (.sampled, .encode), (.pq, .encode), (.hlg, .encode):
      for i in 0..<count { plane[i] = Float(curve.encoded(safe(plane[i]))) }
    case (.sampled, .decode), (.pq, .decode), (.hlg, .decode):
      for i in 0..<count { plane[i] = Float(curve.linear(of: safe(plane[i]))) }
    }
  }

  private func safe(_ value: Float) -> Double { Double(value.nanSafeClamped(to: -65504...65504)) }
}

extension Image {
  /// This image's colours converted to another space, through `change`, and back. The working space needs no
  /// conversion.
  func converted(to space: ColorSpace, _ change: (Image) -> Image) -> Image {
    if space == .extendedLinearSRGB { return change(self) }
    return Image(
      ColorSpaceConversion(.decode, space), change(Image(ColorSpaceConversion(.encode, space), self)))
  }
}
