import FoundationEssentials
import MatteKit

/// A film of frames with what was found drawn into them.
final class OverlayFilm {
  private let movie: MovieWriter
  private var start: MediaTime?

  init(url: URL, frameRate: Double, soundFrom sound: URL?, overwriting: Bool) throws {
    movie = try MovieWriter(url: url, frameRate: frameRate, soundFrom: sound, overwriting: overwriting)
  }

  func write(_ frame: Frame, faces: [Face]) throws {
    // Upright, so that the writing is.
    var canvas = Canvas(frame.pixels.oriented(by: frame.orientation))
    for face in faces { canvas.draw(face) }
    let start = start ?? frame.time
    self.start = start
    var time = frame.time
    // A film that begins before zero begins at zero here: MP4 cannot tell otherwise.
    if start < .zero, start.timescale == time.timescale { time.value -= start.value }
    try movie.write(Frame(pixels: canvas.pixels, time: time))
  }

  func finish() throws { try movie.finish() }
}
