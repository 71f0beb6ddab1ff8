/// Chooses the formats of a session's cameras by its preset. A value.
struct SessionFormats: Sendable {
  /// Whether a device was given a format by its user; then the preset sets none.
  let isSetOnDevice = DeviceFormatFlag()
  private var chosenPreset = CaptureSessionPreset.high
  private var applied: Choice?

  /// The circumstances of the last choice.
  private struct Choice {
    let preset: CaptureSessionPreset
    let device: CaptureDevice
    let requirements: FormatRequirements

    func isSame(as other: Choice) -> Bool {
      preset == other.preset && device === other.device && requirements == other.requirements
    }
  }

  /// The preset by which formats are chosen.
  var preset: CaptureSessionPreset { isSetOnDevice.isSet ? .inputPriority : chosenPreset }

  /// Chooses a preset. Formats that were set on devices before no longer count.
  mutating func choose(_ preset: CaptureSessionPreset) {
    chosenPreset = preset
    isSetOnDevice.set(false)
  }

  /// Gives each camera the format that fits the preset and the needs of its outputs.
  ///
  /// This happens only when one of these has changed, so that a format set on the device later stays.
  ///
  /// - Throws: ``CaptureError/inUse(device:reason:)`` if a device is locked for configuration.
  mutating func apply(to graph: CaptureGraph) throws(CaptureError) {
    let preset = preset
    guard preset != .inputPriority else { return applied = nil }
    for input in graph.inputs where input.device.hasMediaType(.video) {
      let device = input.device
      let choice = Choice(
        preset: preset, device: device, requirements: graph.requirements(on: device, for: preset))
      if let applied, applied.isSame(as: choice) { continue }
      guard let chosen = preset.format(of: device.formats, for: choice.requirements) else { continue }
      let format = preset == .photo ? chosen.fittingScreen : chosen
      if device.activeFormat != format {
        let lock = try device.lockForConfiguration()
        device.set(format)
        withExtendedLifetime(lock) {}
      }
      applied = choice
    }
  }
}
