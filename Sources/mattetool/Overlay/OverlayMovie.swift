import Batch
import FoundationEssentials
import MatteKit

/// A movie of frames with their faces drawn in.
final class OverlayMovie {
  private let movie: MovieWriter
  private var start: MediaTime?

  /// - Parameter withSound: whether the source's sound is taken over.
  init(url: URL, of source: MovieSource, withSound: Bool, overwriting: Bool) throws {
    if let file = source.file { try FrameStreamError.requireOther(url, than: file.url) }
    movie = try MovieWriter(
      url: url, frameRate: source.frameRate ?? 25, soundFrom: withSound ? source.file?.url : nil,
      overwriting: overwriting)
  }

  func write(_ frame: Frame, faces: [Face]) throws {
    // Upright, so that the text is.
    var canvas = Canvas(frame.pixels.oriented(by: frame.orientation))
    for face in faces { canvas.draw(face) }
    let start = start ?? frame.time
    self.start = start
    var time = frame.time
    // A movie that starts before zero starts at zero here: MP4 has no negative times.
    if start < .zero { time -= start }
    try movie.write(Frame(pixels: canvas.pixels, time: time))
  }

  func finish() throws { try movie.finish() }
}
