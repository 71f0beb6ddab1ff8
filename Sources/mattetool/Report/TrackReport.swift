import MatteKit

/// A frame as `track --json` writes it.
struct TrackReport: Encodable {
  let frame: Int
  /// Seconds.
  let time: Double
  let faces: [Face]
  /// Nil if codes were not requested.
  let codes: [CodeReport]?

  init(frame: Int, time: MediaTime, faces: [Face], codes: [MachineReadableCode]?, withLandmarks: Bool) {
    self.frame = frame
    self.time = time.seconds
    self.codes = codes?.map(CodeReport.init)
    self.faces = faces.map { $0.reported(withLandmarks: withLandmarks) }
  }
}
