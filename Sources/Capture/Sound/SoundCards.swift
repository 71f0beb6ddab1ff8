import FoundationEssentials

/// The microphones of ALSA's sound cards, as the kernel lists them.
enum SoundCards {
  /// - Parameter folder: where the kernel lists sound cards; a folder of a test's own may stand in for it.
  /// - Returns: the sound cards that can record, in the order of their numbers.
  static func microphones(in folder: String = "/proc/asound") -> [CaptureDevice] {
    text("\(folder)/pcm").split(separator: "\n").compactMap { line in
      // 01-00: USB Audio : USB Audio : playback 1 : capture 1
      let fields = line.split(separator: ":").map { $0.trimmed }
      let numbers = fields.first?.split(separator: "-").compactMap { Int($0) } ?? []
      guard numbers.count == 2, fields.contains(where: { $0.hasPrefix("capture ") }) else { return nil }
      let card = text("\(folder)/card\(numbers[0])/id").split(separator: "\n").first.map { $0.trimmed }
      let name = fields.count > 1 ? fields[1] : "microphone"
      // Plugged into ALSA's conversion, so that any rate and layout of the hardware can be read.
      guard let device = MicrophoneName("alsa:plughw:\(numbers[0]),\(numbers[1])") else { return nil }
      return CaptureDevice(microphone: device, localizedName: card.map { "\($0): \(name)" } ?? name)
    }
  }

  /// The microphone in a camera: the sound card at the camera's place on the bus.
  ///
  /// - Parameter bus: the bus of the camera, as the kernel names it: `usb-0000:00:14.0-1`.
  static func microphone(at bus: String, in folder: String = "/proc/asound") -> CaptureDevice? {
    guard !bus.isEmpty else { return nil }
    // " 1 [C920           ]: USB-Audio - HD Pro Webcam C920", and in the next line "HD Pro ... at usb-0000:00:14.0-1,
    // high speed".
    var card: Int?
    for line in text("\(folder)/cards").split(separator: "\n") {
      if let number = line.split(separator: "[").first.flatMap({ Int($0.trimmed) }), line.contains("]:") {
        card = number
      } else if let card, line.hasSuffix(" at \(bus)") || line.contains(" at \(bus),") {
        return microphones(in: folder).first { $0.uniqueID.hasPrefix("alsa:plughw:\(card),") }
      }
    }
    return nil
  }

  private static func text(_ path: String) -> String {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
