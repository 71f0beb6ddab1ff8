import Imaging

@testable import PhotoFile

// Short forms for tests that want HEVC and do not care how.

extension HEIFWriter {
  static func data(for photo: Photo, quality: Double) throws(PhotoFileError) -> [UInt8] {
    try data(for: photo, as: .heic(quality: quality))
  }
}

extension GrayPictureEncoder {
  static func encode(_ pixels: PixelBuffer) throws(PhotoFileError) -> CodedPicture {
    try GrayPictureEncoder(pixels: pixels, codec: .hevc).encode()
  }
}

extension ColorTileEncoder {
  init(pixels: PixelBuffer, quality: Int) throws(PhotoFileError) {
    try self.init(pixels: pixels, codec: .hevc, quality: Double(quality) / 100)
  }
}
