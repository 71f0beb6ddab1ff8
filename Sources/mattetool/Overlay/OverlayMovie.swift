import FoundationEssentials
import MatteKit

/// A movie of frames with their faces drawn in.
final class OverlayMovie {
  private let movie: MovieWriter
  private var start: MediaTime?

  init(url: URL, frameRate: Double, soundFrom sound: URL?, overwriting: Bool) throws {
    movie = try MovieWriter(url: url, frameRate: frameRate, soundFrom: sound, overwriting: overwriting)
  }

  func write(_ frame: Frame, faces: [Face]) throws {
    // Upright, so that the text is.
    var canvas = Canvas(frame.pixels.oriented(by: frame.orientation))
    for face in faces { canvas.draw(face) }
    let start = start ?? frame.time
    self.start = start
    var time = frame.time
    // A movie that starts before zero starts at zero here: MP4 has no negative times.
    if start < .zero, start.timescale == time.timescale { time.value -= start.value }
    try movie.write(Frame(pixels: canvas.pixels, time: time))
  }

  func finish() throws { try movie.finish() }
}
