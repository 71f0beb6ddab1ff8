import Imaging

/// Codes a matte, or another picture of one component, as a gray picture of any size, sample for sample.
struct GrayPictureEncoder {
  let pixels: PixelBuffer
  /// Settings of the kind `losslessGray`.
  let settings: CodingSettings

  /// - Parameter depth: bits of a sample; nil for the fewest that are lossless, and 12 if even those are not enough.
  /// - Precondition: `pixels` is of format `l8` or `l16`.
  init(pixels: PixelBuffer, codec: PictureCodec, depth: Int? = nil, speed: Int? = nil) {
    precondition(pixels.format == .l8 || pixels.format == .l16, "a gray picture has one integer component")
    self.pixels = pixels
    settings = CodingSettings(
      codec: codec, content: .losslessGray, depth: depth ?? Self.sufficientDepth(of: pixels), speed: speed)
  }

  func encode() throws(PhotoFileError) -> CodedPicture {
    // HEVC codes whole blocks; the conformance window then crops to the size, which can have any value in gray.
    let block = settings.speed == nil ? HEVCParameters.largeBlock : 8
    func codedLength(_ length: Int) -> Int {
      settings.codec == .hevc ? max(64, (length + block - 1) / block * block) : length
    }
    let coded = PixelSize(width: codedLength(pixels.width), height: codedLength(pixels.height))
    var picture = try PictureEncoder.encode(size: coded, settings: settings) { planes in
      pixels.withUnsafeBytes { source in
        guard let source = source.baseAddress else { return }
        for y in 0..<coded.height {
          copy(
            source + min(y, pixels.height - 1) * pixels.rowBytes, to: planes.luma + y * planes.lumaStride,
            paddedTo: coded.width)
        }
      }
    }
    if case .hevc(var configuration) = picture.configuration {
      do throws(HEIFError) {
        try configuration.cropGray(to: pixels.size)
        try configuration.lowerLevel()
      } catch {
        throw .encodingFailed(format: .heic, reason: "x265 wrote parameter sets of an unknown structure: \(error)")
      }
      picture.configuration = .hevc(configuration)
    }
    return picture
  }

  private func copy(_ source: UnsafeRawPointer, to row: UnsafeMutableRawPointer, paddedTo width: Int) {
    let count = pixels.width
    let isDeep = pixels.format == .l16
    guard isDeep || settings.depth > 8 else {
      row.copyMemory(from: source, byteCount: count)
      let bytes = row.assumingMemoryBound(to: UInt8.self)
      for x in count..<width { bytes[x] = bytes[count - 1] }
      return
    }
    let top = UInt32(1) << UInt32(settings.depth) &- 1
    for x in 0..<width {
      let index = min(x, count - 1)
      let sample =
        isDeep
        ? UInt32(source.load(fromByteOffset: 2 * index, as: UInt16.self))
        : UInt32(source.load(fromByteOffset: index, as: UInt8.self)) &* 257
      let value = Self.scaled(sample, to: top)
      if settings.depth > 8 {
        row.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: 2 * x, as: UInt16.self)
      } else {
        row.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: x, as: UInt8.self)
      }
    }
  }

  /// A sample of `0...65535` as the nearest of `0...top`.
  private static func scaled(_ sample: UInt32, to top: UInt32) -> UInt32 { (sample &* top &+ 32_767) / 65_535 }

  /// The depth at which every sample is lossless. 10 bits are tried before 8, which represent black and white too, so
  /// that a deep picture keeps its depth.
  private static func sufficientDepth(of pixels: PixelBuffer) -> Int {
    guard pixels.format == .l16 else { return 8 }
    return [10, 8].first { depth in
      let top = UInt32(1) << UInt32(depth) - 1
      return pixels.withUnsafeBytes { bytes in
        for y in 0..<pixels.height {
          for x in 0..<pixels.width {
            let sample = UInt32(bytes.load(fromByteOffset: y * pixels.rowBytes + 2 * x, as: UInt16.self))
            if (scaled(sample, to: top) &* 65_535 &+ top / 2) / top != sample { return false }
          }
        }
        return true
      }
    } ?? 12
  }
}
