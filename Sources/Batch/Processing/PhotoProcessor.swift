import MatteKit

/// Turns the bytes of a photo into the bytes of a result. May be shared by threads.
package protocol PhotoProcessor: Sendable {
  /// The most memory, in bytes, that processing takes beside what is in use before the first photo.
  ///
  /// - Throws: the errors of ``process(_:name:as:measuring:)`` for a file that is no photo.
  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) throws -> Int

  /// - Parameters:
  ///   - name: what errors call the photo.
  ///   - format: the format of the result.
  ///   - clock: how long each stage took is added to it, also where the processing fails.
  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto
}
