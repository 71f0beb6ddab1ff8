/// Observes the devices of a session. A value.
struct DeviceObservers: Sendable {
  private var registrations: [Registration] = []

  private struct Registration {
    let device: CaptureDevice
    let number: Int
  }

  /// Begins to observe the devices that are new, and ends it for those that are not among them.
  ///
  /// - Parameter handler: called for each change of a device, on any thread.
  mutating func observe(
    _ devices: [CaptureDevice], handler: @escaping @Sendable (CaptureDevice, CaptureDeviceChange) -> Void
  ) {
    registrations.removeAll { registration in
      guard !devices.contains(where: { $0 === registration.device }) else { return false }
      registration.device.removeObserver(registration.number)
      return true
    }
    for device in devices where !registrations.contains(where: { $0.device === device }) {
      let number = device.observe { change in handler(device, change) }
      registrations.append(Registration(device: device, number: number))
    }
  }

  /// Ends the observation of all devices.
  func end() {
    for registration in registrations { registration.device.removeObserver(registration.number) }
  }
}
