import Batch
import FoundationEssentials
import MatteKit

/// The picture of an input for which `render --plan` prints the plan: a photo, or a movie's first frame.
struct PlannedPicture {
  let argument: String
  /// The part of a movie; nil for all of it.
  let span: MovieSpanOptions?
  let remote: RemoteFiles

  /// - Parameters:
  ///   - media: the input if it is open already.
  ///   - options: how a photo is read.
  /// - Throws: the errors of reading it.
  func photo(of media: MediaInput?, options: ReadingOptions) async throws -> Photo {
    let media =
      try media
      ?? MediaInput(
        argument, frameRate: span?.frameRate, from: span?.from?.time, to: span?.to?.time, isPhotoWanted: true,
        remote: remote)
    switch media {
    case .photo(let file): return try file.photo(options: options)
    case .frames(let source):
      try source.requireRenderable()
      var frames = source.frames.makeAsyncIterator()
      guard let frame = try await frames.next() else {
        throw FrameStreamError.malformed(file: source.name, reason: "it has no frames")
      }
      return Photo(pixels: frame.pixels, orientation: frame.orientation)
    }
  }
}
