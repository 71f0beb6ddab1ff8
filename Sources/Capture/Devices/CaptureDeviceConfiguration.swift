import Imaging

/// The configuration of a device that is locked. Used by one task at a time; the lock ends with the object.
///
/// Settings take effect when the device is unlocked. If it runs, a new format restarts it once.
public final class CaptureDeviceConfiguration {
  private let device: CaptureDevice
  private var change: CaptureDeviceChange?
  private var isLocked = true

  init(_ device: CaptureDevice) { self.device = device }

  deinit { unlock() }

  /// Sets the format, and the frame durations to those of the format. The session then chooses no formats: its preset
  /// becomes ``CaptureSessionPreset/inputPriority``.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the device has no such format.
  public func setActiveFormat(_ format: CaptureDeviceFormat) throws(CaptureError) {
    try requireLock()
    guard device.formats.contains(format.asRead) else {
      throw .unsupported(what: device.nameInMessages, reason: "it has no format \(format); take one of its formats")
    }
    device.set(format)
    change = .format
  }

  /// Sets the zoom factor from the next frame on, and ends a ramp.
  ///
  /// - Parameter factor: in `1...videoMaxZoomFactor` of the active format.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for other factors.
  public func setVideoZoomFactor(_ factor: Double) throws(CaptureError) {
    try requireLock()
    try check(zoomFactor: factor)
    device.setZoom(factor)
  }

  /// Begins to ramp the zoom factor (AVFoundation's `ramp(toVideoZoomFactor:withRate:)`). From the next frame on, at
  /// time t, the factor is the current one times 2 to the power of `rate` times t, until it reaches `factor`. It is
  /// computed from the times of frames, so that it changes evenly.
  ///
  /// A ramp that runs is replaced; its rate becomes the new one within a quarter of a second, without a jump.
  ///
  /// - Parameters:
  ///   - factor: in `1...videoMaxZoomFactor` of the active format.
  ///   - rate: powers of two a second, above 0; 1 to 3 are comfortable.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for other factors and rates.
  public func ramp(toVideoZoomFactor factor: Double, withRate rate: Double) throws(CaptureError) {
    try requireLock()
    try check(zoomFactor: factor)
    guard rate > 0, rate.isFinite else {
      throw .unsupported(what: device.nameInMessages, reason: "a zoom of rate \(rate); rates are above 0")
    }
    device.rampZoom(to: factor, rate: rate)
  }

  /// Ends a ramp of the zoom factor, smoothly within a quarter of a second.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the device is not locked any more.
  public func cancelVideoZoomRamp() throws(CaptureError) {
    try requireLock()
    device.cancelVideoZoomRamp()
  }

  private func check(zoomFactor factor: Double) throws(CaptureError) {
    let greatest = device.activeFormat.videoMaxZoomFactor
    guard factor >= 1, factor <= greatest else {
      throw .unsupported(
        what: device.nameInMessages, reason: "a zoom factor of \(factor); its format takes 1 to \(greatest)")
    }
  }

  /// Sets the highest rate, by the duration of a frame; nil restores the format's.
  ///
  /// A rate that the device does not support is kept by leaving out frames evenly.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the format has no rate so high, or the lowest rate is
  ///   higher.
  public func setActiveVideoMinFrameDuration(_ duration: MediaTime?) throws(CaptureError) {
    try requireLock()
    let known = device.frameDurations
    try check(duration, isBelow: known.max.map { ($0, "the longest duration that was set") })
    device.setFrameDurations(min: duration, max: known.max)
    change = change ?? .frameDuration
  }

  /// Sets the lowest rate, by the duration of a frame; nil restores the format's.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the highest rate is lower, or the format has none so high.
  public func setActiveVideoMaxFrameDuration(_ duration: MediaTime?) throws(CaptureError) {
    try requireLock()
    let known = device.frameDurations
    try check(duration, isBelow: nil)
    if let duration, let shortest = known.min, duration < shortest {
      throw unsupported(duration, "is shorter than the shortest duration that was set")
    }
    device.setFrameDurations(min: known.min, max: duration)
    change = change ?? .frameDuration
  }

  /// Sets a control, at once.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the device has no such control, it cannot be set now, or
  ///   the value is invalid.
  public func setValue(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError) {
    try requireLock()
    let name = device.nameInMessages
    guard let known = try device.controls().first(where: { $0.identifier == control }) else {
      throw .unsupported(what: name, reason: "it has no control \(control.rawValue); ask isControlSupported before")
    }
    guard known.isSettable, known.kind != .other else {
      throw .unsupported(what: name, reason: "\(known.name) cannot be set now")
    }
    guard known.range.contains(value), known.step <= 1 || (value - known.range.lowerBound) % known.step == 0 else {
      throw .unsupported(
        what: name,
        reason: "\(known.name) takes \(known.range.lowerBound)...\(known.range.upperBound) in steps of \(known.step)")
    }
    try device.driver.set(value, for: control)
  }

  /// Ends the lock and makes the settings take effect. Nothing can be set afterwards.
  public func unlock() {
    guard isLocked else { return }
    isLocked = false
    device.unlock(change)
  }

  private func requireLock() throws(CaptureError) {
    guard isLocked else {
      throw .unsupported(what: device.nameInMessages, reason: "it is not locked any more; lock it for configuration")
    }
  }

  private func check(_ duration: MediaTime?, isBelow limit: (MediaTime, String)?) throws(CaptureError) {
    guard let duration else { return }
    if duration < device.activeFormat.minFrameDuration {
      throw unsupported(duration, "is shorter than frames of the format \(device.activeFormat)")
    }
    if let limit, duration > limit.0 { throw unsupported(duration, "is longer than \(limit.1)") }
  }

  private func unsupported(_ duration: MediaTime, _ what: String) -> CaptureError {
    .unsupported(
      what: device.nameInMessages, reason: "a frame of \(duration.value)/\(duration.timescale) s \(what)")
  }
}
