import SystemPackage

/// The common properties of reports of photos and movies.
package protocol MediaReport: Codable, Sendable {
  /// The input's path; one that is not UTF-8 is percent-encoded.
  var input: String { get }
  /// The output's path, as ``input``.
  var output: String { get }
  /// The input's path, to the byte.
  var inputPath: FilePath { get }
  /// The output's path, to the byte.
  var outputPath: FilePath { get }
  /// Whether the file has its output, and whether it was made now.
  var status: FileReport.Status { get set }
  /// Why the file failed, with its name; nil if it did not.
  var error: String? { get set }
  /// Number of faces; nil if the file was not processed.
  var faceCount: Int? { get set }
  /// The names of the mattes that were made.
  var mattes: [String]? { get set }
  /// One sentence each, without the file's name.
  var warnings: [String] { get set }
  /// Milliseconds by stage of the work.
  var milliseconds: [String: Double] { get set }
  /// The resident memory of the process when the file is done, in bytes.
  var residentMemory: Int? { get set }
  /// The peak memory of the process, in bytes.
  var peakMemory: Int? { get set }

  init(input: FilePlace, output: FilePlace, status: FileReport.Status)
}

extension MediaReport {
  package init(input: FilePath, output: FilePath, status: FileReport.Status) {
    self.init(input: FilePlace.path(input), output: .path(output), status: status)
  }

  init(on file: PlannedFile, status: FileReport.Status, error: String?) {
    self.init(input: file.input, output: file.output, status: status)
    self.error = error
  }

  /// Adds a journal's record of a result that is kept.
  mutating func add(unchanged earlier: JournalEntry) {
    status = .unchanged
    faceCount = earlier.faceCount
    mattes = earlier.mattes
    warnings = earlier.warnings
  }

  /// Adds the current memory of the process.
  package mutating func measureMemory() {
    residentMemory = SystemMemory.resident
    peakMemory = SystemMemory.peak
  }
}
