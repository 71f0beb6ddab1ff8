import Batch
import MatteKit

/// What became of a movie, as JSON.
struct MovieReport: Encodable {
  /// When a face was seen, in seconds of the result.
  struct FaceSpan: Encodable {
    let id: Int
    let from, to: Double
    let frames: Int
  }

  let input, output, effect: String
  let frames, framesDrawn: Int
  let faces: [FaceSpan]
  let mattes: [String]
  let isCutShort: Bool
  let warnings: [String]
  /// Where the effects hide faces, for each second how sure it is that none was missed.
  let certainty: [HidingCertainty]?

  init(input: String, output: String, effect: String, _ movie: ProcessedMovie) {
    self.input = input
    self.output = output
    self.effect = effect
    frames = movie.frameCount
    framesDrawn = movie.drawnFrameCount
    faces = movie.faces.sorted { $0.key < $1.key }.map { id, span in
      FaceSpan(id: id, from: span.first.seconds, to: span.last.seconds, frames: span.frameCount)
    }
    mattes = movie.mattes.map(\.rawValue).sorted()
    isCutShort = movie.isCutShort
    warnings = movie.warnings
    certainty = movie.certainty.isEmpty ? nil : movie.certainty
  }
}
