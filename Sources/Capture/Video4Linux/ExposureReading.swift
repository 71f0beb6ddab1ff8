import CVideo4Linux
import Imaging

/// The exposure time of a camera that reports it, read at intervals: automatic exposure changes it, and each reading is
/// a message over the bus. Used by the thread that reads the camera.
struct ExposureReading {
  private let handle: DeviceHandle
  private var time: Double?
  /// The time of the next reading; nil if the camera does not report its exposure time.
  private var due: MediaTime?

  private static let interval = MediaTime(value: 1, timescale: 4)

  init(_ handle: DeviceHandle) {
    self.handle = handle
    time = Self.read(handle)
    due = time == nil ? nil : .zero
  }

  /// A frame with the exposure time; other samples unchanged.
  mutating func attached(to sample: CaptureSample) -> CaptureSample {
    guard let due, case .frame(var frame) = sample else { return sample }
    if frame.time >= due {
      time = Self.read(handle) ?? time
      self.due = frame.time + Self.interval
    }
    frame.attachments.exposureTime = time
    return .frame(frame)
  }

  /// The exposure time in seconds; the control's unit is 100 microseconds.
  private static func read(_ handle: DeviceHandle) -> Double? {
    var value: Int64 = 0
    guard cv4l_get_control(handle.pointer, CaptureControl.Identifier.exposureTime.rawValue, &value) == 0, value > 0
    else { return nil }
    return Double(value) / 10_000
  }
}
