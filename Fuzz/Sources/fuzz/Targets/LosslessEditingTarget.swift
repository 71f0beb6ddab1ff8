import Imaging

@testable import PhotoFile

extension FuzzTarget {
  /// Files taken apart and put together again; no picture is decoded.
  static let losslessEditing = FuzzTarget(
    name: "editing",
    seeds: {
      let photo = SeedPhoto.full(kinds: [.hair, .portrait])
      return [try photo.data(as: .heif(quality: 0.2)), try photo.data(as: .jpeg())]
    }, words: boxNames + segmentNames
  ) { bytes in
    reading { () throws(PhotoFileError) in
      let photo = try EncodedPhoto(data: bytes, name: "fuzz", limits: limits)
      _ = try photo.data()
      let images = photo.auxiliaryImages
      let part = StripPart.allCases[bytes.count % StripPart.allCases.count]
      var stripped = photo
      try stripped.strip([part])
      for image in images.prefix(2) { try stripped.add(image) }
      // What was taken apart without complaint is put together to a file that can be taken apart.
      _ = try EncodedPhoto(data: try stripped.data(), name: "fuzz", limits: limits)
    }
  }
}
