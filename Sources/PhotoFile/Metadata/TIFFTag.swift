/// The tags of TIFF's directories, named as in TIFF 6.0, its technical notes, EXIF, DNG and GeoTIFF.
enum TIFFTag {
  // The picture's structure.
  static let subfileType = 254
  static let oldSubfileType = 255
  static let imageWidth = 256
  static let imageLength = 257
  static let bitsPerSample = 258
  static let compression = 259
  static let photometric = 262
  static let thresholding = 263
  static let cellWidth = 264
  static let cellLength = 265
  static let fillOrder = 266
  static let stripOffsets = 273
  static let orientation = 274
  static let samplesPerPixel = 277
  static let rowsPerStrip = 278
  static let stripByteCounts = 279
  static let minSampleValue = 280
  static let maxSampleValue = 281
  static let xResolution = 282
  static let yResolution = 283
  static let planarConfiguration = 284
  static let grayResponseUnit = 290
  static let grayResponseCurve = 291
  static let t4Options = 292
  static let t6Options = 293
  static let resolutionUnit = 296
  static let pageNumber = 297
  static let transferFunction = 301
  static let predictor = 317
  static let whitePoint = 318
  static let primaryChromaticities = 319
  static let colorMap = 320
  static let halftoneHints = 321
  static let tileWidth = 322
  static let tileLength = 323
  static let tileOffsets = 324
  static let tileByteCounts = 325
  static let badFaxLines = 326
  static let cleanFaxData = 327
  static let consecutiveBadFaxLines = 328
  static let subdirectories = 330
  static let inkSet = 332
  static let inkNames = 333
  static let numberOfInks = 334
  static let dotRange = 336
  static let extraSamples = 338
  static let sampleFormat = 339
  static let smallestSampleValue = 340
  static let largestSampleValue = 341
  static let transferRange = 342
  static let jpegTables = 347
  static let jpegProcess = 512
  static let jpegOffset = 513
  static let jpegLength = 514
  static let jpegRestartInterval = 515
  static let jpegLosslessPredictors = 517
  static let jpegPointTransforms = 518
  static let jpegQuantizationTables = 519
  static let jpegDCTables = 520
  static let jpegACTables = 521
  static let yCbCrCoefficients = 529
  static let yCbCrSubsampling = 530
  static let yCbCrPositioning = 531
  static let referenceBlackWhite = 532
  static let profile = 34675
  /// The compression of LERC's coded data.
  static let lercParameters = 50674

  // Descriptions of the photo.
  static let documentName = 269
  static let imageDescription = 270
  static let make = 271
  static let model = 272
  static let pageName = 285
  static let software = 305
  static let dateTime = 306
  static let artist = 315
  static let hostComputer = 316
  static let rating = 18246
  static let ratingPercent = 18249
  static let copyright = 33432
  /// Windows' title, comment, author, keywords and subject.
  static let windowsTexts = 0x9C9B...0x9C9F
  static let dngVersion = 50706
  static let uniqueCameraModel = 50708
  static let cameraSerialNumber = 50735

  // Blocks and directories.
  static let xmp = 700
  static let iptc = 33723
  static let photoshop = 34377
  static let exif = 34665
  static let gps = 34853
  static let makerNote = 37500
  static let interoperability = 40965
  static let interoperabilityIndex = 1

  // EXIF's description of camera and picture.
  static let pixelXDimension = 40962
  static let pixelYDimension = 40963
  static let cameraOwnerName = 42032
  static let bodySerialNumber = 42033
  static let lensSerialNumber = 42037
  /// OwnerName and SerialNumber of Adobe's raw converter.
  static let adobeOwnerName = 65000
  static let adobeSerialNumber = 65001

  // The georeference of a GeoTIFF's map.
  static let modelPixelScale = 33550
  static let modelTiepoint = 33922
  static let modelTransformation = 34264
  static let geoKeyDirectory = 34735
  static let geoDoubleParameters = 34736
  static let geoASCIIParameters = 34737
}
