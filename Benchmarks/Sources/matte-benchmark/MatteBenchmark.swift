import FoundationEssentials
import Glibc
import MatteKit

/// Makes the mattes of a photo several times in one process: from decoded pixels to half-size mattes.
///
///     matte-benchmark FILE QUALITY RUNS [WIDTHxHEIGHT] [f32|bf16]
///
/// The picture is first scaled to the size, its shape kept by cutting, where one is given. Prints one line of
/// `name value` pairs: the fastest run's milliseconds in all and those of each stage's fastest run, the least processor
/// time (user and system, all threads) of a run, and the peak resident memory in MiB that the generator, its network
/// included, and its runs add to the process with the picture in it.
@main
enum MatteBenchmark {
  struct Usage: Error, CustomStringConvertible {
    let description = "matte-benchmark FILE QUALITY RUNS [WIDTHxHEIGHT] [f32|bf16]"
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let quality = MatteQuality(rawValue: arguments[1]), let runs = Int(arguments[2]),
      runs > 0
    else { throw Usage() }
    var precision = Precision.f32
    var size: PixelSize?
    for argument in arguments.dropFirst(3) {
      let sides = argument.split(separator: "x").compactMap { Int($0) }
      if let named = Precision(rawValue: argument) {
        precision = named
      } else if sides.count == 2, sides[0] > 0, sides[1] > 0 {
        size = PixelSize(width: sides[0], height: sides[1])
      } else {
        throw Usage()
      }
    }
    let photo = try Photo(
      contentsOf: URL(filePath: arguments[0]), options: ReadingOptions(auxiliaryImages: .none))
    let faces: [Face]
    let pixels: PixelBuffer
    do {
      pixels = try scaled(photo.pixels.oriented(by: photo.orientation), covering: size)
      faces = try FaceDetector().faces(in: pixels)
    }
    resetPeak()
    let before = memory("VmHWM")
    let generator = try MatteGenerator(precision: precision, quality: quality)
    var whole: [Double] = []
    var processor: [Double] = []
    var stages: [MatteStage: [Double]] = [:]
    var kinds: [MatteKind] = []
    for _ in 0..<runs {
      let used = processorTime()
      let start = ContinuousClock.now
      let mattes = try generator.mattes(for: pixels, orientation: .up, faces: faces, in: .upright) { stage, time in
        stages[stage, default: []].append(milliseconds(time))
      }
      whole.append(milliseconds(ContinuousClock.now - start))
      processor.append(processorTime() - used)
      kinds = mattes.kinds
    }
    let parts = MatteStage.allCases.map { "\($0.rawValue) \(rounded(stages[$0]?.min() ?? 0))" }
    print(
      "size \(pixels.width)x\(pixels.height) quality \(quality.rawValue) faces \(faces.count) kinds \(kinds.count)",
      "ms \(rounded(whole.min() ?? 0)) cpu \(rounded(processor.min() ?? 0))", parts.joined(separator: " "),
      "memory \(rounded(memory("VmHWM") - before))")
  }

  private static func scaled(_ pixels: PixelBuffer, covering size: PixelSize?) throws -> PixelBuffer {
    guard let size else { return pixels }
    let scale = min(Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
    let part = PixelSize(
      width: min(pixels.width, max(1, Int(Double(size.width) * scale))),
      height: min(pixels.height, max(1, Int(Double(size.height) * scale))))
    let rect = PixelRect(
      x: (pixels.width - part.width) / 2, y: (pixels.height - part.height) / 2, width: part.width, height: part.height)
    return try pixels.resized(rect, to: size)
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// Processor time of all threads so far, in milliseconds.
  private static func processorTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) * 1e3 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3
  }

  /// Resets the peak (Linux 4.0), so that decoding and finding faces do not hide later memory.
  private static func resetPeak() {
    // Freed memory would be reused and not counted; the module map does not include malloc.h.
    if let symbol = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
    }
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  /// A line of `/proc/self/status`, in MiB.
  private static func memory(_ name: String) -> Double {
    guard let status = try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ Double($0) })
    else { return 0 }
    return kibibytes / 1024
  }
}
