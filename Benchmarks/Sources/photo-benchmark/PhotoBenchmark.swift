import FoundationEssentials
import Glibc
import MatteKit

/// Decodes or encodes a photo several times in one process, for the scripts that set it beside other programs.
///
///     photo-benchmark decode FILE RUNS            the picture alone, no auxiliary image
///     photo-benchmark encode FILE OUTPUT QUALITY RUNS
///
/// Prints the milliseconds of the fastest run and the median, and the process's peak resident memory in MiB: before the
/// first run, and at the end.
@main
enum PhotoBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.count) {
    case ("decode", 3):
      let bytes = try Array(Data(contentsOf: URL(filePath: arguments[2])))
      let pictureAlone = ReadingOptions(auxiliaryImages: .none)
      try report(runs: arguments[3]) { _ = try Photo(data: bytes, options: pictureAlone) }
    case ("encode", 5):
      let photo = try Photo(contentsOf: URL(filePath: arguments[2]))
      let output = URL(filePath: arguments[3])
      guard let format = PhotoFormat(pathExtension: output.pathExtension), let quality = Double(arguments[4]) else {
        throw Usage()
      }
      let options = EncodingOptions(format: format, quality: quality)
      var data: [UInt8] = []
      try report(runs: arguments[5]) { data = try photo.data(as: options) }
      try Data(data).write(to: output)
    default: throw Usage()
    }
  }

  struct Usage: Error, CustomStringConvertible {
    let description = "photo-benchmark decode FILE RUNS | encode FILE OUTPUT QUALITY RUNS"
  }

  private static func report(runs: String, _ body: () throws -> Void) throws {
    guard let count = Int(runs), count > 0 else { throw Usage() }
    let before = peakMemory()
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      try body()
      let elapsed = ContinuousClock.now - start
      times.append(Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3)
    }
    times.sort()
    print(times[0], times[count / 2], before, peakMemory())
  }

  /// The peak resident set so far, in MiB.
  private static func peakMemory() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}
