import Dispatch
import FoundationEssentials
import Imaging
import Kernels
import PhotoFile
import Segmentation
import Synchronization

/// Takes photos while a session runs, with their faces and mattes (AVFoundation's `AVCapturePhotoOutput`). May be
/// shared by threads.
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
/// A photo is the next frame after the request. Photos are processed one after the other on a thread of their own, so
/// that no other output misses a frame. They have the connection's rotation as their orientation, and are neither
/// mirrored nor stabilized. While a ``MetadataOutput`` searches for faces, photos have its faces with their identities.
public final class PhotoOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.video] }

  private struct State {
    var connections: [CaptureConnection] = []
    var enabledMattes: Set<MatteKind> = []
    var isHighResolutionEnabled = false
    var interruptsVideo = false
    /// Captures a frame in another format of a device.
    var takeStill: StillTaking?
    var metadataOutputs: [MetadataOutput] = []
    var lastFrame: Frame?
    var requests = PhotoRequestQueue()

    func stillFormat(of device: CaptureDevice) -> StillFormat {
      StillFormat(of: device, interruptsVideo: interruptsVideo)
    }

    /// Why a photo cannot be taken; nil if it can.
    func reasonAgainst(_ settings: PhotoSettings) -> String? {
      let missing = settings.mattes.subtracting(enabledMattes).map(\.rawValue).sorted()
      if !missing.isEmpty {
        return "mattes of \(missing.joined(separator: ", ")) are not enabled; call setEnabledMattes before"
      }
      if settings.isHighResolution, !isHighResolutionEnabled {
        return "high resolution is not enabled; set isHighResolutionCaptureEnabled before"
      }
      if !settings.encoding.format.isWritable { return "\(settings.encoding.format.name) is not written" }
      return requests.reasonAgainst(settings)
    }
  }

  /// A photo that requires a device to change its format.
  private struct Interruption {
    let request: PhotoRequest
    let connection: CaptureConnection
    let format: CaptureDeviceFormat
    let takeStill: StillTaking
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "Capture.PhotoOutput")
  private let analysis: any StillAnalysis

  /// - Parameter matteQuality: the quality of mattes; a better one takes more time.
  public convenience init(matteQuality: MatteQuality = .balanced) {
    self.init(analysis: NetworkStillAnalysis(quality: matteQuality))
  }

  init(analysis: any StillAnalysis) { self.analysis = analysis }

  // MARK: What photos may be asked for

  /// The mattes that can be enabled: none before the output is connected to a camera.
  public var availableMattes: Set<MatteKind> {
    state.withLock { $0.connections.isEmpty ? [] : Set(MatteKind.generated) }
  }

  /// The mattes that photos may request; none at first.
  public var enabledMattes: Set<MatteKind> { state.withLock(\.enabledMattes) }

  /// Sets the mattes that photos may request. ``prepare()`` loads the networks for them.
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

  /// Whether the device can take photos of more pixels than its frames: in its current format, or in another one if
  /// ``interruptsVideoForHighResolution`` is true.
  public var isHighResolutionCaptureSupported: Bool {
    state.withLock { state in
      state.connections.contains { connection in
        let device = connection.inputPort.device
        return state.stillFormat(of: device).dimensions != device.activeFormat.dimensions
      }
    }
  }

  /// Whether a photo of high resolution may interrupt the video; false at first.
  ///
  /// Webcams, for example, have more pixels in another format only. Such a device is set to its largest format, takes
  /// the photo, and returns to the format of the video. Other outputs receive the gap as a `DroppedFrame` with
  /// the reason `discontinuity`.
  public var interruptsVideoForHighResolution: Bool {
    get { state.withLock(\.interruptsVideo) }
    set { state.withLock { $0.interruptsVideo = newValue } }
  }

  /// Whether photos of high resolution may be requested; false at first.
  public var isHighResolutionCaptureEnabled: Bool {
    get { state.withLock(\.isHighResolutionEnabled) }
    set { state.withLock { $0.isHighResolutionEnabled = newValue } }
  }

  /// Loads the networks for the enabled mattes, which may take a second, so that the first photo need not wait for
  /// them.
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

  // MARK: Taking photos

  /// Takes the next frame as a photo. Several requests may be made at once; their photos are processed in turn. Before
  /// the session runs they wait; if it stops, or the camera ends, before a frame came, they end with an error.
  ///
  /// - Parameter settings: the photo's settings, within what is enabled; they serve for one photo.
  /// - Returns: the events of the photo, in order; the last is ``Event/didFinishCapture(_:_:)``.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if the request exceeds what is enabled, the settings were
  ///   used before, no camera is connected, or too many photos are unfinished.
  public func capturePhoto(with settings: PhotoSettings) throws(CaptureError) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    var interruption: Interruption?
    let reason = state.withLock { state -> String? in
      if let reason = state.reasonAgainst(settings) { return reason }
      guard let connection = state.connections.first else {
        return "no camera is connected to it; add both to a session first"
      }
      let device = connection.inputPort.device
      let stillFormat = state.stillFormat(of: device)
      let request = PhotoRequest(
        settings: settings,
        resolved: ResolvedPhotoSettings(
          settings, photoDimensions: settings.isHighResolution ? stillFormat.dimensions : nil,
          previewDimensions: device.activeFormat.dimensions),
        continuation: continuation)
      state.requests.accept(settings)
      request.send(.willBeginCapture(request.resolved))
      if settings.isHighResolution, let takeStill = state.takeStill, let format = stillFormat.other {
        interruption = Interruption(request: request, connection: connection, format: format, takeStill: takeStill)
      } else {
        state.requests.wait(request)
      }
      return nil
    }
    if let reason { throw Self.unsupported(reason) }
    if let interruption { Task { await take(interruption) } }
    return stream
  }

  /// Takes a photo in another format than the device's current one.
  private func take(_ interruption: Interruption) async {
    let (request, connection) = (interruption.request, interruption.connection)
    request.send(.willCapturePhoto(request.resolved, grab: state.withLock(\.lastFrame)))
    do throws(CaptureError) {
      var frame = try await interruption.takeStill(connection.inputPort.device, interruption.format)
      frame.orientation = frame.orientation.then(connection.stillOrientation)
      request.send(.didCapturePhoto(request.resolved))
      let whole = StillSource(frame: frame, shown: FrameCrop(factor: 1, of: frame.size, as: frame.size))
      let still = Still(frame, whole, frame.size, factor: connection.videoScaleAndCropFactor)
      queue.async { [self] in finish(request, still) }
    } catch {
      state.withLock { $0.requests.finishOne() }
      request.finish(error)
    }
  }

  private static func unsupported(_ reason: String) -> CaptureError {
    .unsupported(what: "PhotoOutput", reason: reason)
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let shown = FrameCrop(factor: 1, of: frame.size, as: frame.size)
    receive(frame, of: StillSource(frame: frame, shown: shown), from: connection)
  }

  /// Receives a frame as ``receive(_:from:)`` does.
  ///
  /// - Parameters:
  ///   - frame: the frame as other outputs receive it, but never mirrored.
  ///   - source: the frame as the device gave it.
  func receive(_ frame: Frame, of source: StillSource, from connection: CaptureConnection) {
    let (requests, grab) = state.withLock { state -> ([PhotoRequest], Frame?) in
      defer { state.lastFrame = frame }
      return (state.requests.takeWaiting(), state.lastFrame)
    }
    let factor = connection.videoScaleAndCropFactor
    for request in requests {
      request.send(.willCapturePhoto(request.resolved, grab: grab))
      // A frame is a value, so that the photo is taken as soon as the frame has arrived.
      request.send(.didCapturePhoto(request.resolved))
      queue.async { [self] in
        finish(request, Still(frame, source, request.resolved.photoDimensions, factor: factor))
      }
    }
  }

  private func finish(_ request: PhotoRequest, _ still: Still) {
    defer { state.withLock { $0.requests.finishOne() } }
    do throws(CaptureError) {
      let frame: Frame
      do throws(KernelError) { frame = try still.crop.applied(to: still.frame) } catch {
        throw .failed(device: "PhotoOutput", reason: "\(error)")
      }
      let shownFaces = state.withLock(\.metadataOutputs).flatMap { $0.faces(near: frame.time) }
      let photo = try PhotoProcessing(analysis: analysis).photo(
        of: frame, for: request, known: still.faces(shownFaces, in: frame))
      request.send(.didFinishProcessing(photo))
      request.finish()
    } catch {
      request.finish(error)
    }
  }

  // MARK: The session

  /// Sets the outputs that search for faces in the session of this output.
  func setMetadataOutputs(_ outputs: [MetadataOutput]) { state.withLock { $0.metadataOutputs = outputs } }

  /// Sets the session's means to capture a frame in another format of a device.
  func setStillTaking(_ takeStill: StillTaking?) { state.withLock { $0.takeStill = takeStill } }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { state in
      state.connections = connections
      if connections.isEmpty { (state.enabledMattes, state.lastFrame) = ([], nil) }
    }
  }

  public func didLeaveSession() {
    state.withLock { ($0.metadataOutputs, $0.lastFrame, $0.takeStill) = ([], nil, nil) }
    cancelWaiting()
  }

  /// Ends the requests that wait for a frame, if their camera gives none any more.
  ///
  /// - Parameter device: the device that has ended; nil if all have.
  func cancelWaiting(for device: CaptureDevice? = nil) {
    let waiting = state.withLock { state -> [PhotoRequest] in
      guard device == nil || state.connections.first?.inputPort.device === device else { return [] }
      return state.requests.cancelWaiting()
    }
    for request in waiting { request.finish(Self.unsupported("the session ended before a frame came")) }
  }
}
