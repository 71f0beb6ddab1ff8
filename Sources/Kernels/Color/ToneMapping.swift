import Imaging

extension ColorSpace {
  /// The space that pictures of this one are tone-mapped to; nil for spaces of standard range.
  package var standardRange: ColorSpace? {
    switch self {
    case .pq(let primaries), .hlg(let primaries): primaries == .bt709 ? .sRGB : .displayP3
    default: nil
    }
  }
}

extension PixelBuffer {
  /// The picture in standard dynamic range: itself, unless its space is of high dynamic range.
  ///
  /// The light that a thousandth of the pixels exceed becomes white (``RollOff``); if that is darker than white, only
  /// the encoding changes. A pixel's brightest component is mapped, and the others with it in proportion, so that hues
  /// stay.
  ///
  /// - Parameter target: the format of the result, with integer samples; nil for the picture's own.
  /// - Returns: a picture in sRGB if the primaries are those of BT.709, otherwise in Display P3.
  /// - Throws: ``ColorProfileError`` if the picture's colours cannot be decoded.
  package func toneMapped(as target: PixelFormat? = nil) throws(ColorProfileError) -> PixelBuffer {
    guard let space = colorSpace.standardRange else { return self }
    return try toneMapped(to: space, as: target)
  }

  private func toneMapped(to space: ColorSpace, as target: PixelFormat?) throws(ColorProfileError) -> PixelBuffer {
    let target = target ?? format
    let decoder = try SampleDecoder(format: format, colorSpace: colorSpace, alphaType: alphaType)
    let encoder = try SampleEncoder(format: target, colorSpace: space, alphaType: alphaType)
    var toTarget = ColorSpaceMatrix.identity
    if case .rgb(_, _, _, let toLinear) = try ColorProfile(space).model { toTarget = toLinear.inverse ?? toTarget }
    let matrix = toTarget.floats
    let rollOff = RollOff(from: peak(decoder, matrix))
    return PixelBuffer(size: size, format: target, colorSpace: space, alphaType: alphaType) { bytes in
      guard let base = bytes.baseAddress else { return }
      // Each band writes rows of its own.
      nonisolated(unsafe) let output = base
      RowBands(height: height).concurrentPerform { rows in
        withLight(of: rows, decoder) { y, row in
          for x in 0..<row.count {
            let scale = rollOff.scale(of: row.brightest(at: x, matrix))
            row.red[x] *= scale
            row.green[x] *= scale
            row.blue[x] *= scale
          }
          encoder.encode(row, into: output + y * width * target.bytesPerPixel)
        }
      }
    }
  }

  /// The picture as input of networks: with mapped tones and 8 bits for high dynamic range, with sRGB's curve and 8
  /// bits for linear light, otherwise unchanged.
  package var inStandardRange: PixelBuffer {
    let isLinear = colorSpace == .extendedLinearSRGB
    guard colorSpace.isHighDynamicRange || isLinear else { return self }
    // The curves of both are always known.
    return (try? toneMapped(to: colorSpace.standardRange ?? .sRGB, as: .rgba8)) ?? self
  }

  /// The light that a thousandth of the pixels exceed, relative to white at 1.
  private func peak(_ decoder: SampleDecoder, _ matrix: [Float]) -> Double {
    // A histogram of light up to the perceptual quantizer's maximum, by its square root.
    let (bins, most) = (4096, Float(10_000.0 / 203))
    let bandHeight = max(64, (height + 15) / 16)
    let counts = concurrentMap((height + bandHeight - 1) / bandHeight) { band in
      var counts = [Int](repeating: 0, count: bins)
      withLight(of: band * bandHeight..<min(height, (band + 1) * bandHeight), decoder) { _, row in
        for x in 0..<row.count {
          let share = min(max(row.brightest(at: x, matrix) / most, 0), 1)
          counts[min(Int(share.squareRoot() * Float(bins)), bins - 1)] += 1
        }
      }
      return counts
    }
    var above = 0
    for bin in (0..<bins).reversed() {
      for band in counts { above += band[bin] }
      guard above <= size.area / 1000 else {
        let share = Double(bin + 1) / Double(bins)
        return share * share * Double(most)
      }
    }
    return 1
  }

  /// Calls `body` with the linear sRGB of each row.
  package func withLight(of rows: Range<Int>, _ decoder: SampleDecoder, _ body: (Int, PlanarRow) -> Void) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * width) { memory in
      guard let red = memory.baseAddress else { return }
      let row = PlanarRow(red: red, green: red + width, blue: red + 2 * width, alpha: red + 3 * width, count: width)
      withUnsafeBytes { source in
        guard let base = source.baseAddress else { return }
        for y in rows {
          decoder.decode(base + y * rowBytes, into: row)
          body(y, row)
        }
      }
    }
  }
}

extension PlanarRow {
  /// The brightest component of a pixel, after a matrix.
  fileprivate func brightest(at x: Int, _ m: [Float]) -> Float {
    let (r, g, b) = (red[x], green[x], blue[x])
    return max(m[0] * r + m[1] * g + m[2] * b, m[3] * r + m[4] * g + m[5] * b, m[6] * r + m[7] * g + m[8] * b)
  }
}
