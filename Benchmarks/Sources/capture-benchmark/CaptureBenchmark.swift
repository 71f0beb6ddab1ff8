import Capture
import Foundation
import MatteKit

/// Measures sessions from inside a process: `latency`, `starts`, `plugs FOLDER [COUNT]`. Writes a line of JSON.
@main
enum CaptureBenchmark {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "latency": try await latency(frames: 600)
    case "starts": try await starts(1000)
    case "plugs" where arguments.count > 1:
      try await plugs(arguments.count > 2 ? Int(arguments[2]) ?? 1000 : 1000, folder: URL(filePath: arguments[1]))
    default:
      print("usage: capture-benchmark latency | starts | plugs FOLDER [COUNT]")
      exit(64)
    }
  }

  private static func report(_ values: [String: Any]) throws {
    let data = try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
    print(String(decoding: data, as: UTF8.self))
  }

  private static func generator(_ size: PixelSize) -> CaptureDevice {
    let picture = PixelBuffer(size: size, format: .rgba8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 120)
    }
    return CaptureDevice(
      name: "generator",
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])],
      generating: { _, _ in picture })
  }

  /// The time from a frame's arrival in the session to its delivery to the program, 1920x1080 at 30 per second.
  private static func latency(frames count: Int) async throws {
    let session = CaptureSession()
    let (arrivals, output) = (Arrivals(), VideoDataOutput())
    try await session.add(arrivals)
    try await session.add(output)
    try await session.add(CaptureInput(device: generator(PixelSize(width: 1920, height: 1080))))
    try await session.startRunning()
    var delays: [Double] = []
    for try await frame in output.frames {
      let now = HostClock().time
      if let arrival = arrivals.arrival(of: frame.time) { delays.append((now - arrival).seconds * 1000) }
      if delays.count == count { break }
    }
    await session.stopRunning()
    delays.sort()
    try report([
      "frames": count, "median_ms": delays[count / 2], "p99_ms": delays[count * 99 / 100],
      "worst_ms": delays[count - 1],
    ])
  }

  private static func starts(_ count: Int) async throws {
    let session = CaptureSession()
    let output = VideoDataOutput()
    try await session.add(output)
    try await session.add(CaptureInput(device: generator(PixelSize(width: 320, height: 240))))
    func run(_ times: Int) async throws {
      for _ in 0..<times {
        try await session.startRunning()
        await session.stopRunning()
      }
    }
    try await reportLeaks(of: run, times: count)
  }

  /// Reports the descriptors and the memory that repetitions leave behind.
  private static func reportLeaks(of run: (Int) async throws -> Void, times count: Int) async throws {
    // One-time allocations are made before the measurement.
    try await run(100)
    let (files, memory) = (ProcessFacts.descriptorCount, ProcessFacts.residentKilobytes)
    try await run(count)
    try report([
      "count": count, "leaked_descriptors": ProcessFacts.descriptorCount - files,
      "memory_growth_kib": ProcessFacts.residentKilobytes - memory,
    ])
  }

  /// With the emulated Video4Linux preloaded: a camera's file is created and removed, each time while a session streams
  /// from it.
  private static func plugs(_ count: Int, folder: URL) async throws {
    let description = """
      emulated-video4linux
      card Simulated camera
      bus usb-1
      driver simulated
      format GREY 64x48 100

      """
    let (file, hidden) = (folder.appending(path: "video0"), folder.appending(path: ".video0"))
    let search = DiscoverySession(deviceTypes: [.external], folder: folder.path)
    var changes = search.changes.makeAsyncIterator()
    let session = CaptureSession()
    let output = VideoDataOutput()
    try await session.add(output)
    func run(_ times: Int) async throws {
      for _ in 0..<times {
        try Data(description.utf8).write(to: hidden)
        try FileManager.default.moveItem(at: hidden, to: file)
        guard case .connected(let device) = await changes.next() else { fatalError("no camera came") }
        let input = try CaptureInput(device: device)
        try await session.add(input)
        try await session.startRunning()
        var frames = output.frames.makeAsyncIterator()
        _ = try await frames.next()
        try FileManager.default.removeItem(at: file)
        guard case .disconnected = await changes.next() else { fatalError("no camera went") }
        try await session.remove(input)
        await session.stopRunning()
      }
    }
    try await reportLeaks(of: run, times: count)
  }
}
