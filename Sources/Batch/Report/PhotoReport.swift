import MatteKit
import SystemPackage

/// What became of one photo: a line of a report.
public struct PhotoReport: Codable, Sendable {
  /// The outcome of a photo.
  public enum Status: String, Codable, Sendable {
    /// Its output was made now.
    case done
    /// Its output was made by an earlier run, and is still as it was made.
    case unchanged
    /// Its output existed and was left alone.
    case skipped
    /// It has no output: ``PhotoReport/error`` says why.
    case failed
  }

  /// A face that was found in a photo.
  public struct Face: Codable, Sendable {
    /// x, y, width and height as fractions of the upright picture, from the top left.
    public let bounds: [Double]
    /// Degrees, 0..<360; nil where they were not measured.
    public let roll, yaw, pitch: Double?
    /// 0 to 1.
    public let confidence: Double
  }

  /// The photo's path; where that is not UTF-8, with U+FFFD in place of what is not.
  public let input: String
  /// Where the path is not UTF-8: the same, percent-encoded.
  var inputBytes: String?
  /// The output's path, as ``input``.
  public let output: String
  var outputBytes: String?
  /// Whether the photo has its output, and since when.
  public package(set) var status: Status
  /// Why the photo failed, with its name; nil if it did not.
  public package(set) var error: String?
  /// How many faces were found; nil where nothing was made of the photo.
  public package(set) var faceCount: Int?
  /// Of a photo that was done now.
  public package(set) var faces: [Face]?
  /// The names of the mattes that the output carries.
  public package(set) var mattes: [String]?
  /// One sentence each, without the photo's name.
  public package(set) var warnings: [String] = []
  /// Milliseconds by stage of the work.
  public package(set) var milliseconds: [String: Double] = [:]
  /// The size of the output's file in bytes.
  public package(set) var bytes: Int?
  /// What the whole process has in memory when the photo is done, in bytes.
  public package(set) var residentMemory: Int?
  /// The most memory that the process ever had, in bytes.
  public package(set) var peakMemory: Int?

  package init(input: FilePath, output: FilePath, status: Status) {
    self.input = input.description
    inputBytes = input.isText ? nil : input.percentEncoded
    self.output = output.description
    outputBytes = output.isText ? nil : output.percentEncoded
    self.status = status
  }

  /// What the report is about: two lines of one output are about one photo.
  package var subject: String { outputBytes ?? output }

  /// The photo's path, to the byte.
  public var inputPath: FilePath { inputBytes.flatMap(FilePath.init(percentEncoded:)) ?? FilePath(bytes: input.utf8) }
  /// The output's path, to the byte.
  public var outputPath: FilePath {
    outputBytes.flatMap(FilePath.init(percentEncoded:)) ?? FilePath(bytes: output.utf8)
  }
}

extension PhotoReport.Face {
  /// Rounded to what is measured: a millionth of the picture, a hundredth of a degree.
  init(_ face: MatteKit.Face) {
    func rounded(_ value: Double, _ scale: Double = 1e6) -> Double { (value * scale).rounded() / scale }
    bounds = [face.bounds.x, face.bounds.y, face.bounds.width, face.bounds.height].map { rounded($0) }
    roll = face.roll.map { rounded($0.degrees, 100) }
    yaw = face.yaw.map { rounded($0.degrees, 100) }
    pitch = face.pitch.map { rounded($0.degrees, 100) }
    confidence = rounded(face.confidence)
  }
}
