import Batch
import FoundationEssentials
import MatteKit

/// A movie of frames with their faces and codes drawn in.
final class OverlayMovie {
  private let movie: MovieWriter
  private let source: String
  private var start: MediaTime?
  private var size: PixelSize?

  /// - Parameter withSound: whether the source's sound is taken over.
  init(url: URL, of source: MovieSource, withSound: Bool, overwriting: Bool) throws {
    if let file = source.file { try FrameStreamError.requireOther(url, than: file.url) }
    self.source = source.name
    let shape = source.pixelAspectRatio.oriented(by: source.file?.orientation ?? .up)
    let settings = MovieSettings(rateFactor: 20, pixelAspectRatio: shape, nominalFrameRate: source.frameRate ?? 25)
    let sound = withSound ? source.file.map { MovieCopy($0.url, parts: .sound) } : nil
    movie = try MovieWriter(url: url, settings: settings, copying: sound, overwriting: overwriting)
  }

  /// - Throws: `FrameStreamError.unsupported` for a frame that has not the size of those before, which are whole without it.
  func write(_ frame: Frame, faces: [Face], codes: [MachineReadableCode]) throws {
    let upright = frame.orientation.apply(to: frame.size)
    let size = size ?? upright
    self.size = size
    guard upright == size else {
      throw FrameStreamError.unsupported(
        file: source,
        reason:
          "its frames change from \(size) to \(upright) pixels at \(frame.time.seconds) s, and a movie has one size; "
          + "the overlay ends there")
    }
    // Upright, so that the text is.
    var canvas = Canvas(frame.pixels.oriented(by: frame.orientation))
    for face in faces { canvas.draw(face) }
    for code in codes { canvas.draw(code) }
    let start = start ?? frame.time
    self.start = start
    var time = frame.time
    // A movie that starts before zero starts at zero here: MP4 has no negative times.
    if start < .zero { time -= start }
    try movie.write(Frame(pixels: canvas.pixels, time: time))
  }

  func finish() throws { try movie.finish() }
}
