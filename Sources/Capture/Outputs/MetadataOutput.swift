import Dispatch
import FrameStream
import Imaging
import Synchronization

/// Finds faces, bar codes and QR codes in the frames of a session (AVFoundation's `AVCaptureMetadataOutput`). May be
/// shared by threads.
///
/// It searches the newest frame on a thread of its own, so that no other output waits for it. Nothing is searched for
/// until types are set, because each type costs processor time. At most 10 faces and four codes are reported at once:
/// those that were seen first.
///
/// ```swift
/// let output = MetadataOutput()
/// try await session.add(output)
/// try output.setMetadataObjectTypes([.face, .qr, .ean13])
/// for try await found in output.objects {
///   print(found.time.seconds, found.faces.map(\.id), found.codes.map(\.stringValue))
/// }
/// ```
public final class MetadataOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.metadataObject] }

  /// The objects of each frame that was searched, without objects if none was found; for one reader. The sequence ends
  /// when the output leaves its session, or with a ``CaptureError`` if the search fails.
  public let objects: AsyncThrowingStream<TimedMetadataObjects, any Error>
  /// Counts of frames that were searched, and of those that were dropped because a newer one came.
  public let counts = FrameCounts()

  private struct State {
    var isConnected = false
    var types: Set<MetadataObjectType> = []
    var rectOfInterest = NormalizedRect.full
    /// The frame to be searched next.
    var waiting: WaitingFrame?
    var isBusy = false
    /// The last lists, the oldest first.
    var recent: [TimedMetadataObjects] = []
  }

  /// A frame with its request: the output may have left its session when it is searched.
  private struct WaitingFrame {
    let frame: Frame
    let types: Set<MetadataObjectType>
    let rect: NormalizedRect
  }

  private let detector: any MetadataDetector
  private let continuation: AsyncThrowingStream<TimedMetadataObjects, any Error>.Continuation
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "Capture.MetadataOutput")
  /// Used on the queue.
  private let search = SearchInUse()

  /// Maximum number of lists that wait for the reader; then the oldest is dropped.
  private static let mostLists = 120
  /// Lists kept for photos, which take the faces of their frame from them.
  private static let recentLists = 30

  /// Creates an output that searches for nothing yet.
  public convenience init() { self.init(detector: FaceAndCodeDetector()) }

  init(detector: any MetadataDetector) {
    self.detector = detector
    (objects, continuation) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.mostLists))
  }

  /// The types that can be set: none before the output is connected to a camera.
  public var availableMetadataObjectTypes: Set<MetadataObjectType> {
    state.withLock(\.isConnected) ? detector.types : []
  }

  /// The types that are searched for; none at first.
  public var metadataObjectTypes: Set<MetadataObjectType> { state.withLock(\.types) }

  /// Sets the types that are searched for.
  ///
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if one is not available.
  public func setMetadataObjectTypes(_ types: Set<MetadataObjectType>) throws(CaptureError) {
    let missing = types.subtracting(availableMetadataObjectTypes).map(\.rawValue).sorted()
    guard missing.isEmpty else {
      throw .unsupported(
        what: "MetadataOutput",
        reason: "\(missing.joined(separator: ", ")) is not available; add the output to a session with a camera first")
    }
    state.withLock { $0.types = types }
  }

  /// The part of the picture, as stored, in which objects are reported: their bounds must lie within it. Codes are
  /// searched for only there. The whole picture at first.
  public var rectOfInterest: NormalizedRect {
    get { state.withLock(\.rectOfInterest) }
    set { state.withLock { $0.rectOfInterest = newValue } }
  }

  /// Converts an object to the picture that a connection shows, which may be rotated and mirrored.
  ///
  /// - Parameters:
  ///   - object: an object of this output, with bounds in the picture as stored.
  ///   - connection: the connection to an output that shows the frames.
  public func transformedMetadataObject<Object: MetadataObject>(
    for object: Object, connection: CaptureConnection
  ) -> Object {
    let device = FrameGeometry(uprightSize: connection.inputPort.device.activeFormat.dimensions)
    return object.transformed(to: device.turned(by: connection.videoOrientation), from: device)
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let (late, begins) = state.withLock { state -> (Frame?, Bool) in
      guard !state.types.isEmpty else { return (nil, false) }
      defer {
        state.waiting = WaitingFrame(frame: frame, types: state.types, rect: state.rectOfInterest)
        state.isBusy = true
      }
      return (state.waiting?.frame, !state.isBusy)
    }
    if let late { counts.drop(DroppedFrame(time: late.time, reason: .late, size: late.size)) }
    if begins { queue.async { [self] in searchWaiting() } }
  }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { state in
      state.isConnected = !connections.isEmpty
      if connections.isEmpty { state.types = [] }
    }
  }

  public func didLeaveSession() { queue.async { [continuation] in continuation.finish() } }

  /// The faces of the frame of that time, or of the nearest one searched, in the picture as stored; none if that is
  /// more than half a second off, or faces are not searched for.
  func faces(near time: MediaTime) -> [Face] {
    let (isSearching, recent) = state.withLock { ($0.types.contains(.face), $0.recent) }
    func distance(_ list: TimedMetadataObjects) -> MediaTime { list.time > time ? list.time - time : time - list.time }
    guard isSearching, let nearest = recent.min(by: { distance($0) < distance($1) }),
      distance(nearest) <= MediaTime(value: 1, timescale: 2)
    else { return [] }
    return nearest.faces
  }

  /// Searches frames until none waits.
  private func searchWaiting() {
    while let waiting = state.withLock({ state in
      defer { (state.isBusy, state.waiting) = (state.waiting != nil, nil) }
      return state.waiting
    }) {
      do throws(CaptureError) {
        let (frame, rect) = (waiting.frame, waiting.rect)
        let region = rect == .full ? rect : frame.orientation.apply(to: rect)
        let request = MetadataRequest(types: waiting.types, region: region)
        let found = try search.objects(in: frame, request, by: detector)
        counts.deliver()
        let list = TimedMetadataObjects(time: frame.time, objects: Self.chosen(found, of: waiting))
        state.withLock { state in
          state.recent.append(list)
          if state.recent.count > Self.recentLists { state.recent.removeFirst() }
        }
        continuation.yield(list)
      } catch {
        continuation.finish(throwing: error)
        return
      }
    }
  }

  /// The requested objects, in the coordinates of the picture as stored.
  private static func chosen(_ objects: [any MetadataObject], of waiting: WaitingFrame) -> [any MetadataObject] {
    let (frame, types, rect) = (waiting.frame, waiting.types, waiting.rect)
    let stored = FrameGeometry.stored(size: frame.size, orientation: frame.orientation)
    // Not rounded if nothing is rotated.
    let isUpright = frame.orientation == .up
    return objects.ofTypes(types).map { isUpright ? $0 : $0.transformed(to: stored) }.filter { object in
      let bounds = object.bounds
      // A face at the picture's edge may reach beyond it, and still counts as inside the whole picture.
      return rect == .full
        || (bounds.minX >= rect.minX && bounds.minY >= rect.minY && bounds.maxX <= rect.maxX
          && bounds.maxY <= rect.maxY)
    }
  }
}

/// The search of an output, created with its first frame. Used on one queue; its owner ensures that.
private final class SearchInUse: @unchecked Sendable {
  private var search: (any MetadataSearch)?

  func objects(
    in frame: Frame, _ request: MetadataRequest, by detector: any MetadataDetector
  ) throws(CaptureError) -> [any MetadataObject] {
    if let search { return try search.objects(in: frame, request) }
    let search = try detector.makeSearch()
    self.search = search
    return try search.objects(in: frame, request)
  }
}
