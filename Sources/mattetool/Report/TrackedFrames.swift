import MatteKit

/// Where the frames of `track` go: lines of JSON or a summary, and the overlay.
struct TrackedFrames {
  private let json: Bool
  private let withLandmarks: Bool
  private let withCodes: Bool
  private let overlay: OverlayMovie?
  /// What messages call the source.
  private let name: String
  private var summary = TrackSummary()

  init(name: String, json: Bool, withLandmarks: Bool, withCodes: Bool, overlay: OverlayMovie?) {
    self.name = name
    self.json = json
    self.withLandmarks = withLandmarks
    self.withCodes = withCodes
    self.overlay = overlay
  }

  mutating func add(_ scene: Scene) throws {
    if json {
      try Console.print(
        jsonLine: TrackReport(
          frame: summary.frameCount, time: scene.time, faces: scene.faces, codes: withCodes ? scene.codes : nil,
          withLandmarks: withLandmarks))
    }
    summary.add(scene.faces, scene.codes, at: scene.time)
    try overlay?.write(scene.frame, faces: scene.faces, codes: scene.codes)
  }

  /// Completes the overlay and writes the summary.
  ///
  /// - Parameter isWhole: whether the source gave all of its frames.
  /// - Throws: `FrameStreamError` if there was no frame for an overlay; the summary is written all the same.
  func finish(whole isWhole: Bool) throws {
    if !json { summary.print() }
    guard let overlay else { return }
    guard summary.frameCount > 0 else {
      throw FrameStreamError.malformed(file: name, reason: "it has no frames, so that no movie is written")
    }
    try overlay.finish(whole: isWhole)
  }
}
