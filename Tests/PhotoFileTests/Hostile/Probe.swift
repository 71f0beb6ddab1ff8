import Foundation
import Support
import Testing

@testable import PhotoFile

/// Reading files in processes of their own: the program ReadingProbe.
enum Probe {
  /// How the reading of one file ended.
  struct Reading: Equatable {
    /// "picture" or the name of the error.
    let outcome: String
    /// Processor time of all threads.
    let seconds: Double
    /// How far the process grew.
    let bytes: Int
  }

  /// Checks that the reading of a damaged file ended in a picture or a typed error, within a second and the memory that
  /// ``ReadingLimits`` states.
  ///
  /// - Parameter name: the file's, for messages.
  /// - Returns: whether it ended in a picture.
  static func checkIsBounded(_ reading: Reading?, of file: [UInt8], pixels: Int, named name: String) -> Bool {
    guard let reading else {
      Issue.record("\(name): the process ended")
      return false
    }
    let isPicture = reading.outcome == "picture"
    #expect(
      isPicture || ["empty", "malformed", "limitExceeded", "unsupported", "unknownFormat"].contains(reading.outcome),
      "\(name)")
    #expect(reading.seconds < 1, "\(name)")
    let limit =
      ReadingLimits.bytesPerPixel * pixels + ReadingLimits.bytesPerFileByte * file.count + ReadingLimits.baseBytes
    #expect(reading.bytes <= limit, "\(name)")
    return isPicture
  }

  /// Reads the files one after the other, in as many processes as there are cores.
  ///
  /// - Parameter pixels: the limit of all pixels.
  /// - Returns: a reading for each file; nil for one that ended its process.
  static func read(_ files: [[UInt8]], pixels: Int) async throws -> [Reading?] {
    let share = (files.count + processes - 1) / processes
    return try await withThrowingTaskGroup(of: (Int, [Reading?]).self) { group in
      for start in stride(from: 0, to: files.count, by: max(1, share)) {
        let part = Array(files[start..<min(files.count, start + share)])
        group.addTask { (start, try readings(part, pixels: pixels)) }
      }
      var parts: [(Int, [Reading?])] = []
      for try await part in group { parts.append(part) }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// Whether the build is one with AddressSanitizer or ThreadSanitizer, whose own memory is many times the program's.
  static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  private static var processes: Int { min(4, ProcessInfo.processInfo.activeProcessorCount) }

  /// A process that is ended by a file is started anew for the files behind it.
  private static func readings(_ files: [[UInt8]], pixels: Int) throws -> [Reading?] {
    var readings: [Reading?] = []
    while readings.count < files.count {
      readings += try run(files.dropFirst(readings.count), pixels: pixels)
      if readings.count < files.count { readings.append(nil) }
    }
    return readings
  }

  private static func run(_ files: ArraySlice<[UInt8]>, pixels: Int) throws -> [Reading] {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.url.appending(path: "in"), folder.url.appending(path: "out"))
    var data: [UInt8] = []
    for file in files { data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: file.count >> $0) } + file }
    try Data(data).write(to: input)
    try Data().write(to: output)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // Freed memory is returned at once, so that the next file's is measured, and threads keep no reserve.
    let probe = try Subprocess(
      URL(filePath: own).deletingLastPathComponent().appending(path: "ReadingProbe"), ["\(pixels)"],
      environment: [
        "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536",
      ], input: input.path, output: output.path)
    _ = try probe.waitForEnd()
    return String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let time = Int(words[1]), let bytes = Int(words[2]) else { return nil }
      return Reading(outcome: String(words[0]), seconds: Double(time) / 1e6, bytes: bytes)
    }
  }
}
