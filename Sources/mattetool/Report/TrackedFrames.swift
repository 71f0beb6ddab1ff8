import MatteKit

/// Where the frames of `track` go: lines of JSON or a summary, and the overlay.
struct TrackedFrames {
  private let json: Bool
  private let withLandmarks: Bool
  private let overlay: OverlayMovie?
  private var summary = TrackSummary()

  init(json: Bool, withLandmarks: Bool, overlay: OverlayMovie?) {
    self.json = json
    self.withLandmarks = withLandmarks
    self.overlay = overlay
  }

  mutating func add(_ scene: Scene) throws {
    if json {
      try Console.print(
        jsonLine: TrackReport(
          frame: summary.frameCount, time: scene.time, faces: scene.faces, withLandmarks: withLandmarks))
    }
    summary.add(scene.faces, at: scene.time)
    try overlay?.write(scene.frame, faces: scene.faces)
  }

  /// Completes the overlay, if there was a frame, and writes the summary.
  func finish() throws {
    if summary.frameCount > 0 { try overlay?.finish() }
    if !json { summary.print() }
  }
}
