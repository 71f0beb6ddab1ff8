import Imaging
import Synchronization

/// A connection from an input's port to an output (AVFoundation's `AVCaptureConnection`). Settings take effect with the
/// next frame and restart nothing. May be shared by threads.
///
/// Pixels are not rotated or mirrored: frames, photos and movies have an orientation as metadata.
public final class CaptureConnection: Sendable {
  /// The port from which samples come.
  public let inputPort: CaptureInputPort
  /// The output that receives them.
  public let output: any CaptureOutput

  private struct State {
    var isEnabled = true
    var isMirrored = false
    var angle = 0
    var scaleAndCrop = 1.0
    var hasIntrinsics = false
  }
  private let state = Mutex(State())
  /// The connection to the output of effects whose results come here; nil if they come from a port directly.
  private let source: CaptureConnection?
  /// Whether frames are opaque.
  let isOpaque: Bool

  /// Creates a connection from an output that draws effects to another output.
  ///
  /// - Parameter source: the connection to the output that draws effects.
  init(_ source: CaptureConnection, _ output: any CaptureOutput, isOpaque: Bool) {
    (inputPort, self.output, self.source, self.isOpaque) = (source.inputPort, output, source, isOpaque)
    mirrorPreview()
  }

  init(_ port: CaptureInputPort, _ output: any CaptureOutput) {
    (inputPort, self.output, source, isOpaque) = (port, output, nil, true)
    mirrorPreview()
  }

  private func mirrorPreview() {
    // A preview acts as a mirror if the camera may face the viewer.
    if output is PreviewOutput, carriesVideo, inputPort.device.isMirroredInPreview {
      state.withLock { $0.isMirrored = true }
    }
  }

  /// Whether samples are delivered through the connection. Other connections are not affected.
  public var isEnabled: Bool {
    get { state.withLock(\.isEnabled) }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  private var carriesVideo: Bool { inputPort.mediaType == .video }

  /// Whether frames can be mirrored: not those of a ``PhotoOutput``, because photos show what the camera sees.
  public var isVideoMirroringSupported: Bool { carriesVideo && !(output is PhotoOutput) }

  /// Whether frames are mirrored left to right after their rotation.
  public var isVideoMirrored: Bool { state.withLock(\.isMirrored) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if frames cannot be mirrored.
  public func setVideoMirrored(_ isMirrored: Bool) throws(CaptureError) {
    guard isVideoMirroringSupported else { throw unsupported("it cannot be mirrored") }
    state.withLock { $0.isMirrored = isMirrored }
  }

  /// Whether frames can be rotated by an angle, in degrees.
  public func isVideoRotationAngleSupported(_ degrees: Int) -> Bool { carriesVideo && Self.turns[degrees] != nil }

  /// The rotation of frames in degrees, clockwise as the viewer sees the picture.
  public var videoRotationAngle: Int { state.withLock(\.angle) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` unless the angle is supported: 0, 90, 180, 270.
  public func setVideoRotationAngle(_ degrees: Int) throws(CaptureError) {
    guard isVideoRotationAngleSupported(degrees) else {
      throw unsupported("it cannot be turned by \(degrees) degrees; ask isVideoRotationAngleSupported before")
    }
    state.withLock { $0.angle = degrees }
  }

  /// Whether frames can be stabilized. This version does not support it.
  public var isVideoStabilizationSupported: Bool { false }

  /// Whether frames can have the camera's intrinsic matrix: it is computed from the field of view, if that is known.
  public var isCameraIntrinsicMatrixDeliverySupported: Bool {
    carriesVideo && inputPort.device.activeFormat.videoFieldOfView != nil
  }

  /// Whether frames have the camera's intrinsic matrix (`FrameAttachments.intrinsics`); false at first.
  public var isCameraIntrinsicMatrixDeliveryEnabled: Bool { state.withLock(\.hasIntrinsics) }

  /// - Throws: ``CaptureError/unsupported(what:reason:)`` if it is not supported.
  public func setCameraIntrinsicMatrixDeliveryEnabled(_ isEnabled: Bool) throws(CaptureError) {
    guard !isEnabled || isCameraIntrinsicMatrixDeliverySupported else {
      throw unsupported("the field of view of its camera is not known")
    }
    state.withLock { $0.hasIntrinsics = isEnabled }
  }

  /// The rotation and mirroring of this connection as an orientation.
  public var videoOrientation: Orientation {
    state.withLock { state in
      let turn = Self.turns[state.angle] ?? .up
      return state.isMirrored ? turn.then(.upMirrored) : turn
    }
  }

  /// The orientation of photos, which are not mirrored.
  var stillOrientation: Orientation { Self.turns[videoRotationAngle] ?? .up }

  /// The orientation of frames relative to the camera's.
  var frameOrientation: Orientation { source?.videoOrientation.then(videoOrientation) ?? videoOrientation }

  /// Whether this connection leads from the output of another one to an output.
  func leads(from source: CaptureConnection, to output: any CaptureOutput) -> Bool {
    self.source === source && self.output === output
  }

  private static let turns: [Int: Orientation] = [0: .up, 90: .right, 180: .down, 270: .left]

  private func unsupported(_ reason: String) -> CaptureError {
    .unsupported(what: "the connection from \(inputPort.device.nameInMessages)", reason: reason)
  }

  /// Whether the picture can be enlarged on this connection alone: if it leads to a ``PhotoOutput``.
  public var isVideoScaleAndCropSupported: Bool { carriesVideo && output is PhotoOutput }

  /// The greatest factor for ``videoScaleAndCropFactor``; 1 if the picture cannot be enlarged.
  public var videoMaxScaleAndCropFactor: Double {
    isVideoScaleAndCropSupported ? inputPort.device.activeFormat.videoMaxZoomFactor : 1
  }

  /// The factor by which the picture is enlarged around its middle on this connection, in addition to the zoom of the
  /// device; 1 at first.
  public var videoScaleAndCropFactor: Double { state.withLock(\.scaleAndCrop) }

  /// - Parameter factor: the factor, in `1...videoMaxScaleAndCropFactor`.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for other factors, and if the connection does not lead to a
  ///   ``PhotoOutput``.
  public func setVideoScaleAndCropFactor(_ factor: Double) throws(CaptureError) {
    guard factor >= 1, factor <= videoMaxScaleAndCropFactor else {
      throw unsupported("it takes no factor of \(factor); ask videoMaxScaleAndCropFactor before")
    }
    state.withLock { $0.scaleAndCrop = factor }
  }

  /// Tells the output that as many frames come at once, because they were held back.
  func announce(heldFrames count: Int) {
    if isEnabled, carriesVideo { (output as? any HeldFrameOutput)?.expect(heldFrames: count) }
  }

  /// - Parameter still: the frame from which photos are made; nil if it is the sample.
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
