import FrameStream
import Imaging
import Synchronization

/// A camera, a microphone or a virtual device (AVFoundation's `AVCaptureDevice`). May be shared by threads.
///
/// Devices are found by a ``DiscoverySession``. Virtual devices deliver the frames of a movie, an image sequence, a
/// pipe or the program itself. Hardware that is plugged in again is another object.
///
/// ```swift
/// try device.configure { (device) throws(CaptureError) in
///   try device.setActiveFormat(format)
///   try device.setActiveVideoMinFrameDuration(MediaTime(value: 1, timescale: 15))
/// }
/// ```
public final class CaptureDevice: Sendable {
  /// An identifier that stays the same when the device is plugged in again.
  public let uniqueID: String
  /// The name to show to users.
  public let localizedName: String
  /// The kind of device.
  public let deviceType: CaptureDeviceType
  /// The position of the device on the machine.
  public let position: CaptureDevicePosition
  /// The path of the device's file; nil for a virtual device.
  public let path: String?
  /// The kernel's name of its place on a bus; nil for virtual devices and microphones.
  let bus: String?
  /// The formats that the device supports, at least one, in order of their sizes.
  public let formats: [CaptureDeviceFormat]

  /// The aspect ratio of pixels, as stated by a virtual device's movie or stream.
  let pixelAspectRatio: PixelAspectRatio
  let driver: any CaptureDriver
  private let state: Mutex<State>

  private struct State {
    var activeFormat: CaptureDeviceFormat
    var minFrameDuration: MediaTime?
    var maxFrameDuration: MediaTime?
    var isLocked = false
    var isConnected = true
    var rateControl = FrameRateControl.device
    var zoom = VideoZoom()
    var maximumFramesInUse: Int?
    var observers: [Int: @Sendable (CaptureDeviceChange) -> Void] = [:]
    var lastObserver = 0
  }

  /// - Parameter formats: at least one.
  init(
    uniqueID: String, localizedName: String, deviceType: CaptureDeviceType, position: CaptureDevicePosition,
    path: String? = nil, bus: String? = nil, formats: [CaptureDeviceFormat],
    pixelAspectRatio: PixelAspectRatio = .square, driver: any CaptureDriver
  ) {
    let formats = formats.inListedOrder()
    self.uniqueID = uniqueID
    self.localizedName = localizedName
    self.deviceType = deviceType
    self.position = position
    self.path = path
    self.bus = bus
    self.formats = formats
    self.pixelAspectRatio = pixelAspectRatio
    self.driver = driver
    state = Mutex(State(activeFormat: formats[formats.count - 1]))
  }

  /// The position for a button that switches between front and back: an unspecified one counts as front.
  public var effectivePosition: CaptureDevicePosition { position == .unspecified ? .front : position }

  /// Whether previews show it mirrored by default: cameras that face their user, as external ones mostly do.
  var isMirroredInPreview: Bool { deviceType == .external || position == .front }

  /// The name of the device in messages: its path, or its localized name.
  var nameInMessages: String { path ?? localizedName }

  /// Whether it gives a kind of media.
  public func hasMediaType(_ mediaType: CaptureMediaType) -> Bool { mediaTypes.contains(mediaType) }

  /// The media types of its formats, and the objects that can be detected in them.
  var mediaTypes: [CaptureMediaType] {
    if formats.contains(where: { $0.mediaType == .video }) { return [.video, .metadataObject] }
    return formats.contains { $0.mediaType == .audio } ? [.audio] : []
  }

  /// Whether the device is connected; false for good once it was unplugged.
  public var isConnected: Bool { state.withLock(\.isConnected) }

  /// The format of the frames when the device runs.
  public var activeFormat: CaptureDeviceFormat { state.withLock(\.activeFormat) }

  /// The duration of a frame at the highest rate: the one that was set, otherwise that of the active format.
  public var activeVideoMinFrameDuration: MediaTime {
    state.withLock { $0.minFrameDuration ?? $0.activeFormat.minFrameDuration }
  }

  /// The duration of a frame at the lowest rate: the one that was set, otherwise that of the active format.
  public var activeVideoMaxFrameDuration: MediaTime {
    state.withLock { $0.maxFrameDuration ?? max($0.activeFormat.maxFrameDuration, $0.minFrameDuration ?? .zero) }
  }

  /// How the rate is enforced while the device runs.
  public var frameRateControl: FrameRateControl { state.withLock(\.rateControl) }

  /// Maximum number of frames in use, held by a program or queued for an output. Further ones are dropped as
  /// `outOfBuffers`. By default as many as fit into 1 GiB, at least 120. Lower values than 1 become 1.
  public var maximumFramesInUse: Int {
    get {
      state.withLock { state in
        state.maximumFramesInUse
          ?? max(120, (1 << 30) / state.activeFormat.pixelFormat.deliveredByteCount(of: state.activeFormat.dimensions))
      }
    }
    set { state.withLock { $0.maximumFramesInUse = max(1, newValue) } }
  }

