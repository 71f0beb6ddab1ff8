extension TIFFTag {
  /// The tags of a first directory that describe the photo, which EXIF's first directory has too.
  static let descriptions: Set<Int> = Set([
    documentName, imageDescription, make, model, orientation, xResolution, yResolution, pageName, resolutionUnit,
    software, dateTime, artist, hostComputer, rating, ratingPercent, copyright, exif, gps, uniqueCameraModel,
    cameraSerialNumber,
  ]).union(windowsTexts)

  /// Directories referred to by entries that are a part of EXIF.
  static let directories: Set<Int> = [exif, gps, interoperability]

  /// Metadata that are blocks of their own.
  static let blocks: Set<Int> = [xmp, iptc, photoshop]

  /// The georeference of a GeoTIFF's map.
  static let places: Set<Int> = [
    modelPixelScale, modelTiepoint, modelTransformation, geoKeyDirectory, geoDoubleParameters, geoASCIIParameters,
  ]

  /// The tags that are needed to show a picture: its structure, resolution and colour.
  static let structure: Set<Int> = [
    subfileType, oldSubfileType, imageWidth, imageLength, bitsPerSample, compression, photometric, thresholding,
    cellWidth, cellLength, fillOrder, stripOffsets, orientation, samplesPerPixel, rowsPerStrip, stripByteCounts,
    minSampleValue, maxSampleValue, xResolution, yResolution, planarConfiguration, grayResponseUnit,
    grayResponseCurve, t4Options, t6Options, resolutionUnit, pageNumber, transferFunction, predictor, whitePoint,
    primaryChromaticities, colorMap, halftoneHints, tileWidth, tileLength, tileOffsets, tileByteCounts, badFaxLines,
    cleanFaxData, consecutiveBadFaxLines, inkSet, inkNames, numberOfInks, dotRange, extraSamples, sampleFormat,
    smallestSampleValue, largestSampleValue, transferRange, jpegTables, jpegProcess, jpegOffset, jpegLength,
    jpegRestartInterval, jpegLosslessPredictors, jpegPointTransforms, jpegQuantizationTables, jpegDCTables,
    jpegACTables, yCbCrCoefficients, yCbCrSubsampling, yCbCrPositioning, referenceBlackWhite, profile, lercParameters,
  ]

  /// Whether entries of a tag refer to directories: EXIF's, and those of thumbnails.
  static func leadsToDirectories(_ tag: Int) -> Bool { directories.contains(tag) || tag == subdirectories }

  /// Whether a tag is a maker's or a program's unknown one, or one of thumbnails, which have metadata of their own: it
  /// may contain anything.
  static func isUnknown(_ tag: Int) -> Bool {
    (tag >= 32_768 || tag == subdirectories) && !structure.contains(tag) && !descriptions.contains(tag)
      && !blocks.contains(tag) && !places.contains(tag)
  }
}
