import Batch
import MatteKit

/// The outputs of `track`: lines of JSON or a summary, and the overlay.
struct TrackedFrames {
  private let json: Bool
  private let withLandmarks: Bool
  private let withCodes: Bool
  private let overlay: OverlayMovie?
  private let source: MovieSource
  private var summary = TrackSummary()

  init(of source: MovieSource, json: Bool, withLandmarks: Bool, withCodes: Bool, overlay: OverlayMovie?) {
    self.source = source
    self.json = json
    self.withLandmarks = withLandmarks
    self.withCodes = withCodes
    self.overlay = overlay
  }

  mutating func add(_ scene: Scene) throws {
    let (time, number) = (source.timeSinceStart(scene.time), summary.frameCount)
    // Before the line, so that the overlay has a frame even if nobody reads the first line.
    try overlay?.write(scene.frame, faces: scene.faces, codes: scene.codes)
    summary.add(scene.faces, scene.codes, at: time)
    guard json else { return }
    try Console.print(
      jsonLine: TrackReport(
        frame: number, time: time, faces: scene.faces, codes: withCodes ? scene.codes : nil,
        withLandmarks: withLandmarks))
  }

  /// Completes the overlay and writes the summary.
  ///
  /// - Parameter isComplete: whether the source delivered all of its frames.
  /// - Throws: `FrameStreamError` if there was no frame for an overlay, `cancelled` if none could come yet; the summary
  ///   is written nevertheless.
  func finish(complete isComplete: Bool) throws {
    if !json { summary.print() }
    guard let overlay else { return }
    guard summary.frameCount > 0 else {
      guard isComplete else { throw FrameStreamError.cancelled(file: overlay.path) }
      throw FrameStreamError.malformed(file: source.name, reason: "it has no frames, so that no movie is written")
    }
    try overlay.finish(complete: isComplete)
    for warning in overlay.warnings { Console.warning("\(source.name): \(warning)") }
  }
}
