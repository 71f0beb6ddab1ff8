import Glibc
import PhotoFile

/// Reads files from its standard input, each after its length in four bytes, and prints a line for each: how reading
/// ended, microseconds of processor time, and the growth of the process in bytes, used or only reserved.
///
/// It is a process of its own, so that only reading is measured, and a crash is detected without ending the tests.
@main struct ReadingProbe {
  static func main() {
    var limits = ReadingLimits()
    if let pixels = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
      (limits.pixels, limits.totalPixels) = (pixels, pixels)
    }
    // Libraries that are loaded with the first file are no file's fault.
    _ = PhotoCodec.all
    while let length = bytes(4)?.reduce(0, { $0 << 8 | Int($1) }), let file = bytes(length) {
      resetPeak()
      let (before, time) = (Memory(), processorTime())
      let outcome = outcome(of: file, limits)
      let (after, spent) = (Memory(), processorTime() - time)
      let line = Array("\(outcome) \(spent) \(after.growth(since: before))\n".utf8)
      _ = write(STDOUT_FILENO, line, line.count)
    }
  }

  private static func outcome(of file: [UInt8], _ limits: ReadingLimits) -> String {
    do throws(PhotoFileError) {
      let photo = try Photo(data: file, name: "probe", options: ReadingOptions(limits: limits))
      // A gain map that was read can be applied, or says why not.
      _ = try? photo.expandedToHDR()
      let pictures = [photo.pixels] + photo.auxiliaryImages.map(\.pixels)
      return pictures.allSatisfy { $0.bytes.count == $0.rowBytes * $0.height } ? "picture" : "half-a-picture"
    } catch {
      guard error.description.contains("probe") else { return "unnamed-file" }
      return switch error {
      case .malformed: "malformed"
      case .limitExceeded: "limitExceeded"
      case .unsupported: "unsupported"
      case .unknownFormat: "unknownFormat"
      case .empty: "empty"
      default: "other-error"
      }
    }
  }

  /// The next bytes of standard input; nil at its end.
  private static func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let step = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress.map { $0 + done }, count - done) }
      guard step > 0 else { return nil }
      done += step
    }
    return bytes
  }

  /// Microseconds of all threads.
  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  /// Lets the kernel forget the largest size so far (proc(5), /proc/pid/clear_refs).
  private static func resetPeak() {
    let file = open("/proc/self/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }

  /// The value in /proc/self/status, in bytes.
  private struct Memory {
    private var values: [Substring: Int] = [:]

    init() {
      let file = open("/proc/self/status", O_RDONLY)
      guard file >= 0 else { return }
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &text, text.count)
      for line in String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n") {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        if words.count == 3, let size = Int(words[1]) { values[words[0]] = 1024 * size }
      }
    }

    private func value(_ name: Substring) -> Int { values[name] ?? 0 }

    func growth(since before: Memory) -> Int {
      let used = value("VmHWM:") - before.value("VmRSS:")
      // The peak of the address space cannot be reset: it is informative only if it has grown.
      let asked = value("VmPeak:") > before.value("VmPeak:") ? value("VmPeak:") - before.value("VmSize:") : 0
      return max(used, asked, 0)
    }
  }
}
