import Imaging
import Support

@testable import PhotoFile

/// The largest difference between samples of one place; 255 where sizes or formats differ.
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

/// The mean of the 8-bit samples that fall on each sample of a smaller picture, by their share, in doubles.
func areaReduced(_ pixels: PixelBuffer, to size: PixelSize) -> [Double] {
  let components = pixels.format.componentCount
  var result: [Double] = []
  for row in 0..<size.height {
    for column in 0..<size.width {
      let (top, bottom) = (Double(row * pixels.height), Double((row + 1) * pixels.height))
      let (left, right) = (Double(column * pixels.width), Double((column + 1) * pixels.width))
      var sums = [Double](repeating: 0, count: components)
      for y in Int(top) / size.height..<(Int(bottom) + size.height - 1) / size.height {
        let high = min(bottom, Double((y + 1) * size.height)) - max(top, Double(y * size.height))
        for x in Int(left) / size.width..<(Int(right) + size.width - 1) / size.width {
          let wide = min(right, Double((x + 1) * size.width)) - max(left, Double(x * size.width))
          for c in 0..<components {
            sums[c] += high * wide * Double(pixels.bytes[y * pixels.rowBytes + x * components + c])
          }
        }
      }
      result += sums.map { $0 / Double(pixels.width * pixels.height) }
    }
  }
  return result
}

/// The largest difference of an 8-bit picture from samples computed elsewhere; 255 where there are more or fewer.
func largestDifference(_ pixels: PixelBuffer, _ samples: [Double]) -> Double {
  guard pixels.bytes.count == samples.count else { return 255 }
  return zip(pixels.bytes, samples).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
}
