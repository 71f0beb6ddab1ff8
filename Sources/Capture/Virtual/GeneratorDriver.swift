import Imaging

/// Pictures that the program makes, in any format and at any rate of the device. May be shared by threads.
final class GeneratorDriver: CaptureDriver {
  private let generate: @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?

  init(_ generate: @escaping @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?) { self.generate = generate }

  func checkAccess() throws(CaptureError) {}

  func makeStream(
    _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) -> any CaptureStream {
    GeneratorStream(settings, clock: clock, generate)
  }
}
