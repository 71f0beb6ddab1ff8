@testable import PhotoFile

extension HEIFReader {
  /// Reads a photo out of a file's bytes.
  static func photo(
    from bytes: [UInt8], file: String, options: ReadingOptions
  ) throws(PhotoFileError) -> (photo: Photo, extent: ReadingExtent) {
    try photo(from: document(bytes, file, options.limits), file: file, options: options)
  }

  /// Reads values from a file's bytes.
  static func summary(of bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) -> PhotoSummary {
    try summary(of: document(bytes, file, limits), file: file, limits: limits).summary
  }

  /// Reads the metadata out of a file's bytes.
  static func metadata(
    from bytes: [UInt8], file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> PhotoMetadata {
    let document = try document(bytes, file, limits)
    do throws(HEIFError) {
      return try HEIFMetadata.metadata(of: document.primaryID, in: document, limits: limits)
    } catch {
      throw error.fileError(in: file)
    }
  }

  private static func document(
    _ bytes: [UInt8], _ file: String, _ limits: ReadingLimits
  ) throws(PhotoFileError) -> HEIFDocument {
    do throws(HEIFError) {
      return try HEIFDocument(bytes, limits: limits)
    } catch {
      throw error.fileError(in: file)
    }
  }
}
