import MatteKit

/// What became of one photo, as a line of a report.
struct PhotoReport: Codable, Sendable {
  enum Status: String, Codable, Sendable {
    /// Its output was made now.
    case done
    /// Its output was made by an earlier run, and is still as it was made.
    case unchanged
    /// Its output was there and was left alone.
    case skipped
    case failed
  }

  struct Face: Codable, Sendable {
    /// x, y, width and height as fractions of the upright picture.
    let bounds: [Double]
    /// Degrees.
    let roll, yaw, pitch: Double?
    let confidence: Double
  }

  let input: String
  /// Where the name is no text: the same, percent-encoded.
  var inputBytes: String?
  let output: String
  var outputBytes: String?
  var status: Status
  var error: String?
  var faceCount: Int?
  var faces: [Face]?
  var mattes: [String]?
  var warnings: [String] = []
  var milliseconds: [String: Double] = [:]
  /// Of the output's file.
  var bytes: Int?
  /// Of the whole process: what it has in memory when the photo is done, and the most that it ever had, in bytes.
  var residentMemory: Int?
  var peakMemory: Int?

  init(input: SystemPath, output: SystemPath, status: Status) {
    self.input = input.description
    inputBytes = input.isText ? nil : input.percentEncoded
    self.output = output.description
    outputBytes = output.isText ? nil : output.percentEncoded
    self.status = status
  }

  /// What the report is about: two lines of one output are about one photo.
  var subject: String { outputBytes ?? output }
}

extension PhotoReport.Face {
  init(_ face: MatteKit.Face) {
    let report = FaceReport(face)
    bounds = [report.bounds.x, report.bounds.y, report.bounds.width, report.bounds.height]
    roll = report.roll
    yaw = report.yaw
    pitch = report.pitch
    confidence = report.confidence
  }
}
