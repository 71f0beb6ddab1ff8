import MatteKit

/// Turns the bytes of a photo into the bytes of a result. May be shared by threads.
package protocol PhotoProcessor: Sendable {
  /// The peak memory, in bytes, of the processing, in addition to what is in use before the first photo.
  ///
  /// - Throws: the errors of ``process(_:name:as:measuring:)`` for a file that is not a photo.
  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int

  /// - Parameters:
  ///   - name: the photo's name in errors.
  ///   - format: the format of the result.
  ///   - clock: receives the duration of each stage, even if the processing fails.
  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto
}
