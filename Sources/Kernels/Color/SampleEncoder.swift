import CPixelKernels
import Imaging

/// Converts linear sRGB, planar and premultiplied, to stored samples of one format and colour space.
///
/// Integer samples are rounded to the nearest and clamped; float samples are not clamped. Gray formats take the
/// luminance. An opaque result shows the picture over black. Immutable: any number of threads may use one, each with
/// planes of its own, which it may overwrite.
package final class SampleEncoder: Sendable {
  private let format: PixelFormat
  private let alphaType: AlphaType
  private let curves: [ToneCurve]
  private let tables: [EncodingTable]
  /// The tables of red, green and blue for C; none for float formats.
  nonisolated(unsafe) private let planeTables: UnsafeMutablePointer<PKEncodingTable>
  private let matrix: [Float]?
  private let lookup: LookupProfile?
  /// Whether samples are linear light and opaque.
  private let isPlainLight: Bool

  /// - Throws: ``ColorProfileError`` if the colour space's profile cannot encode samples.
  package init(format: PixelFormat, colorSpace: ColorSpace, alphaType: AlphaType) throws(ColorProfileError) {
    self.format = format
    self.alphaType = format.componentCount == 1 ? .opaque : alphaType
    let transform = SampleTransform(try ColorProfile(colorSpace))
    (curves, lookup) = (transform.curves, transform.lookup)
    let toLinear = transform.toLinearSRGB
    guard let inverse = toLinear.inverse else { throw .incomplete("primaries that can be inverted") }
    guard lookup?.canEncode != false else { throw .incomplete("a way from light back to samples") }
    matrix = toLinear == .identity ? nil : inverse.floats
    isPlainLight = self.alphaType == .opaque && matrix == nil && lookup == nil && curves.areLinear
    let bits = format.bitsPerComponent
    tables = bits < 32 ? transform.tables { EncodingTable($0, bits: bits) } : []
    planeTables = .allocate(capacity: 3)
    for (index, table) in tables.enumerated() { (planeTables + index).initialize(to: table.table) }
  }

  deinit { planeTables.deallocate() }

  /// Encodes `row.count` pixels; the planes may be overwritten.
  package func encode(_ row: PlanarRow, into samples: UnsafeMutableRawPointer) {
    let r = row.red
    let g = row.green
    let b = row.blue
    let a = row.alpha
    let n = row.count
    if let lookup { apply(lookup, to: row) }
    let alpha = alphaType.kernelNumber
    switch format {
    case .l8: pk_encode_l8(r, g, b, n, planeTables + 1, samples.assumingMemoryBound(to: UInt8.self))
    case .l16: pk_encode_l16(r, g, b, n, planeTables + 1, samples.assumingMemoryBound(to: UInt16.self))
    case .rgba8 where isPlainLight: pk_encode_light8(r, g, b, n, samples.assumingMemoryBound(to: UInt8.self))
    case .rgba8:
      pk_encode_rgba8(r, g, b, a, n, planeTables, matrix, alpha, samples.assumingMemoryBound(to: UInt8.self))
    case .rgba16:
      pk_encode_rgba16(r, g, b, a, n, planeTables, matrix, alpha, samples.assumingMemoryBound(to: UInt16.self))
    case .lFloat:
      let target = samples.assumingMemoryBound(to: Float.self)
      for i in 0..<n {
        let isGray = r[i] == g[i] && g[i] == b[i]
        let light = isGray ? g[i] : Luminance.of(r[i], g[i], b[i])
        target[i] = curves[1] == .linear ? light : Float(curves[1].encoded(Double(light)))
      }
    case .rgbaFloat:
      encodeFloats(row)
      pk_interleave(r, g, b, a, n, samples.assumingMemoryBound(to: Float.self))
    }
  }

  private func encodeFloats(_ row: PlanarRow) {
    let isPlain = curves.areLinear && matrix == nil
    if alphaType == .straight || (alphaType == .premultiplied && !isPlain) {
      pk_unpremultiply(row.red, row.green, row.blue, row.alpha, row.count)
    }
    if let matrix { pk_matrix3(row.red, row.green, row.blue, row.count, matrix) }
    for (plane, curve) in zip([row.red, row.green, row.blue], curves) where curve != .linear {
      for i in 0..<row.count { plane[i] = Float(curve.encoded(Double(plane[i]))) }
    }
    switch alphaType {
    case .opaque: row.alpha.update(repeating: 1, count: row.count)
    case .premultiplied where !isPlain: pk_premultiply(row.red, row.green, row.blue, row.alpha, row.count)
    default: break
    }
  }

  /// Linear sRGB in the planes to encoded components in the planes.
  private func apply(_ lookup: LookupProfile, to row: PlanarRow) {
    let n = row.count
    if alphaType != .opaque { pk_unpremultiply(row.red, row.green, row.blue, row.alpha, n) }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * n) { scratch in
      guard let linear = scratch.baseAddress else { return }
      let encoded = linear + 3 * n
      for i in 0..<n {
        linear[3 * i] = row.red[i]
        linear[3 * i + 1] = row.green[i]
        linear[3 * i + 2] = row.blue[i]
      }
      lookup.encode(linear, count: n, into: encoded)
      let count = lookup.componentCount
      for i in 0..<n {
        row.red[i] = encoded[count * i]
        row.green[i] = encoded[count * i + (count == 1 ? 0 : 1)]
        row.blue[i] = encoded[count * i + (count == 1 ? 0 : 2)]
      }
    }
    if alphaType != .opaque { pk_premultiply(row.red, row.green, row.blue, row.alpha, n) }
  }
}
