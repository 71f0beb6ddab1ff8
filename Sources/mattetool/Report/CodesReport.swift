import MatteKit

/// The codes of a photo or a frame, as `codes --json` writes them.
struct CodesReport: Encodable {
  let file: String
  let frame: Int?
  /// Seconds.
  let time: Double?
  let codes: [CodeReport]

  init(file: String, frame: Int?, time: Double?, codes: [MachineReadableCode]) {
    (self.file, self.frame, self.time) = (file, frame, time)
    self.codes = codes.map(CodeReport.init)
  }
}
