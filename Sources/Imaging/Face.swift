/// A face in a picture or a frame, in upright coordinates (AVFoundation's `AVMetadataFaceObject`). Thread-safe as a
/// value.
///
/// In JSON a face is an object of `bounds`, `confidence` and, where they are known, `id`, `time`, `roll`, `yaw`,
/// `pitch` (degrees) and `landmarks` (lists of `[x, y, z]`):
///
/// ```json
/// {"bounds": {"x": 0.25, "y": 0.125, "width": 0.25, "height": 0.5}, "confidence": 0.75, "id": 1, "roll": 358.5,
///  "time": {"value": 1001, "timescale": 30000}}
/// ```
///
/// Encoding loses nothing. All faces that `mattetool` writes have this form too, their numbers rounded, and can be
/// decoded; further keys, such as `parts`, are passed over.
public struct Face: MetadataObject, Hashable, Codable {
  /// Always ``MetadataObjectType/face``.
  public var type: MetadataObjectType { .face }
  /// The identity within a stream, from 1 up and never reused. Nil in a still picture whose file records none.
  public var id: Int?
  /// The time of the frame; nil in a still picture.
  public var time: MediaTime?
  /// From just above the eyebrows to just below the lips, as fractions of the picture. May reach beyond its edges.
  public var bounds: NormalizedRect
  /// Rotation in the picture's plane, clockwise positive as the viewer sees it, in `0..<360` degrees. Nil if unknown.
  public var roll: Angle?
  /// 0 facing the camera, positive when turned towards the viewer's left, in `0..<360` degrees: a face turned 45
  /// degrees towards the viewer's right has 315. Nil if unknown.
  public var yaw: Angle?
  /// 0 level, positive when looking up, in `0..<360` degrees. Nil if unknown.
  public var pitch: Angle?
  /// The confidence of the detection, `0...1`.
  public var confidence: Double
  /// The points of the face mesh; nil where they were not measured.
  public var landmarks: FaceLandmarks?

  /// Creates a face. Angles are normalized to `0..<360` degrees.
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

  private enum CodingKeys: CodingKey {
    case id, time, bounds, roll, yaw, pitch, confidence, landmarks
  }

  /// Reads a face. Angles are normalized to `0..<360` degrees; what is not known may be null or left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decodeIfPresent(Int.self, forKey: .id),
      time: try container.decodeIfPresent(MediaTime.self, forKey: .time),
      bounds: try container.decode(NormalizedRect.self, forKey: .bounds),
      roll: try container.decodeIfPresent(Angle.self, forKey: .roll),
      yaw: try container.decodeIfPresent(Angle.self, forKey: .yaw),
      pitch: try container.decodeIfPresent(Angle.self, forKey: .pitch),
      confidence: try container.decode(Double.self, forKey: .confidence),
      landmarks: try container.decodeIfPresent(FaceLandmarks.self, forKey: .landmarks))
  }

  /// The face as reports write it: rounded to the measurement's precision, a millionth of the picture and a hundredth
  /// of a degree, without its time, which the report on the frame states.
  ///
  /// - Parameter withLandmarks: whether the landmarks are kept.
  package func reported(withLandmarks: Bool) -> Face {
    func rounded(_ value: Double, _ scale: Double = 1e6) -> Double { (value * scale).rounded() / scale }
    func rounded(_ angle: Angle) -> Angle { .degrees(rounded(angle.degrees, 100)) }
    return Face(
      id: id, bounds: bounds.rounded, roll: roll.map(rounded), yaw: yaw.map(rounded), pitch: pitch.map(rounded),
      confidence: rounded(confidence), landmarks: withLandmarks ? landmarks?.rounded : nil)
  }

  /// The bounds in a coordinate space of a picture that is stored with `orientation`.
  public func bounds(in space: CoordinateSpace, orientation: Orientation) -> NormalizedRect {
    switch space {
    case .upright: bounds
    case .stored: orientation.inverse.apply(to: bounds)
    }
  }

  /// See ``MetadataObject/transformed(to:from:)``. Landmarks keep their indices: the subject's left eye is still the
  /// left eye when mirrored.
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
