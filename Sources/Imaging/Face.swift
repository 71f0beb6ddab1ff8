/// A face that was seen in a picture or a frame, in upright coordinates (AVFoundation's `AVMetadataFaceObject`).
public struct Face: MetadataObject, Hashable {
  public var type: MetadataObjectType { .face }
  /// The identity within a stream: never used twice. Nil in a still picture whose file records none.
  public var id: Int?
  public var time: MediaTime?
  /// From just above the eyebrows to just below the lips.
  public var bounds: NormalizedRect
  /// Turn in the picture's plane, clockwise positive as the viewer sees it, in `0..<360`. Nil where unknown.
  public var roll: Angle?
  /// 0 facing the camera; positive when turned towards the viewer's left, in `0..<360`: a face turned 45 degrees towards
  /// the viewer's right has 315. Nil where unknown.
  public var yaw: Angle?
  /// 0 level; positive when looking up, in `0..<360`. Nil where unknown.
  public var pitch: Angle?
  /// `0...1`.
  public var confidence: Double
  public var landmarks: FaceLandmarks?

  public init(
    id: Int? = nil, time: MediaTime? = nil, bounds: NormalizedRect, roll: Angle? = nil, yaw: Angle? = nil,
    pitch: Angle? = nil, confidence: Double = 1, landmarks: FaceLandmarks? = nil
  ) {
    self.id = id
    self.time = time
    self.bounds = bounds
    self.roll = roll?.normalized
    self.yaw = yaw?.normalized
    self.pitch = pitch?.normalized
    self.confidence = confidence
    self.landmarks = landmarks
  }

  /// The bounds in the asked frame of a picture that is stored with `orientation`.
  public func bounds(in frame: PictureFrame, orientation: Orientation) -> NormalizedRect {
    switch frame {
    case .upright: bounds
    case .stored: orientation.inverse.apply(to: bounds)
    }
  }

  /// Landmarks keep their numbers: the subject's left eye is the left eye in a mirror too.
  public func transformed(to frame: FrameGeometry, from source: FrameGeometry?) -> Face {
    let source = source ?? FrameGeometry(uprightSize: frame.uprightSize)
    var face = self
    face.bounds = source.convert(bounds, to: frame)
    face.roll = roll.map { source.convert(roll: $0, to: frame) }
    face.yaw = yaw.map { source.convert(yaw: $0, to: frame) }
    face.landmarks = landmarks.map { landmarks in
      FaceLandmarks(
        points: landmarks.points.map { point in
          let place = source.convert(NormalizedPoint(x: Double(point.x), y: Double(point.y)), to: frame)
          return SIMD3(Float(place.x), Float(place.y), Float(source.convert(length: Double(point.z), to: frame)))
        })
    }
    return face
  }
}
