import CPixelKernels
import Imaging

/// Converts stored samples of one format and colour space to linear sRGB, planar, premultiplied.
///
/// Gray samples give equal red, green and blue. Premultiplied integer samples are premultiplied in encoded values, as
/// in bitmaps. Immutable: any number of threads may use one.
package final class SampleDecoder: Sendable {
  private let format: PixelFormat
  private let alphaType: AlphaType
  private let curves: [ToneCurve]
  /// Light at every integer sample, the last one twice; empty for float formats and lookup profiles.
  private let tables: [[Float]]
  private let matrix: [Float]?
  private let lookup: LookupProfile?
  /// Whether samples are linear light and opaque.
  private let isPlainLight: Bool

  /// - Throws: ``ColorProfileError`` if the colour space's profile cannot be used.
  package init(format: PixelFormat, colorSpace: ColorSpace, alphaType: AlphaType) throws(ColorProfileError) {
    self.format = format
    self.alphaType = format.componentCount == 1 ? .opaque : alphaType
    let transform = SampleTransform(try ColorProfile(colorSpace))
    (curves, lookup) = (transform.curves, transform.lookup)
    let toLinear = transform.toLinearSRGB
    matrix = toLinear == .identity || format.componentCount == 1 ? nil : toLinear.floats
    isPlainLight = self.alphaType == .opaque && matrix == nil && lookup == nil && curves.areLinear
    guard format.bitsPerComponent < 32 else {
      tables = []
      return
    }
    let last = 1 << format.bitsPerComponent - 1
    tables = transform.tables { curve in
      (0...last + 1).map { Float(curve.linear(of: Double(min($0, last)) / Double(last))) }
    }
  }

  /// Decodes `row.count` pixels.
  ///
  /// - Parameter alpha: whether alpha is read; if not, it may be left unset.
  package func decode(_ samples: UnsafeRawPointer, into row: PlanarRow, alpha isAlphaNeeded: Bool = true) {
    let r = row.red
    let g = row.green
    let b = row.blue
    let a = row.alpha
    let n = row.count
    let opaque = isAlphaNeeded ? a : nil
    let alpha = alphaType.kernelNumber
    switch format {
    case .l8: pk_decode_l8(samples.assumingMemoryBound(to: UInt8.self), n, tables[1], r, g, b, a)
    case .l16: pk_decode_l16(samples.assumingMemoryBound(to: UInt16.self), n, tables[1], r, g, b, a)
    case .rgba8 where isPlainLight: pk_decode_light8(samples.assumingMemoryBound(to: UInt8.self), n, r, g, b, opaque)
    case .rgba8 where alphaType == .opaque:
      pk_decode_rgba8(
        samples.assumingMemoryBound(to: UInt8.self), n, tables[0], tables[1], tables[2], matrix, alpha, r, g, b, opaque)
    case .rgba8:
      pk_decode_rgba8(
        samples.assumingMemoryBound(to: UInt8.self), n, tables[0], tables[1], tables[2], matrix, alpha, r, g, b, a)
    case .rgba16:
      pk_decode_rgba16(
        samples.assumingMemoryBound(to: UInt16.self), n, tables[0], tables[1], tables[2], matrix, alpha, r, g, b, a)
    case .lFloat:
      let values = samples.assumingMemoryBound(to: Float.self)
      for i in 0..<n {
        r[i] = values[i]
        g[i] = values[i]
        b[i] = values[i]
        a[i] = 1
      }
      decodeFloats(row)
    case .rgbaFloat:
      pk_deinterleave(samples.assumingMemoryBound(to: Float.self), n, r, g, b, a)
      if alphaType == .opaque { a.update(repeating: 1, count: n) }
      decodeFloats(row)
    }
    if let lookup { apply(lookup, to: row) }
  }

  /// Applies curves and matrix to floats, which may lie outside 0...1.
  private func decodeFloats(_ row: PlanarRow) {
    if curves.areLinear, matrix == nil, lookup == nil {
      if alphaType == .straight { pk_premultiply(row.red, row.green, row.blue, row.alpha, row.count) }
      return
    }
    if alphaType == .premultiplied { pk_unpremultiply(row.red, row.green, row.blue, row.alpha, row.count) }
    for (plane, curve) in zip([row.red, row.green, row.blue], curves) where curve != .linear {
      for i in 0..<row.count { plane[i] = Float(curve.linear(of: Double(plane[i]))) }
    }
    if let matrix { pk_matrix3(row.red, row.green, row.blue, row.count, matrix) }
    if alphaType != .opaque { pk_premultiply(row.red, row.green, row.blue, row.alpha, row.count) }
  }

  /// Applies the tables of Little CMS to encoded components in the planes.
  private func apply(_ lookup: LookupProfile, to row: PlanarRow) {
    let n = row.count
    if alphaType != .opaque { pk_unpremultiply(row.red, row.green, row.blue, row.alpha, n) }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * n) { scratch in
      guard let samples = scratch.baseAddress else { return }
      let linear = samples + 3 * n
      if lookup.componentCount == 1 {
        samples.update(from: row.green, count: n)
      } else {
        for i in 0..<n {
          samples[3 * i] = row.red[i]
          samples[3 * i + 1] = row.green[i]
          samples[3 * i + 2] = row.blue[i]
        }
      }
      lookup.decode(samples, count: n, into: linear)
      for i in 0..<n {
        row.red[i] = linear[3 * i]
        row.green[i] = linear[3 * i + 1]
        row.blue[i] = linear[3 * i + 2]
      }
    }
    if alphaType != .opaque { pk_premultiply(row.red, row.green, row.blue, row.alpha, n) }
  }
}
