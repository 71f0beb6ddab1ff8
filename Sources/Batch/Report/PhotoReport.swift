import MatteKit
import SystemPackage

/// The result of one photo: a line of a report.
///
/// The stored properties are the line's keys, so ``MovieReport`` declares the ones that both have again.
public struct PhotoReport: MediaReport {
  /// The photo's path; one that is not UTF-8 is percent-encoded.
  public let input: String
  var inputBytes, inputBase64: String?
  /// The output's path, as ``input``.
  public let output: String
  var outputBytes, outputBase64: String?
  /// Whether the photo has its output, and whether it was made now.
  public package(set) var status: FileReport.Status
  /// Whether it is about a folder that could not be read rather than a photo; nil if not.
  package var isFolder: Bool?
  /// The error with the photo's name; nil if there was none.
  public package(set) var error: String?
  /// Number of faces; nil if the photo was not processed.
  public package(set) var faceCount: Int?
  /// The faces, in the upright picture, without landmarks; nil unless the photo was processed by this run.
  public package(set) var faces: [Face]?
  /// The names of the mattes that the output carries.
  public package(set) var mattes: [String]?
  /// The probability that the photo shows a person, 0 to 1; nil if no mattes were made.
  public package(set) var confidence: Double?
  /// Reasons for which the faces or mattes may be wrong, a sentence each; nil if there are none.
  public package(set) var suspicious: [String]?
  /// One sentence each, without the photo's name.
  public package(set) var warnings: [String] = []
  /// Milliseconds by stage of the work.
  public package(set) var milliseconds: [String: Double] = [:]
  /// The size of the output's file in bytes.
  public package(set) var bytes: Int?
  /// The resident memory of the process when the photo is done, in bytes.
  public package(set) var residentMemory: Int?
  /// The peak memory of the process, in bytes.
  public package(set) var peakMemory: Int?

  package init(input: FilePlace, output: FilePlace, status: FileReport.Status) {
    (self.input, inputBytes, inputBase64) = input.inReport
    (self.output, outputBytes, outputBase64) = output.inReport
    self.status = status
  }

  /// The photo's path, to the byte.
  public var inputPath: FilePath { FilePath(input, bytesInReport: inputBytes) }
  /// The output's path, to the byte.
  public var outputPath: FilePath { FilePath(output, bytesInReport: outputBytes) }

  /// Adds the result.
  package mutating func add(_ photo: ProcessedPhoto) {
    status = .done
    faceCount = photo.faces.count
    faces = photo.faces.map { $0.reported(withLandmarks: false) }
    mattes = photo.mattes.map(\.rawValue)
    confidence = photo.confidence.map { ($0 * 1000).rounded() / 1000 }
    suspicious = photo.suspicious.isEmpty ? nil : photo.suspicious
    warnings = photo.warnings
    bytes = photo.data.count
  }
}
