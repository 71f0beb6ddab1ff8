import Dispatch
import Imaging

/// Turns planar 8-bit Y'CbCr into full-range RGBA, with chroma interpolated linearly between its samples.
struct YCbCrConverter: Sendable {
  let size: PixelSize
  let chroma: ChromaSubsampling
  // Fixed point: luma times 2^20, chroma (which comes times 16) times 2^16.
  private let black: Int32
  private let luma: Int32
  private let redFromCr: Int32
  private let greenFromCb: Int32
  private let greenFromCr: Int32
  private let blueFromCb: Int32

  /// BT.709 from 720 lines (or 1280 columns) up and BT.601 below, as players have it.
  init(size: PixelSize, chroma: ChromaSubsampling, isFullRange: Bool) {
    self.size = size
    self.chroma = chroma
    let isHighDefinition = size.width >= 1280 || size.height >= 720
    let red = isHighDefinition ? 0.2126 : 0.299
    let blue = isHighDefinition ? 0.0722 : 0.114
    let green = 1 - red - blue
    let lumaScale = isFullRange ? 1 : 255.0 / 219
    let chromaScale = isFullRange ? 1 : 255.0 / 224
    func fixed(_ value: Double, _ bits: Int) -> Int32 { Int32((value * Double(1 << bits)).rounded()) }
    black = isFullRange ? 0 : 16
    luma = fixed(lumaScale, 20)
    redFromCr = fixed(2 * (1 - red) * chromaScale, 16)
    blueFromCb = fixed(2 * (1 - blue) * chromaScale, 16)
    greenFromCb = fixed(-2 * (1 - blue) * blue / green * chromaScale, 16)
    greenFromCr = fixed(-2 * (1 - red) * red / green * chromaScale, 16)
  }

  /// - Precondition: `samples` holds the planes Y', Cb and Cr, one after the other, without padding.
  func rgba(_ samples: [UInt8]) -> PixelBuffer {
    let plane = chroma.planeSize(of: size)
    precondition(samples.count == size.area + 2 * plane.area, "the samples do not match the size")
    return PixelBuffer(size: size, format: .rgba8) { bytes in
      // The bands write to rows of their own.
      nonisolated(unsafe) let output = bytes
      samples.withUnsafeBufferPointer { input in
        nonisolated(unsafe) let input = input
        let bandHeight = 64
        DispatchQueue.concurrentPerform(iterations: (size.height + bandHeight - 1) / bandHeight) { band in
          let rows = band * bandHeight..<min(size.height, (band + 1) * bandHeight)
          convert(rows, of: input, plane: plane, to: output)
        }
      }
    }
  }

  private func convert(
    _ rows: Range<Int>, of input: UnsafeBufferPointer<UInt8>, plane: PixelSize, to output: UnsafeMutableRawBufferPointer
  ) {
    let width = size.width
    let cbPlane = UnsafeBufferPointer(rebasing: input[size.area..<size.area + plane.area])
    let crPlane = UnsafeBufferPointer(rebasing: input[(size.area + plane.area)...])
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * width + plane.width) { room in
      let cb = UnsafeMutableBufferPointer(rebasing: room[..<width])
      let cr = UnsafeMutableBufferPointer(rebasing: room[width..<2 * width])
      let blended = UnsafeMutableBufferPointer(rebasing: room[(2 * width)...])
      cb.initialize(repeating: 2048)
      cr.initialize(repeating: 2048)
      for y in rows {
        if chroma != .monochrome {
          interpolate(cbPlane, plane, row: y, through: blended, to: cb)
          interpolate(crPlane, plane, row: y, through: blended, to: cr)
        }
        let source = UnsafeBufferPointer(rebasing: input[y * width..<(y + 1) * width])
        let row = UnsafeMutableRawBufferPointer(rebasing: output[y * width * 4..<(y + 1) * width * 4])
        convertRow(source, cb, cr, to: row.bindMemory(to: UInt32.self))
      }
    }
  }

  private func convertRow(
    _ y: UnsafeBufferPointer<UInt8>, _ cb: UnsafeMutableBufferPointer<Int32>, _ cr: UnsafeMutableBufferPointer<Int32>,
    to output: UnsafeMutableBufferPointer<UInt32>
  ) {
    for x in 0..<output.count {
      let light = (Int32(truncatingIfNeeded: y[x]) &- black) &* luma &+ (1 << 19)
      let (u, v) = (cb[x] &- 2048, cr[x] &- 2048)
      let red = max(0, min(255, (light &+ v &* redFromCr) &>> 20))
      let green = max(0, min(255, (light &+ u &* greenFromCb &+ v &* greenFromCr) &>> 20))
      let blue = max(0, min(255, (light &+ u &* blueFromCb) &>> 20))
      let pixel = red | green &<< 8 | blue &<< 16 | -0x100_0000
      output[x] = UInt32(truncatingIfNeeded: pixel).littleEndian
    }
  }

  /// One row of chroma at the places of the luma samples, times 16.
  private func interpolate(
    _ samples: UnsafeBufferPointer<UInt8>, _ plane: PixelSize, row y: Int,
    through blended: UnsafeMutableBufferPointer<Int32>, to output: UnsafeMutableBufferPointer<Int32>
  ) {
    // Between two rows of samples, times 4.
    var (near, far) = (y, y)
    var farWeight: Int32 = 0
    if chroma.halvesHeight {
      near = y / 2
      if chroma == .yuv420TopLeft {
        far = near + y % 2
        farWeight = 2
      } else {
        far = y % 2 == 0 ? near - 1 : near + 1
        farWeight = 1
      }
      far = max(0, min(plane.height - 1, far))
    }
    let (nearStart, farStart) = (near * plane.width, far * plane.width)
    for x in 0..<plane.width {
      blended[x] =
        (4 &- farWeight) &* Int32(truncatingIfNeeded: samples[nearStart &+ x])
        &+ farWeight &* Int32(truncatingIfNeeded: samples[farStart &+ x])
    }
    // Between two columns, times 4 again.
    let last = plane.width - 1
    switch chroma {
    case .yuv420Center:
      for x in 0..<output.count {
        let other = max(0, min(last, x / 2 + (x % 2 == 0 ? -1 : 1)))
        output[x] = 3 &* blended[x / 2] &+ blended[other]
      }
    case .yuv420Left, .yuv420TopLeft, .yuv422:
      for x in 0..<output.count {
        output[x] = 2 &* (blended[x / 2] &+ blended[min(last, (x + 1) / 2)])
      }
    case .yuv444, .monochrome:
      for x in 0..<output.count { output[x] = 4 &* blended[x] }
    }
  }
}