  /// The zoom factor of the last frame, or the one that was set since; 1 shows the whole picture. It applies to all of
  /// the device's media: video, movies, photos, and the objects found in them.
  public var videoZoomFactor: Double { state.withLock(\.zoom.factor) }

  /// The zoom factor of the frame at a time; nil for frames before the last few seconds.
  public func videoZoomFactor(at time: MediaTime) -> Double? { state.withLock { $0.zoom.factor(at: time) } }

  /// Whether the zoom factor is being ramped from frame to frame.
  public var isRampingVideoZoom: Bool { state.withLock(\.zoom.isRamping) }

  /// The geometry of the zoom. Coordinates of objects refer to the zoomed picture; this view converts them to the
  /// device's whole picture.
  public var videoZoomGeometry: FrameGeometry {
    let (format, factor) = state.withLock { ($0.activeFormat, $0.zoom.factor) }
    return FrameGeometry(uprightSize: format.sensorDimensions).cropped(
      to: FrameCrop(factor: factor, of: format.sensorDimensions, as: format.dimensions).region)
  }

  /// The zoom factor of the next frame.
  func advanceZoom(to time: MediaTime) -> Double {
    state.withLock { $0.zoom.advance(to: time, greatest: $0.activeFormat.videoMaxZoomFactor) }
  }

  func setZoom(_ factor: Double) { state.withLock { $0.zoom.set(factor) } }
  func rampZoom(to factor: Double, rate: Double) { state.withLock { $0.zoom.ramp(to: factor, rate: rate) } }
  func cancelVideoZoomRamp() { state.withLock { $0.zoom.cancelRamp() } }
  func followZoom(octave: Double, rate: Double, anchor: MediaTime) {
    state.withLock { $0.zoom.follow(octave: octave, rate: rate, anchor: anchor) }
  }

  /// The controls of the device, with their current limits.
  ///
  /// - Throws: ``CaptureError`` if it cannot be opened.
  public func controls() throws(CaptureError) -> [CaptureControl] { try driver.controls() }

  /// Whether the device has a control and it can be set now.
  public func isControlSupported(_ control: CaptureControl.Identifier) -> Bool {
    ((try? driver.controls()) ?? []).contains { $0.identifier == control && $0.isSettable }
  }

  /// The value of a control.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if there is no such control.
  public func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64 {
    try driver.value(of: control)
  }

  /// Locks the device, so that no other owner can configure it.
  ///
  /// - Returns: the configuration by which the device is set. The lock ends with it, or with its method
  ///   ``CaptureDeviceConfiguration/unlock()``.
  /// - Throws: ``CaptureError/inUse(device:reason:)`` if it is locked already.
  public func lockForConfiguration() throws(CaptureError) -> CaptureDeviceConfiguration {
    let isFree = state.withLock { state in
      defer { state.isLocked = true }
      return !state.isLocked
    }
    guard isFree else {
      throw .inUse(device: nameInMessages, reason: "it is locked for configuration; try again when that has ended")
    }
    return CaptureDeviceConfiguration(self)
  }

  /// Locks the device, calls `body` with its configuration, and unlocks it.
  ///
  /// - Throws: ``CaptureError/inUse(device:reason:)`` if it is locked already, and the errors of `body`.
  public func configure(
    _ body: (CaptureDeviceConfiguration) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    let configuration = try lockForConfiguration()
    defer { configuration.unlock() }
    try body(configuration)
  }

  /// - Parameter change: what was set; nil for nothing.
  func unlock(_ change: CaptureDeviceChange?) {
    state.withLock { $0.isLocked = false }
    if let change { notifyObservers(of: change) }
  }

  func set(_ format: CaptureDeviceFormat) {
    state.withLock { state in
      state.activeFormat = format
      state.minFrameDuration = nil
      state.maxFrameDuration = nil
      // As in AVFoundation, because a factor means something else in another format.
      state.zoom.set(1)
    }
  }

  func setFrameDurations(min: MediaTime?, max: MediaTime?) {
    state.withLock { ($0.minFrameDuration, $0.maxFrameDuration) = (min, max) }
  }

  /// The durations that were set.
  var frameDurations: (min: MediaTime?, max: MediaTime?) {
    state.withLock { ($0.minFrameDuration, $0.maxFrameDuration) }
  }

  func set(_ control: FrameRateControl) { state.withLock { $0.rateControl = control } }

  /// Marks the device as unplugged.
  func disconnect() {
    let wasConnected = state.withLock { state in
      defer { state.isConnected = false }
      return state.isConnected
    }
    if wasConnected { notifyObservers(of: .disconnected) }
  }

  /// Calls `handler` for each change from now on, on any thread.
  ///
  /// - Returns: a number to stop it by.
  func observe(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = handler
      return state.lastObserver
    }
  }

  func removeObserver(_ number: Int) { state.withLock { $0.observers[number] = nil } }

  private func notifyObservers(of change: CaptureDeviceChange) {
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers { observer(change) }
  }
}
