import Imaging
import Synchronization

/// The way from a port to an output (AVFoundation's `AVCaptureConnection`). What is set takes effect with the next frame, with
/// nothing restarted. May be shared by threads.
///
/// Pixels are never turned: the orientation of the frames says how they are to be shown, and a movie says it too.
public final class CaptureConnection: Sendable {
  /// The port from which frames come.
  public let inputPort: CaptureInputPort
  /// The output to which they go.
  public let output: any CaptureOutput

  private struct State {
    var isEnabled = true
    var isMirrored = false
    var angle = 0
    var scaleAndCrop = 1.0
    var hasIntrinsics = false
  }
  private let state = Mutex(State())
  /// The way on which frames come here, where effects are between.
  private let source: CaptureConnection?
  /// Whether frames are opaque.
  let isOpaque: Bool

  /// A way on from an output that draws effects.
  ///
  /// - Parameter source: the way that leads there.
  init(_ source: CaptureConnection, _ output: any CaptureOutput, isOpaque: Bool) {
    (inputPort, self.output, self.source, self.isOpaque) = (source.inputPort, output, source, isOpaque)
    mirrorPreview()
  }

  init(_ port: CaptureInputPort, _ output: any CaptureOutput) {
    (inputPort, self.output, source, isOpaque) = (port, output, nil, true)
    mirrorPreview()
  }

  private func mirrorPreview() {
    // A preview is a mirror, where the camera may be taken to look at who looks at the preview.
    if output is PreviewOutput, carriesVideo, inputPort.device.isMirroredInPreview {
      state.withLock { $0.isMirrored = true }
    }
  }

  /// Whether frames go this way. While they do not, the output gets nothing, and nothing of what the others get changes.
  public var isEnabled: Bool {
    get { state.withLock(\.isEnabled) }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  private var carriesVideo: Bool { inputPort.mediaType == .video }

  /// Whether frames can be mirrored.
  public var isVideoMirroringSupported: Bool { carriesVideo }

  /// Whether frames are mirrored left to right, after they are turned.
  public var isVideoMirrored: Bool { state.withLock(\.isMirrored) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if frames cannot be mirrored.
  public func setVideoMirrored(_ isMirrored: Bool) throws(CaptureError) {
    guard isVideoMirroringSupported else { throw unsupported("it cannot be mirrored") }
    state.withLock { $0.isMirrored = isMirrored }
  }

  /// Whether frames can be turned by so many degrees.
  public func isVideoRotationAngleSupported(_ degrees: Int) -> Bool { carriesVideo && Self.turns[degrees] != nil }

  /// How many degrees frames are turned, clockwise as one faces the picture.
  public var videoRotationAngle: Int { state.withLock(\.angle) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` unless the angle is supported: 0, 90, 180, 270.
  public func setVideoRotationAngle(_ degrees: Int) throws(CaptureError) {
    guard isVideoRotationAngleSupported(degrees) else {
      throw unsupported("it cannot be turned by \(degrees) degrees; ask isVideoRotationAngleSupported before")
    }
    state.withLock { $0.angle = degrees }
  }

  /// Whether frames can be stabilised: not yet.
  public var isVideoStabilizationSupported: Bool { false }

  /// Whether frames can say how the camera throws the world on their pixels: its field of view is known.
  public var isCameraIntrinsicMatrixDeliverySupported: Bool {
    carriesVideo && inputPort.device.activeFormat.videoFieldOfView != nil
  }

  /// Whether frames say how the camera throws the world on their pixels (`FrameAttachments.intrinsics`); false at first.
  public var isCameraIntrinsicMatrixDeliveryEnabled: Bool { state.withLock(\.hasIntrinsics) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if it is not supported.
  public func setCameraIntrinsicMatrixDeliveryEnabled(_ isEnabled: Bool) throws(CaptureError) {
    guard !isEnabled || isCameraIntrinsicMatrixDeliverySupported else {
      throw unsupported("the field of view of its camera is not known")
    }
    state.withLock { $0.hasIntrinsics = isEnabled }
  }

  /// How frames are turned and mirrored on this way.
  public var videoOrientation: Orientation {
    state.withLock { state in
      let turn = Self.turns[state.angle] ?? .up
      return state.isMirrored ? turn.then(.upMirrored) : turn
    }
  }

  /// How photos are turned on this way: they are not mirrored.
  var stillOrientation: Orientation { Self.turns[videoRotationAngle] ?? .up }

  /// How frames are turned and mirrored on the whole way from the camera.
  var frameOrientation: Orientation { source?.videoOrientation.then(videoOrientation) ?? videoOrientation }

  /// Whether this is the way on from that one to an output.
  func isWay(from source: CaptureConnection, to output: any CaptureOutput) -> Bool {
    self.source === source && self.output === output
  }

  private static let turns: [Int: Orientation] = [0: .up, 90: .right, 180: .down, 270: .left]

  private func unsupported(_ reason: String) -> CaptureError {
    .unsupported(what: "the connection from \(inputPort.device.nameInMessages)", reason: reason)
  }

  /// Whether the picture can be enlarged on this way alone, as on the way to a ``PhotoOutput``.
  public var isVideoScaleAndCropSupported: Bool { carriesVideo && output is PhotoOutput }

  /// The greatest factor that the picture can be enlarged by on this way; 1 where it cannot.
  public var videoMaxScaleAndCropFactor: Double {
    isVideoScaleAndCropSupported ? inputPort.device.activeFormat.videoMaxZoomFactor : 1
  }

  /// How much the picture is enlarged round its middle on this way, beside the zoom of the device; 1 at first.
  public var videoScaleAndCropFactor: Double { state.withLock(\.scaleAndCrop) }

  /// - Parameter factor: in `1...videoMaxScaleAndCropFactor`.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for other factors, and where this way does not lead to photos.
  public func setVideoScaleAndCropFactor(_ factor: Double) throws(CaptureError) {
    guard factor >= 1, factor <= videoMaxScaleAndCropFactor else {
      throw unsupported("it takes no factor of \(factor); ask videoMaxScaleAndCropFactor before")
    }
    state.withLock { $0.scaleAndCrop = factor }
  }

  /// - Parameter still: what photos are made of, beside a frame.
  func deliver(_ sample: CaptureSample, of still: StillSource?) {
    guard isEnabled else { return }
    guard case .frame(var frame) = sample, carriesVideo else { return output.receive(sample, from: self) }
    if !isCameraIntrinsicMatrixDeliveryEnabled, source == nil { frame.attachments.intrinsics = nil }
    if let output = output as? PhotoOutput, let still {
      // Photos are turned and not mirrored.
      frame.orientation = frame.orientation.then(stillOrientation)
      return output.receive(frame, of: still, from: self)
    }
    frame.orientation = frame.orientation.then(videoOrientation)
    output.receive(.frame(frame), from: self)
  }
}
