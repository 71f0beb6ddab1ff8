import Imaging
import Kernels

/// Applies a gain map to a picture.
struct HDRExpansion {
  private let formula: GainMapFormula
  private let map: AuxiliaryImage

  /// Nil if the image is not a gain map to high dynamic range, or does not state its parameters.
  ///
  /// - Parameter headroom: the headroom of Apple's map, from the maker note if the map's own XMP does not state it.
  init?(_ map: AuxiliaryImage, headroom: Double?) {
    if let metadata = map.gainMap {
      guard metadata.leadsToHDR else { return nil }
      formula = GainMapFormula(metadata)
    } else if map.type == .hdrGainMap, let headroom, headroom > 1 {
      formula = GainMapFormula(headroom: headroom)
    } else {
      return nil
    }
    self.map = map
  }

  /// The alternate of a picture, in PQ with the picture's primaries (BT.2020's for others than BT.709's and Display
  /// P3's) and 16 bits.
  ///
  /// - Throws: ``ColorProfileError`` if the picture's colours cannot be decoded.
  func expanded(_ base: PixelBuffer) throws(ColorProfileError) -> PixelBuffer {
    let space = ColorSpace.pq(try base.colorSpace.nearestPrimaries())
    let decoder = try SampleDecoder(format: base.format, colorSpace: base.colorSpace, alphaType: base.alphaType)
    let encoder = try SampleEncoder(format: .rgba16, colorSpace: space, alphaType: base.alphaType)
    let gainSpace = try GainSpace(of: map, base: base.colorSpace)
    let samples = GainMapSamples(map.pixels)
    return PixelBuffer(size: base.size, format: .rgba16, colorSpace: space, alphaType: base.alphaType) { bytes in
      guard let start = bytes.baseAddress else { return }
      // Each band writes rows of its own.
      nonisolated(unsafe) let output = start
      RowBands(height: base.height).concurrentPerform { rows in
        var values = [Float](repeating: 0, count: base.width * samples.componentCount)
        base.withLight(of: rows, decoder) { y, row in
          samples.row(y, of: base.size, into: &values)
          gainSpace.toGain(row)
          for (component, plane) in [row.red, row.green, row.blue].enumerated() {
            let channel = formula.channel(component)
            let offset = samples.componentCount == 3 ? component : 0
            for x in 0..<row.count {
              plane[x] = channel.alternate(plane[x], values[x * samples.componentCount + offset])
            }
          }
          gainSpace.fromGain(row)
          encoder.encode(row, into: output + y * base.width * 8)
        }
      }
    }
  }

  /// The map from a picture to its alternate after an edit of both, in the size of the map.
  ///
  /// Samples of pixels that the edit did not change are kept.
  ///
  /// - Parameters:
  ///   - before: the original picture and alternate; opaque, of the map's size, all in the same frame.
  ///   - after: the same after the edit.
  func renewed(
    before: (base: PixelBuffer, alternate: PixelBuffer), after: (base: PixelBuffer, alternate: PixelBuffer)
  ) throws(ColorProfileError) -> AuxiliaryImage {
    func decoder(_ pixels: PixelBuffer) throws(ColorProfileError) -> SampleDecoder {
      try SampleDecoder(format: pixels.format, colorSpace: pixels.colorSpace, alphaType: pixels.alphaType)
    }
    let (baseDecoder, alternateDecoder) = (try decoder(after.base), try decoder(after.alternate))
    let gainSpace = try GainSpace(of: map, base: before.base.colorSpace)
    let stride = map.pixels.format.bytesPerPixel
    // After the edit, pictures whose profile has no inverse are in another space.
    let isComparable = before.base.colorSpace == after.base.colorSpace
    var samples = map.pixels
    samples.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      nonisolated(unsafe) let output = start
      let size = map.pixels.size
      RowBands(height: size.height).concurrentPerform { rows in
        after.base.withLight(of: rows, baseDecoder) { y, base in
          after.alternate.withLight(of: y..<y + 1, alternateDecoder) { _, alternate in
            gainSpace.toGain(base)
            gainSpace.toGain(alternate)
            for x in 0..<size.width {
              if isComparable, before.base.isEqual(to: after.base, x, y),
                before.alternate.isEqual(to: after.alternate, x, y)
              {
                continue
              }
              write(from: base, to: alternate, at: x, into: output + y * size.width * stride + x * stride)
            }
          }
        }
      }
    }
    var renewed = map
    renewed.pixels = samples
    return renewed
  }

  /// Writes the map's samples for a pixel of two rows.
  private func write(
    from base: PlanarRow, to alternate: PlanarRow, at x: Int, into place: UnsafeMutableRawPointer
  ) {
    let format = map.pixels.format
    let isGray = format.componentCount == 1
    for component in 0..<(isGray ? 1 : 3) {
      let value = formula.channel(component).sample(
        from: isGray ? base.luminance(x) : base.component(component, x),
        to: isGray ? alternate.luminance(x) : alternate.component(component, x))
      if format.bitsPerComponent > 8 {
        place.storeBytes(of: UInt16(value * 65535 + 0.5), toByteOffset: 2 * component, as: UInt16.self)
      } else {
        place.storeBytes(of: UInt8(value * 255 + 0.5), toByteOffset: component, as: UInt8.self)
      }
    }
  }
}

/// The primaries in which a map's gain applies.
private struct GainSpace {
  /// From linear sRGB, in rows; nil if they are the picture's own or irrelevant.
  private let matrices: (to: [Float], from: [Float])?

  init(of map: AuxiliaryImage, base: ColorSpace) throws(ColorProfileError) {
    guard
      case .rgb(_, _, _, let toLinear) = try ColorProfile(map.gainMap?.alternateColorSpace ?? base.renderable).model,
      toLinear != .identity, let inverse = toLinear.inverse
    else {
      matrices = nil
      return
    }
    matrices = (inverse.floats, toLinear.floats)
  }

  func toGain(_ row: PlanarRow) { if let matrices { row.multiply(by: matrices.to) } }
  func fromGain(_ row: PlanarRow) { if let matrices { row.multiply(by: matrices.from) } }
}

extension PlanarRow {
  fileprivate func multiply(by m: [Float]) {
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      red[x] = m[0] * r + m[1] * g + m[2] * b
      green[x] = m[3] * r + m[4] * g + m[5] * b
      blue[x] = m[6] * r + m[7] * g + m[8] * b
    }
  }

  fileprivate func component(_ component: Int, _ x: Int) -> Float {
    component == 0 ? red[x] : component == 1 ? green[x] : blue[x]
  }

  /// The weights of BT.709: a gray map's gain is the same for all components, so that any weights would do.
  fileprivate func luminance(_ x: Int) -> Float { Luminance.of(red[x], green[x], blue[x]) }
}

extension PixelBuffer {
  /// Whether a pixel has the same bytes in another picture of the same size and format.
  fileprivate func isEqual(to other: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
    let place = y * rowBytes + x * format.bytesPerPixel
    return withUnsafeBytes { first in
      other.withUnsafeBytes { second in
        first[place..<place + format.bytesPerPixel].elementsEqual(second[place..<place + format.bytesPerPixel])
      }
    }
  }
}
