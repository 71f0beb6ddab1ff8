import CPixelKernels

/// A picture of Y'CbCr with words for samples, to be decoded and encoded by the pixel kernels.
struct PlanarYCbCr: Equatable {
  var width: Int
  var height: Int
  var depth = 8
  var isWhole = true
  /// Whether there are as many rows of chroma as of luma (4:2:2).
  var hasAllRows = false
  var isCenteredX = false
  var isCenteredY = true
  var isFullRange = false
  var kr = 0.2126
  var kb = 0.0722
  /// Y', Cb and Cr.
  var planes: [[UInt16]] = []

  var chromaWidth: Int { isWhole ? width : (width + 1) / 2 }
  var chromaHeight: Int { isWhole || hasAllRows ? height : (height + 1) / 2 }

  /// The ranges of luma and chroma, and the level of black.
  var lumaSteps: Double { isFullRange ? Double(1 << depth - 1) : Double(219 << (depth - 8)) }
  var chromaSteps: Double { isFullRange ? Double(1 << depth - 1) : Double(224 << (depth - 8)) }
  var black: Double { isFullRange ? 0 : Double(16 << (depth - 8)) }
  var middle: Double { Double(1 << (depth - 1)) }

  /// R'G'B' of 0...1 by the formulas of H.273.
  func color(_ y: Double, _ cb: Double, _ cr: Double) -> [Double] {
    let light = (y - black) / lumaSteps
    let (u, v) = ((cb - middle) / chromaSteps, (cr - middle) / chromaSteps)
    let kg = 1 - kr - kb
    return [
      light + 2 * (1 - kr) * v, light - (2 * (1 - kb) * kb * u + 2 * (1 - kr) * kr * v) / kg, light + 2 * (1 - kb) * u,
    ]
  }

  /// Y', Cb and Cr of R'G'B' of 0...1, not rounded.
  func components(_ color: [Double]) -> [Double] {
    let light = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2]
    return [
      black + lumaSteps * light, middle + chromaSteps * (color[2] - light) / (2 * (1 - kb)),
      middle + chromaSteps * (color[0] - light) / (2 * (1 - kr)),
    ]
  }

  private func stored(_ plane: [UInt16]) -> [UInt8] {
    depth == 8 ? plane.map { UInt8($0) } : plane.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  private func words(_ bytes: [UInt8]) -> [UInt16] {
    guard depth > 8 else { return bytes.map { UInt16($0) } }
    return (0..<bytes.count / 2).map { (index: Int) -> UInt16 in
      UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
    }
  }

  private var wordBytes: Int { depth == 8 ? 1 : 2 }

  /// RGBA of 8 or 16 bits.
  func decoded(bits: Int) -> [UInt16] {
    let stored = planes.map(stored)
    var rgba = [UInt8](repeating: 0, count: bits == 8 ? 4 * width * height : 0)
    var rgba16 = [UInt16](repeating: 0, count: bits == 8 ? 0 : 4 * width * height)
    stored[0].withUnsafeBytes { luma in
      stored[1].withUnsafeBytes { cb in
        stored[2].withUnsafeBytes { cr in
          var picture = PKYCbCrPlanes(
            width: Int32(width), height: Int32(height), depth: Int32(depth), luma: luma.baseAddress, cb: cb.baseAddress,
            cr: cr.baseAddress, lumaStride: width * wordBytes, cbStride: chromaWidth * wordBytes,
            crStride: chromaWidth * wordBytes, halvesWidth: isWhole ? 0 : 1,
            halvesHeight: isWhole || hasAllRows ? 0 : 1,
            isCenteredX: isCenteredX ? 1 : 0, isCenteredY: isCenteredY ? 1 : 0, kr: kr, kb: kb,
            isFullRange: isFullRange ? 1 : 0)
          if bits == 8 {
            pk_ycbcr_planes_to_rgba(&picture, 0, Int32(height), &rgba)
          } else {
            pk_ycbcr_planes_to_rgba16(&picture, 0, Int32(height), &rgba16)
          }
        }
      }
    }
    return bits == 8 ? rgba.map { UInt16($0) } : rgba16
  }

  /// The picture with the planes that are made of RGBA of 8 or 16 bits, and its alpha.
  func encoded(from rgba: [UInt16], bits: Int) -> (picture: PlanarYCbCr, alpha: [UInt16]) {
    var luma = [UInt8](repeating: 0, count: width * height * wordBytes)
    var (cb, cr) = ([UInt8](repeating: 0, count: chromaWidth * chromaHeight * wordBytes), [UInt8]())
    cr = cb
    var alpha = luma
    let bytes = bits == 8 ? rgba.map { UInt8($0) } : []
    luma.withUnsafeMutableBytes { luma in
      cb.withUnsafeMutableBytes { cb in
        cr.withUnsafeMutableBytes { cr in
          alpha.withUnsafeMutableBytes { alpha in
            var target = PKYCbCrTarget(
              width: Int32(width), height: Int32(height), depth: Int32(depth), luma: luma.baseAddress,
              cb: cb.baseAddress, cr: cr.baseAddress, alpha: alpha.baseAddress, lumaStride: width * wordBytes,
              cbStride: chromaWidth * wordBytes, crStride: chromaWidth * wordBytes, alphaStride: width * wordBytes,
              isWhole: isWhole ? 1 : 0, hasAllRows: hasAllRows ? 1 : 0, isCenteredX: isCenteredX ? 1 : 0,
              isCenteredY: isCenteredY ? 1 : 0, kr: kr,
              kb: kb, isFullRange: isFullRange ? 1 : 0)
            // In two bands, as on two cores.
            let seam = Int32(height / 4 * 2)
            for rows in [0..<seam, seam..<Int32(height)] {
              if bits == 8 {
                pk_rgba_to_ycbcr_planes(&target, bytes, 4 * width, rows.lowerBound, rows.upperBound)
              } else {
                pk_rgba16_to_ycbcr_planes(&target, rgba, 8 * width, rows.lowerBound, rows.upperBound)
              }
            }
          }
        }
      }
    }
    var picture = self
    picture.planes = [luma, cb, cr].map(words)
    return (picture, words(alpha))
  }
}
