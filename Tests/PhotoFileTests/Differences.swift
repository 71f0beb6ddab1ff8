import Imaging
import Support

@testable import PhotoFile

/// The maximum difference between samples; 255 if sizes or formats differ.
func largestDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
  guard a.size == b.size, a.format == b.format, a.rowBytes == b.rowBytes else { return 255 }
  return zip(a.bytes, b.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}

/// The error that a call ends in; nil if it returns.
func failure(of call: () throws(PhotoFileError) -> Void) -> PhotoFileError? {
  do throws(PhotoFileError) {
    try call()
    return nil
  } catch {
    return error
  }
}

/// Why a photo cannot be encoded; nil if it is encoded, or fails for another reason than its format.
func encodingFailure(of photo: Photo, as options: EncodingOptions) -> String? {
  guard
    case .encodingFailed(options.format, let reason) = failure(of: { () throws(PhotoFileError) in
      _ = try photo.data(as: options)
    })
  else { return nil }
  return reason
}

/// The part of a picture, copied pixel by pixel.
func crop(_ pixels: PixelBuffer, _ rect: PixelRect) -> PixelBuffer {
  let pixel = pixels.format.bytesPerPixel
  var bytes: [UInt8] = []
  for y in rect.minY..<rect.maxY {
    let start = y * pixels.rowBytes + rect.x * pixel
    bytes += pixels.bytes[start..<start + rect.width * pixel]
  }
  return PixelBuffer(
    size: rect.size, format: pixels.format, colorSpace: pixels.colorSpace, alphaType: pixels.alphaType, bytes: bytes)
}

/// The mean of the 8-bit samples that fall on each sample of a smaller picture, weighted by overlap, in doubles.
func areaReduced(_ pixels: PixelBuffer, to size: PixelSize) -> [Double] {
  let components = pixels.format.componentCount
  /// The means along one dimension, of `count` lines of samples at intervals of `step`.
  func reduced(_ samples: [Double], from: Int, to: Int, step: Int, lines: [Int]) -> [Double] {
    var result: [Double] = []
    for line in lines {
      for index in 0..<to {
        var sum = 0.0
        for sample in index * from / to..<((index + 1) * from + to - 1) / to {
          let share = min((index + 1) * from, (sample + 1) * to) - max(index * from, sample * to)
          sum += Double(share) * samples[line + sample * step]
        }
        result.append(sum / Double(from))
      }
    }
    return result
  }
  let samples = (0..<pixels.height).flatMap { (y: Int) -> [Double] in
    let start = y * pixels.rowBytes
    return pixels.bytes[start..<start + pixels.width * components].map { Double($0) }
  }
  // Columns of each row and component first; the result is ordered by row, component and column.
  let starts = (0..<pixels.height).flatMap { y in (0..<components).map { y * pixels.width * components + $0 } }
  let narrow = reduced(samples, from: pixels.width, to: size.width, step: components, lines: starts)
  let low = reduced(
    narrow, from: pixels.height, to: size.height, step: components * size.width,
    lines: Array(0..<components * size.width))
  // Ordered by component, column and row.
  return (0..<size.height).flatMap { y in
    (0..<size.width).flatMap { x in (0..<components).map { c in low[(c * size.width + x) * size.height + y] } }
  }
}

/// The maximum difference of an 8-bit picture from expected samples; 255 if the counts differ.
func largestDifference(_ pixels: PixelBuffer, _ samples: [Double]) -> Double {
  guard pixels.bytes.count == samples.count else { return 255 }
  return zip(pixels.bytes, samples).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
}
