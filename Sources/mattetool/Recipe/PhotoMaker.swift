import MatteKit

/// Makes the bytes of a result out of the bytes of a photo. May be shared by threads.
protocol PhotoMaker: Sendable {
  /// What making a result takes of memory at most, in bytes, beside what is there before the first photo.
  func memory(for data: [UInt8], name: String, format: PhotoFormat) throws -> Int

  /// - Parameters:
  ///   - name: what errors call the photo.
  ///   - format: of the result.
  func make(
    from data: [UInt8], name: String, as format: PhotoFormat, clock: inout StageClock
  ) throws -> MadePhoto
}
