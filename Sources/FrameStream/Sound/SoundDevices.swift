import CFFmpeg

/// The capture devices of a sound system, as listed by it. A value.
package struct SoundDevices: Sendable, Hashable {
  /// A device.
  package struct Device: Sendable, Hashable {
    /// The system's name of it.
    package let name: String
    /// The name for people.
    package let description: String
  }

  /// In the system's order.
  package private(set) var devices: [Device] = []
  /// The default device; nil if the system does not state it.
  package private(set) var defaultDevice: Device?

  /// Asks a sound system.
  ///
  /// - Parameter system: FFmpeg's name of it, `pulse`.
  /// - Throws: ``FrameStreamError`` if it does not respond, or FFmpeg cannot be loaded.
  package init(of system: String) throws(FrameStreamError) {
    var list: OpaquePointer?
    var count: Int32 = 0
    var message = cffmpeg_message()
    let status = cffmpeg_list_sound_devices(system, &list, &count, &message)
    guard status == CFFMPEG_OK, let list else { throw FrameStreamError(status, message, file: "\(system):") }
    defer { cffmpeg_free_sound_devices(list) }
    let chosen = cffmpeg_get_default_sound_device(list)
    for index in 0..<count {
      var (name, description): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
      cffmpeg_get_sound_device(list, index, &name, &description)
      guard let name else { continue }
      let text = String(cString: name)
      let device = Device(name: text, description: description.map { String(cString: $0) } ?? text)
      devices.append(device)
      if index == chosen { defaultDevice = device }
    }
  }
}
