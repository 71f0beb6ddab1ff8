import MatteKit
import SystemPackage

/// The result of one movie: a line of a report.
///
/// The stored properties are the line's keys, so ``PhotoReport`` declares the ones that both have again.
public struct MovieReport: MediaReport {
  /// The time range of a face, in seconds from the first frame of the result.
  public struct Face: Codable, Sendable {
    /// The face's identity, as in the output of `mattetool track`.
    public let id: Int
    /// The times of the first and of the last frame with the face.
    public let from, to: Double
    /// Number of frames with the face.
    public let frames: Int
  }

  /// The movie's path; one that is not UTF-8 is percent-encoded.
  public let input: String
  var inputBytes, inputBase64: String?
  /// The output's path, as ``input``.
  public let output: String
  var outputBytes, outputBase64: String?
  /// Whether the movie has its output, and whether it was made now.
  public package(set) var status: FileReport.Status
  /// The error with the movie's name; nil if there was none.
  public package(set) var error: String?
  /// The frames of the result; nil without a result.
  public package(set) var frames: Int?
  /// The frames whose pictures an effect changed.
  public package(set) var framesDrawn: Int?
  /// Whether nothing was drawn and the pictures were copied packet by packet.
  public package(set) var isCopied: Bool?
  /// The duration of the result, in seconds.
  public package(set) var seconds: Double?
  /// The rate at which frames were processed, per second.
  public package(set) var framesPerSecond: Double?
  /// Number of faces, each counted once.
  public package(set) var faceCount: Int?
  /// The faces; nil unless the movie was processed by this run.
  public package(set) var faces: [Face]?
  /// The names of the mattes that were made for any of the frames.
  public package(set) var mattes: [String]?
  /// The highest probability of a person in any frame, `0...1`; nil if no mattes were made.
  public package(set) var confidence: Double?
  /// Reasons for which mattes may be wrong in some frames, a sentence each; nil if there are none.
  public package(set) var suspicious: [String]?
  /// For each second, the confidence that no face was missed; nil for effects that do not hide faces.
  public package(set) var certainty: [HidingCertainty]?
  /// Whether the result ends where the work was interrupted.
  public package(set) var isCutShort = false
  /// One sentence each, without the movie's name.
  public package(set) var warnings: [String] = []
  /// Milliseconds by stage of the work.
  public package(set) var milliseconds: [String: Double] = [:]
  /// The size of the output's file in bytes.
  public package(set) var bytes: Int?
  /// The resident memory of the process when the movie is done, in bytes.
  public package(set) var residentMemory: Int?
  /// The peak memory of the process, in bytes.
  public package(set) var peakMemory: Int?

  package init(input: FilePlace, output: FilePlace, status: FileReport.Status) {
    (self.input, inputBytes, inputBase64) = input.inReport
    (self.output, outputBytes, outputBase64) = output.inReport
    self.status = status
  }

  /// The result of a movie.
  ///
  /// - Parameter start: when work on it began.
  package init(input: FilePath, output: FilePath, _ movie: ProcessedMovie, since start: ContinuousClock.Instant) {
    self.init(input: input, output: output, status: .done)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    add(movie, tookSeconds: seconds)
    milliseconds = ["frames": (seconds * 10_000).rounded() / 10]
  }

  /// The movie's path, to the byte.
  public var inputPath: FilePath { FilePath(input, bytesInReport: inputBytes) }
  /// The output's path, to the byte.
  public var outputPath: FilePath { FilePath(output, bytesInReport: outputBytes) }

  /// Adds the result.
  ///
  /// - Parameter seconds: how long it took.
  package mutating func add(_ movie: ProcessedMovie, tookSeconds seconds: Double) {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    status = .done
    frames = movie.frameCount
    framesDrawn = movie.drawnFrameCount
    isCopied = movie.isCopied
    self.seconds = rounded(movie.seconds)
    framesPerSecond = seconds > 0 ? (Double(movie.frameCount) / seconds * 10).rounded() / 10 : nil
    faceCount = movie.faces.count
    faces = movie.faces.sorted { $0.key < $1.key }.map { id, span in
      Face(id: id, from: rounded(span.first.seconds), to: rounded(span.last.seconds), frames: span.frameCount)
    }
    mattes = movie.mattes.map(\.rawValue).sorted()
    confidence = movie.confidence.map(rounded)
    suspicious = movie.suspicious.isEmpty ? nil : movie.suspicious
    certainty = movie.certainty.isEmpty ? nil : movie.certainty
    isCutShort = movie.isCutShort
    warnings = movie.warnings
  }
}
