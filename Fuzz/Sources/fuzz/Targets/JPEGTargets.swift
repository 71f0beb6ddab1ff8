import Imaging

@testable import PhotoFile

extension FuzzTarget {
  static let segmentNames = [
    "\u{0}", "Exif\0\0", "MPF\0", "MM\0*", "II*\0", "ICC_PROFILE\0", "http://ns.adobe.com/xap/1.0/\0",
    "http://ns.adobe.com/xmp/extension/\0", "Photoshop 3.0\0", "Adobe\0",
  ]

  private static func files() throws -> [[UInt8]] {
    var extended = Photo(pixels: SeedPhoto.pixels(PixelSize(width: 8, height: 8)))
    let long = String(repeating: "a long text ", count: 6_000)
    extended.metadata.xmp = Array(SeedPhoto.title.replacing("Sea", with: long).utf8)
    return [
      try SeedPhoto.full().data(as: .jpeg()),
      try extended.data(as: .jpeg()),
      try Photo(pixels: SeedPhoto.pixels(PixelSize(width: 17, height: 9), .l8)).data(as: .jpeg()),
    ]
  }

  /// Segments, the Multi-Picture index and extended XMP; no picture is decoded.
  static let segments = FuzzTarget(name: "segments", seeds: files, words: segmentNames) { bytes in
    reading { () throws(PhotoFileError) in
      let document = try JPEGDocument(bytes, file: "fuzz", limits: limits)
      _ = try JPEGReader.summary(of: document, file: "fuzz", limits: limits)
    }
    // The index alone, wherever it lies.
    reading { () throws(PhotoFileError) in
      _ = try MultiPictureIndex.entries(in: bytes, segment: bytes.indices, file: "fuzz", limits: limits)
    }
  }

  /// A whole file, decoded by libjpeg.
  static let jpeg = FuzzTarget(name: "jpeg", seeds: files, words: segmentNames) { bytes in
    readPhoto(bytes)
  }
}
