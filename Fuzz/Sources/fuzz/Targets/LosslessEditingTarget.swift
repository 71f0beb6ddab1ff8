import Imaging

@testable import PhotoFile

extension FuzzTarget {
  /// Files taken apart and put together again; no picture is decoded.
  static let losslessEditing = FuzzTarget(
    name: "editing",
    seeds: {
      let photo = SeedPhoto.full(kinds: [.hair, .portrait])
      let jpeg = try photo.data(as: .jpeg())
      // A motion photo's movie, which a location is taken out of.
      let place = BoxWriter.bytes { $0.box("moov") { $0.box("udta") { $0.box("loci") { $0.string("place") } } } }
      let movie = BoxWriter.bytes { $0.box("ftyp") { $0.string("isomiso") } } + place
      let heic = try photo.data(as: .heic(quality: 0.2))
      return [heic, jpeg, jpeg + movie, heic + BoxWriter.bytes { $0.box("mpvd") { $0.append(movie) } }]
    }, words: boxNames + segmentNames
  ) { bytes in
    reading { () throws(PhotoFileError) in
      let photo = try EncodedPhoto(data: bytes, name: "fuzz", limits: limits)
      _ = try photo.data()
      _ = SensitiveContent.contents(of: bytes, name: "fuzz", limits: limits)
      let images = photo.auxiliaryImages
      let part = StripPart.allCases[bytes.count % StripPart.allCases.count]
      var stripped = photo
      try stripped.strip([part], keepingUnknown: true)
      for image in images.prefix(2) { try stripped.add(image) }
      // What was taken apart without complaint is put together to a file that can be taken apart.
      _ = try EncodedPhoto(data: try stripped.data(), name: "fuzz", limits: limits)
    }
  }
}
