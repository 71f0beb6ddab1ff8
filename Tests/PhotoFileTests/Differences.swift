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
