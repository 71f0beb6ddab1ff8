/// Numbers of tags of a TIFF directory (TIFF 6.0; Exif 2.3; Adobe's supplements).
enum TIFFTag {
  static let subfileType = 254
  static let photometric = 262
  static let stripOffsets = 273
  static let orientation = 274
  static let stripByteCounts = 279
  static let tileOffsets = 324
  static let tileByteCounts = 325
  static let subdirectories = 330
  static let jpegOffset = 513
  static let jpegLength = 514
  static let xmp = 700
  static let iptc = 33723
  static let photoshop = 34377
  static let exif = 34665
  static let profile = 34675
  static let gps = 34853
  static let makerNote = 37500
  static let interoperability = 40965
  /// The compression of LERC's coded data.
  static let lercParameters = 50674
  static let dngVersion = 50706

  /// The tags of a first directory that describe the photo, which EXIF's first directory has too: document,
  /// description, make, model, orientation, resolution, page, software, date, artist, host, copyright, rating, Windows'
  /// texts, and DNG's name and serial number of the camera.
  static let descriptions: Set<Int> = Set([
    269, 270, 271, 272, orientation, 282, 283, 285, 296, 305, 306, 315, 316, 18246, 18249, 33432, exif, gps,
    50708, 50735,
  ]).union(0x9C9B...0x9C9F)

  /// Directories referred to by entries that are a part of EXIF.
  static let directories: Set<Int> = [exif, gps, interoperability]

  /// Whether entries of a tag refer to directories: EXIF's, and those of thumbnails.
  static func leadsToDirectories(_ tag: Int) -> Bool { directories.contains(tag) || tag == subdirectories }

  /// Metadata that are blocks of their own.
  static let blocks: Set<Int> = [xmp, iptc, photoshop]

  /// The tags that are needed to show a picture: its structure, resolution and colour.
  static let structure: Set<Int> = Set([
    subfileType, 255, 256, 257, 258, 259, photometric, 263, 264, 265, 266, stripOffsets, orientation, 277, 278,
    stripByteCounts, 280, 281, 282, 283, 284, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323,
    tileOffsets, tileByteCounts, 326, 327, 328, 332, 333, 334, 336, 338, 339, 340, 341, 342, 347, 512, jpegOffset,
    jpegLength, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532, profile,
    lercParameters,
  ])

  /// Whether a tag is a maker's or a program's unknown one, or one of thumbnails, which have metadata of their own: it
  /// may contain anything.
  static func isUnknown(_ tag: Int) -> Bool {
    (tag >= 32_768 || tag == subdirectories) && !structure.contains(tag) && !descriptions.contains(tag)
      && !blocks.contains(tag) && !places.contains(tag)
  }

  /// The georeference of a GeoTIFF's map.
  static let places: Set<Int> = [33550, 33922, 34264, 34735, 34736, 34737]
}
