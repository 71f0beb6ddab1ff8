import Imaging
import PhotoFile

@testable import Capture

/// A session on a manual clock, with a photo output and one that records the frames.
struct PhotoSession {
  static let size = PixelSize(width: 64, height: 48)

  let clock = ManualClock()
  let session: CaptureSession
  let tap = RecordingOutput()
  let analysis = FakeStillAnalysis()
  let output: PhotoOutput

  init() {
    session = CaptureSession(clock: clock)
    output = PhotoOutput(analysis: analysis)
  }

  /// A camera at 30 frames per second, whose pictures become brighter.
  static func camera(_ size: PixelSize = size) -> CaptureDevice {
    CaptureDevice(
      name: "generator", formats: [format(size)],
      generating: { format, index in VirtualCamera.picture(format.dimensions, 4 * (index % 60) + 8) })
  }

  /// A camera that shows a white rectangle on black.
  static func camera(_ size: PixelSize = size, showing rect: PixelRect) -> CaptureDevice {
    CaptureDevice(
      name: "rectangle", formats: [format(size)],
      generating: { format, _ in
        PixelBuffer(size: format.dimensions, format: .rgba8) { bytes in
          for index in bytes.indices {
            let (y, x) = (index / 4).quotientAndRemainder(dividingBy: format.dimensions.width)
            let isWhite = rect.contains(PixelRect(x: x, y: y, width: 1, height: 1))
            bytes[index] = isWhite || index % 4 == 3 ? 255 : 0
          }
        }
      })
  }

  private static func format(_ size: PixelSize) -> CaptureDeviceFormat {
    CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
  }

  /// Adds a camera and the outputs, and starts the session.
  func start(_ device: CaptureDevice = camera(), mattes: Set<MatteKind> = []) async throws {
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.add(tap)
    try output.setEnabledMattes(mattes)
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  /// Advances the clock by the time of some frames.
  func advance(_ frames: Int64) async { await clock.advance(by: .parts(frames, of: 30)) }

  /// Takes a photo with the next frame, and waits for it.
  func take(_ settings: PhotoSettings) async throws -> CapturedPhoto {
    let events = try output.capturePhoto(with: settings)
    await advance(1)
    for await event in events {
      switch event {
      case .didFinishProcessing(let photo): return photo
      case .didFinishCapture(_, let error): throw error ?? .failed(device: "test", reason: "no photo")
      default: continue
      }
    }
    throw CaptureError.failed(device: "test", reason: "no end")
  }
}
