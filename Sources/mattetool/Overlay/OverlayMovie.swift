import Batch
import FoundationEssentials
import MatteKit

/// A movie of frames with their faces and codes drawn in.
final class OverlayMovie {
  /// The path of the movie.
  let path: String
  private let movie: MovieWriter
  private let source: MovieSource
  /// The end of the source's last frame; nil if it is not stated.
  private let end: MediaTime?
  private var size: PixelSize?

  /// - Parameter withSound: whether the source's sound is taken over.
  init(url: URL, of source: MovieSource, withSound: Bool, overwriting: Bool) throws {
    if let file = source.file { try FrameStreamError.requireOther(url, than: file.url) }
    try source.requireRenderable()
    (self.source, path) = (source, url.shownPath)
    end = source.endTime
    let shape = source.pixelAspectRatio.oriented(by: source.file?.orientation ?? .up)
    let settings = MovieSettings(
      rateFactor: 20, color: source.file?.format.color, pixelAspectRatio: shape,
      nominalFrameRate: source.frameRate ?? 25)
    let copy = source.file.map { MovieCopy($0.url, parts: withSound ? .sound : []) }
    movie = try MovieWriter(url: url, settings: settings, copying: copy, overwriting: overwriting)
  }

  /// - Throws: `FrameStreamError.unsupported` for a frame whose size differs from those before, which are complete
  ///   without it.
  func write(_ frame: Frame, faces: [Face], codes: [MachineReadableCode]) throws {
    let upright = frame.orientation.apply(to: frame.size)
    let size = size ?? upright
    self.size = size
    guard upright == size else {
      throw FrameStreamError.unsupported(
        file: source.name,
        reason:
          "its frames change from \(size) to \(upright) pixels at \(source.timeSinceStart(frame.time).seconds) s, and a movie has one size; "
          + "the overlay ends there")
    }
    // Upright, so that the text is.
    var canvas = Canvas(frame.pixels.oriented(by: frame.orientation))
    for face in faces { canvas.draw(face) }
    for code in codes { canvas.draw(code) }
    try movie.write(Frame(pixels: canvas.pixels, time: frame.time))
  }

  /// Warnings about limitations of the overlay, a sentence each.
  var warnings: [String] { movie.warnings }

  /// - Parameter isComplete: whether the source delivered all of its frames.
  func finish(complete isComplete: Bool) throws {
    if isComplete, let end { movie.endSession(atSourceTime: end) }
    movie.isCut = !isComplete
    try movie.finish()
  }
}
