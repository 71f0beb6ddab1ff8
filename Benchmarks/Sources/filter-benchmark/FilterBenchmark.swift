import Dispatch
import FoundationEssentials
import Glibc
import MatteKit

/// Renders each job of the filter benchmark several times in one process, for the script that sets it beside other
/// libraries.
///
///     filter-benchmark FOLDER WIDTH HEIGHT SPACE RUNS [ROW ...]
///     filter-benchmark memory
///
/// FOLDER holds the raw pictures photo.rgba, background.rgba, mask.gray and cube.float; results go into it as
/// ROW.mattekit.rgba. SPACE is `linear` (samples are taken as they are, as the peers do) or `sRGB` (colours are managed).
/// `clown again`, with `clown`, is the same rendered into a picture that was written before; `clown dense` is through a
/// mask that hides nothing. Prints a line a row: the name, the milliseconds of the fastest run and the median and of the
/// processors' time, with tabs between. `copy` is the time to read the photo and write it once to memory that was written
/// before, `copy new` to new memory as malloc gives it, `copy large` to new memory in the large pages that results are in.
@main
enum FilterBenchmark {
  struct Usage: Error, CustomStringConvertible {
    let description = "filter-benchmark FOLDER WIDTH HEIGHT linear|sRGB RUNS [ROW ...]"
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["memory"] { return try MemoryRun.run() }
    guard arguments.count >= 5, let width = Int(arguments[1]), let height = Int(arguments[2]),
      let runs = Int(arguments[4]), runs > 0
    else { throw Usage() }
    let folder = URL(filePath: arguments[0])
    let isManaged = arguments[3] == "sRGB"
    let space: ColorSpace = isManaged ? .sRGB : .extendedLinearSRGB
    func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }
    func picture(_ name: String) throws -> PixelBuffer {
      PixelBuffer(
        size: PixelSize(width: width, height: height), format: .rgba8, colorSpace: space, bytes: try bytes(name))
    }
    let photo = try picture("photo.rgba")
    let half = PixelSize(width: width / 2, height: height / 2)
    let mask = Matte(
      kind: .portrait,
      pixels: PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: try bytes("mask.gray")),
      coordinateSpace: .stored)
    let cube = try bytes("cube.float").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let pictures = FilterRow.Pictures(
      photo: Image(photo), background: Image(try picture("background.rgba")), mask: mask, cube: cube)
    let wanted = Set(arguments.dropFirst(5))

    if wanted.isEmpty || wanted.contains("copy") {
      let used = UnsafeMutableRawPointer.allocate(byteCount: photo.bytes.count, alignment: 64)
      report("copy", times(runs) { copy(photo, to: used) })
      used.deallocate()
      report(
        "copy new",
        times(runs) {
          let new = UnsafeMutableRawPointer.allocate(byteCount: photo.bytes.count, alignment: 64)
          copy(photo, to: new)
          new.deallocate()
        })
      report(
        "copy large",
        times(runs) {
          _ = PixelBuffer(size: photo.size, format: .rgba8) { bytes in
            if let base = bytes.baseAddress { copy(photo, to: base) }
          }
        })
    }
    for row in FilterRow.all
    where wanted.isEmpty || wanted.contains(row.name) || (row.name == "clown dense" && wanted.contains("clown")) {
      let image = row.image(pictures)
      var result = photo
      report(row.name, try times(runs) { result = try Renderer().render(image, as: .rgba8, colorSpace: space) })
      if row.name == "clown" {
        report("clown again", try times(runs) { try Renderer().render(image, into: &result) })
      }
      if !isManaged {
        try Data(result.bytes).write(to: folder.appending(path: "\(row.name).mattekit.rgba"))
      }
    }
  }

  /// Copies the picture with both cores, one half each.
  private static func copy(_ photo: PixelBuffer, to target: UnsafeMutableRawPointer) {
    let count = photo.bytes.count
    photo.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      nonisolated(unsafe) let source = base
      nonisolated(unsafe) let destination = target
      DispatchQueue.concurrentPerform(iterations: 2) { half in
        let start = count / 2 * half
        memcpy(destination + start, source + start, half == 0 ? count / 2 : count - count / 2)
      }
    }
  }

  private struct Times {
    var wall: [Double] = []
    var processor: [Double] = []
  }

  private static func times(_ runs: Int, _ body: () throws -> Void) rethrows -> Times {
    try body()
    var times = Times()
    for _ in 0..<runs {
      let used = processorTime()
      let start = ContinuousClock.now
      try body()
      let elapsed = (ContinuousClock.now - start).components
      times.wall.append(Double(elapsed.attoseconds) / 1e15 + Double(elapsed.seconds) * 1e3)
      times.processor.append(processorTime() - used)
    }
    return times
  }

  /// Processor time of this process on all cores, in milliseconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func report(_ name: String, _ times: Times) {
    let sorted = times.wall.sorted()
    print("\(name)\t\(sorted[0])\t\(sorted[sorted.count / 2])\t\(times.processor.min() ?? 0)")
    fflush(nil)
  }
}
