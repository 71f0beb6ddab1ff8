import CVideo4Linux
import Glibc
import Imaging

/// A camera of Video4Linux. It is opened for each use, so that it can sleep when it is not used. May be shared by
/// threads.
final class Video4LinuxDriver: CaptureDriver {
  private let path: String
  private let calls: SystemCalls

  init(path: String, calls: SystemCalls) {
    self.path = path
    self.calls = calls
  }

  func checkAccess() throws(CaptureError) { _ = try DeviceHandle(path, calls: calls).describe() }

  func makeStream(
    _ settings: StreamSettings, clock: any CaptureClock
  ) throws(CaptureError) -> any CaptureStream {
    try Video4LinuxStream(DeviceHandle(path, calls: calls), settings, clock: clock)
  }

  func controls() throws(CaptureError) -> [CaptureControl] {
    let handle = try DeviceHandle(path, calls: calls)
    var found: [CaptureControl] = []
    var entry = cv4l_control()
    while found.count < 1_000, cv4l_get_next_control(handle.pointer, found.last?.identifier.rawValue ?? 0, &entry) == 0
    {
      found.append(CaptureControl(entry))
    }
    return found
  }

  func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64 {
    let handle = try DeviceHandle(path, calls: calls)
    var value: Int64 = 0
    let error = cv4l_get_control(handle.pointer, control.rawValue, &value)
    try check(error, of: control, handle)
    return value
  }

  func set(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError) {
    let handle = try DeviceHandle(path, calls: calls)
    try check(cv4l_set_control(handle.pointer, control.rawValue, value), of: control, handle)
  }

  private func check(
    _ error: Int32, of control: CaptureControl.Identifier, _ handle: DeviceHandle
  ) throws(CaptureError) {
    switch error {
    case EINVAL, ENOTTY: throw .unsupported(what: path, reason: "it has no control \(control.rawValue)")
    case ERANGE: throw .unsupported(what: path, reason: "the control \(control.rawValue) does not take that value")
    case EACCES: throw .unsupported(what: path, reason: "the control \(control.rawValue) cannot be set")
    default: try handle.check(error)
    }
  }
}

extension CaptureControl {
  init(_ entry: cv4l_control) {
    identifier = Identifier(rawValue: entry.id)
    name = DeviceHandle.text(entry.name)
    kind =
      switch entry.kind {
      case CV4L_INTEGER: .integer
      case CV4L_BOOLEAN: .boolean
      case CV4L_MENU: .menu
      case CV4L_BUTTON: .button
      default: .other
      }
    range = min(entry.minimum, entry.maximum)...max(entry.minimum, entry.maximum)
    step = entry.step
    defaultValue = entry.default_value
    isSettable = entry.is_settable
  }
}
