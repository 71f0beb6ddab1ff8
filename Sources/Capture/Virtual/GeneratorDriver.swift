import Imaging

/// Pictures that the program makes, in any format and at any rate of the device. May be shared by threads.
final class GeneratorDriver: CaptureDriver {
  private let generate: @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?

  init(_ generate: @escaping @Sendable (CaptureDeviceFormat, Int) -> PixelBuffer?) { self.generate = generate }

  func checkAccess() throws(CaptureError) {}
  func controls() throws(CaptureError) -> [CaptureControl] { [] }

  func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64 {
    throw .unsupported(what: "a virtual device", reason: "it has no controls")
  }

  func set(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError) {
    throw .unsupported(what: "a virtual device", reason: "it has no controls")
  }

  func makeStream(
    _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) -> any CaptureStream {
    GeneratorStream(settings, clock: clock, generate)
  }
}
