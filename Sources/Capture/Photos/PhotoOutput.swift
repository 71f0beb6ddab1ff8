import Dispatch
import FoundationEssentials
import Imaging
import Kernels
import PhotoFile
import Segmentation
import Synchronization

/// Takes photos while a session runs, with faces and mattes inside (AVFoundation's `AVCapturePhotoOutput`). May be shared by
/// threads.
///
/// ```swift
/// let output = PhotoOutput()
/// try await session.add(output)
/// try output.setEnabledMattes([.hair, .skin, .teeth, .portrait])
/// try await output.prepare()
/// try await session.startRunning()
/// for await event in try output.capturePhoto(with: PhotoSettings(mattes: [.portrait])) {
///   if case .didFinishProcessing(let photo) = event { try Data(photo.fileData).write(to: url) }
/// }
/// ```
/// The next frame is the photo. It is worked on by a thread of its own, one photo after the other, so that no other output
/// misses a frame. Photos are turned by their orientation, and neither mirrored nor stabilised. While a ``MetadataOutput``
/// searches for faces, photos have its faces with their identities.
public final class PhotoOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.video] }

  private struct State {
    var connections: [CaptureConnection] = []
    var enabledMattes: Set<MatteKind> = []
    var isHighResolutionEnabled = false
    var interruptsVideo = false
    /// Takes a frame in another format of a device.
    var takeStill: StillTaking?
    var metadata: [MetadataOutput] = []
    var lastFrame: Frame?
    /// The requests that wait for a frame.
    var waiting: [PhotoRequest] = []
    /// Photos that are not finished.
    var unfinished = 0
    /// The identifiers of recent requests, the last at the end.
    var used: [UUID] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "Capture.PhotoOutput")
  private let analysis: any StillAnalysis

  /// Maximum number of photos that are unfinished at once; each holds its picture.
  static let mostUnfinished = 16

  /// - Parameter matteQuality: how much work mattes are worth.
  public convenience init(matteQuality: MatteQuality = .balanced) {
    self.init(analysis: NetworkStillAnalysis(quality: matteQuality))
  }

  init(analysis: any StillAnalysis) { self.analysis = analysis }

  /// The mattes that can be enabled: none before the output is connected to a camera.
  public var availableMattes: Set<MatteKind> {
    state.withLock { $0.connections.isEmpty ? [] : Set(MatteKind.generated) }
  }

  /// The mattes that photos may be asked for; none at first.
  public var enabledMattes: Set<MatteKind> { state.withLock(\.enabledMattes) }

  /// Sets the mattes that photos may be asked for. ``prepare()`` loads what they need.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if one is not available.
  public func setEnabledMattes(_ mattes: Set<MatteKind>) throws(CaptureError) {
    let missing = mattes.subtracting(availableMattes).map(\.rawValue).sorted()
    guard missing.isEmpty else {
      throw Self.unsupported(
        "mattes of \(missing.joined(separator: ", ")) are not available; add the output to a session with a camera first"
      )
    }
    state.withLock { $0.enabledMattes = mattes }
  }

  /// Whether the device gives more pixels than frames are delivered with: in the format that it runs in, or, where video may be
  /// interrupted, in another one.
  public var isHighResolutionCaptureSupported: Bool {
    state.withLock { state in
      state.connections.contains { connection in
        let device = connection.inputPort.device
        return Self.stillDimensions(of: device, interruptingVideo: state.interruptsVideo)
          != device.activeFormat.dimensions
      }
    }
  }

  /// Whether a photo of high resolution may interrupt the video of a device that gives more pixels in another format alone, as
  /// webcams do: the device is set to its largest format, gives the photo and goes on as before. Other outputs are told of the
  /// gap as a discontinuity. False at first.
  public var interruptsVideoForHighResolution: Bool {
    get { state.withLock(\.interruptsVideo) }
    set { state.withLock { $0.interruptsVideo = newValue } }
  }

  /// The format that photos of high resolution are taken in; nil where it is the one that the device runs in.
  private static func stillFormat(of device: CaptureDevice, interruptingVideo interrupts: Bool) -> CaptureDeviceFormat?
  {
    let active = device.activeFormat
    guard interrupts, active.sensorDimensions == active.dimensions else { return nil }
    // Of those of one size the first needs least work.
    let video = device.formats.filter { $0.mediaType == .video && $0.sensorDimensions.area > active.dimensions.area }
    let most = video.map(\.sensorDimensions.area).max()
    return video.first { $0.sensorDimensions.area == most }
  }

  private static func stillDimensions(of device: CaptureDevice, interruptingVideo interrupts: Bool) -> PixelSize {
    (stillFormat(of: device, interruptingVideo: interrupts) ?? device.activeFormat).sensorDimensions
  }

  /// Whether photos may be asked for that have all pixels which the device gives.
  public var isHighResolutionCaptureEnabled: Bool {
    get { state.withLock(\.isHighResolutionEnabled) }
    set { state.withLock { $0.isHighResolutionEnabled = newValue } }
  }

  /// Loads what the enabled mattes need, which may take a second, so that the first photo does not wait for it.
  ///
  /// - Throws: ``CaptureError`` if a network cannot be found or loaded.
  public func prepare() async throws(CaptureError) {
    let mattes = enabledMattes
    let result: Result<Void, CaptureError> = await withCheckedContinuation { continuation in
      queue.async { [analysis] in
        continuation.resume(
          returning: Result { () throws(CaptureError) in try analysis.prepare(for: mattes) })
      }
    }
    try result.get()
  }

  /// Asks for a photo: the next frame. Requests during others wait their turn.
  ///
  /// - Parameter settings: a subset of what is enabled, for this request alone.
  /// - Returns: what becomes of it, in order; it ends with ``PhotoCaptureEvent/didFinishCapture(_:_:)``.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if more is asked for than is enabled, the settings were used before,
  ///   nothing is connected, or too many photos are unfinished.
  public func capturePhoto(with settings: PhotoSettings) throws(CaptureError) -> AsyncStream<PhotoCaptureEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PhotoCaptureEvent.self)
    var interruption: (PhotoRequest, CaptureConnection, CaptureDeviceFormat, StillTaking)?
    let reason = state.withLock { state -> String? in
      if let reason = Self.reasonAgainst(settings, in: state) { return reason }
      guard let connection = state.connections.first else {
        return "no camera is connected to it; add both to a session first"
      }
      let device = connection.inputPort.device
      let request = PhotoRequest(
        settings: settings, resolved: Self.resolved(settings, device, interruptingVideo: state.interruptsVideo),
        continuation: continuation)
      state.used.append(settings.uniqueID)
      if state.used.count > 1_000 { state.used.removeFirst() }
      state.unfinished += 1
      request.tell(.willBeginCapture(request.resolved))
      if settings.isHighResolution, let takeStill = state.takeStill,
        let format = Self.stillFormat(of: device, interruptingVideo: state.interruptsVideo)
      {
        interruption = (request, connection, format, takeStill)
      } else {
        state.waiting.append(request)
      }
      return nil
    }
    if let reason { throw Self.unsupported(reason) }
    if let (request, connection, format, takeStill) = interruption {
      Task { await take(request, in: format, of: connection, by: takeStill) }
    }
    return stream
  }

  /// Takes a photo in another format than that which the device runs in.
  private func take(
    _ request: PhotoRequest, in format: CaptureDeviceFormat, of connection: CaptureConnection, by takeStill: StillTaking
  ) async {
    request.tell(.willCapturePhoto(request.resolved, grab: state.withLock(\.lastFrame)))
    do throws(CaptureError) {
      var frame = try await takeStill(connection.inputPort.device, format)
      frame.orientation = frame.orientation.then(connection.stillOrientation)
      request.tell(.didCapturePhoto(request.resolved))
      let whole = StillSource(frame: frame, shown: FrameCrop(factor: 1, of: frame.size, as: frame.size))
      let still = Still(frame, whole, frame.size, factor: connection.videoScaleAndCropFactor)
      queue.async { [self] in finish(request, still) }
    } catch {
      state.withLock { $0.unfinished -= 1 }
      request.finish(error)
    }
  }

  private static func reasonAgainst(_ settings: PhotoSettings, in state: State) -> String? {
    let missing = settings.mattes.subtracting(state.enabledMattes).map(\.rawValue).sorted()
    if !missing.isEmpty {
      return "mattes of \(missing.joined(separator: ", ")) are not enabled; call setEnabledMattes before"
    }
    if settings.isHighResolution, !state.isHighResolutionEnabled {
      return "high resolution is not enabled; set isHighResolutionCaptureEnabled before"
    }
    if state.used.contains(settings.uniqueID) { return "these settings were used already; each photo takes its own" }
    if !settings.encoding.format.isWritable { return "\(settings.encoding.format.name) is not written" }
    if state.unfinished >= mostUnfinished { return "\(mostUnfinished) photos are unfinished; ask again later" }
    return nil
  }

  private static func resolved(
    _ settings: PhotoSettings, _ device: CaptureDevice, interruptingVideo interrupts: Bool
  ) -> ResolvedPhotoSettings {
    let format = device.activeFormat
    let size =
      settings.isHighResolution ? stillDimensions(of: device, interruptingVideo: interrupts) : format.dimensions
    return ResolvedPhotoSettings(
      uniqueID: settings.uniqueID, photoDimensions: size, previewDimensions: format.dimensions,
      matteDimensions: Dictionary(uniqueKeysWithValues: settings.mattes.map { ($0, size.half) }))
  }

  private static func unsupported(_ reason: String) -> CaptureError {
    .unsupported(what: "PhotoOutput", reason: reason)
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let shown = FrameCrop(factor: 1, of: frame.size, as: frame.size)
    receive(frame, of: StillSource(frame: frame, shown: shown), from: connection)
  }

  /// Takes a frame, as ``receive(_:from:)``.
  ///
  /// - Parameters:
  ///   - frame: as other outputs get it, but never mirrored.
  ///   - source: the frame as the device gave it.
  func receive(_ frame: Frame, of source: StillSource, from connection: CaptureConnection) {
    let (requests, grab) = state.withLock { state -> ([PhotoRequest], Frame?) in
      defer { (state.waiting, state.lastFrame) = ([], frame) }
      return (state.waiting, state.lastFrame)
    }
    let factor = connection.videoScaleAndCropFactor
    for request in requests {
      request.tell(.willCapturePhoto(request.resolved, grab: grab))
      // The frame is a value: it is taken.
      request.tell(.didCapturePhoto(request.resolved))
      queue.async { [self] in
        finish(request, Still(frame, source, request.resolved.photoDimensions, factor: factor))
      }
    }
  }

  private func finish(_ request: PhotoRequest, _ still: Still) {
    defer { state.withLock { $0.unfinished -= 1 } }
    do throws(CaptureError) {
      let frame: Frame
      do throws(KernelError) { frame = try still.crop.applied(to: still.frame) } catch {
        throw .failed(device: "PhotoOutput", reason: "\(error)")
      }
      let photo = try PhotoProcessing(analysis: analysis).photo(
        of: frame, for: request, known: faces(at: frame, in: still.view))
      request.tell(.didFinishProcessing(photo))
      request.finish()
    } catch {
      request.finish(error)
    }
  }

  /// The faces of the session's search in the photo's upright coordinates.
  private func faces(at frame: Frame, in view: FrameCrop) -> [Face] {
    let stored = FrameGeometry.stored(size: frame.size, orientation: frame.orientation)
    // Found in all that is shown, of which the photo shows the middle: its own coordinates, and from them upright ones.
    let shown = stored.cropped(
      to: NormalizedRect(
        x: -view.region.x / view.region.width, y: -view.region.y / view.region.height, width: 1 / view.region.width,
        height: 1 / view.region.height))
    let upright = FrameGeometry(uprightSize: frame.orientation.apply(to: frame.size))
    let outputs = state.withLock(\.metadata)
    return outputs.flatMap { $0.faces(near: frame.time) }.map { face in
      var face = face.transformed(to: upright, from: shown)
      face.time = frame.time
      return face
    }
  }

  /// The searches of the session that this output is in.
  func setMetadataOutputs(_ outputs: [MetadataOutput]) { state.withLock { $0.metadata = outputs } }

  /// How its session takes a frame in another format of a device.
  func setStillTaking(_ takeStill: StillTaking?) { state.withLock { $0.takeStill = takeStill } }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { state in
      state.connections = connections
      if connections.isEmpty { (state.enabledMattes, state.lastFrame) = ([], nil) }
    }
  }

  public func didLeaveSession() {
    let waiting = state.withLock { state in
      defer {
        state.unfinished -= state.waiting.count
        (state.waiting, state.metadata, state.lastFrame, state.takeStill) = ([], [], nil, nil)
      }
      return state.waiting
    }
    for request in waiting { request.finish(Self.unsupported("the session ended before a frame came")) }
  }
}
