import ArgumentParser
import Batch
import MatteKit
import SystemPackage

/// A command's report line about one file, as in the reports of `batch`.
struct ReportLine {
  private let file: ReportFile?
  private let input: FilePlace
  private let output: FilePlace

  /// - Parameters:
  ///   - argument: a path, whose file is replaced, or `-`; nil for no report.
  ///   - input: the input, as the command line names it.
  ///   - output: the output, as the command line names it.
  /// - Throws: `ValidationError` if the report and the output would be one file.
  init(_ argument: String?, input: String, output: String) throws {
    if output != "-" { try ReportFile.check(argument, against: CommandLinePath.path(output)) }
    file = try argument.map { argument throws(PhotoFileError) in try ReportFile(argument) }
    self.input = try FilePlace(input, path: CommandLinePath.path(input))
    self.output = try FilePlace(output, path: CommandLinePath.path(output))
  }

  /// Does the work that writes the line. If it fails the line has the reason.
  func reportingFailure(of work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error where error is ExitCode || error is ValidationError {
      // The line was written already, or the command was wrong rather than a file.
      throw error
    } catch {
      if FrameOutput.isMovie(output.description) {
        var movie = MovieReport(input: input.name, output: output.name, status: .failed)
        movie.error = "\(error)"
        file?.write(.movie(movie))
      } else {
        var photo = PhotoReport(input: input, output: output, status: .failed)
        photo.error = "\(error)"
        file?.write(.photo(photo))
      }
      throw error
    }
  }

  /// - Parameter warnings: the warnings beside the photo's own.
  func write(
    _ processed: ProcessedPhoto, adding warnings: [String] = [], milliseconds: [String: Double]
  ) throws(PhotoFileError) {
    var photo = PhotoReport(input: input, output: output, status: .done)
    photo.add(processed)
    photo.warnings += warnings
    photo.milliseconds = milliseconds
    photo.measureMemory()
    try write(.photo(photo))
  }

  /// - Parameter movie: without the size of the output and the memory of the process, which are added.
  func write(_ movie: MovieReport) throws(PhotoFileError) {
    var movie = movie
    if let status = try? output.name.stat(), status.type == .regular { movie.bytes = Int(status.size) }
    movie.measureMemory()
    try write(.movie(movie))
  }

  /// - Throws: `unwritable` if the report is not whole.
  private func write(_ line: FileReport) throws(PhotoFileError) {
    file?.write(line)
    if let error = file?.error { throw error }
  }
}
