import Effects
import Imaging
import Models
import Segmentation

/// Which faces, codes and mattes are computed for the frames of a stream.
public struct SceneAnalysis: Sendable, Hashable {
  /// How faces are tracked; nil where they are not needed.
  public var faces: FaceTracking?
  /// How codes are tracked; nil where they are not needed.
  public var codes: CodeTracking?
  /// The mattes that are made.
  public var mattes: Set<MatteKind>
  /// How much work a matte is worth.
  public var quality: MatteQuality
  /// The weights of the network that makes the mattes.
  public var weights: ModelWeights

  /// How far ahead, in seconds, later frames are read for the background behind people, if a source gives them: see
  /// `FrameSequence.scenes(_:lookingAheadIn:)`. 0 disables it.
  public var backgroundLookAhead = 10.0

  /// Whether a stream of a single frame is analysed as a photo, so that effects give the same result: with the networks
  /// for photos, and mattes of the people in the foreground. The first scene then waits for the second frame.
  public var takesOnlyFrameAsPhoto = true

  /// - Parameters:
  ///   - faces: how faces are tracked; nil where they are not needed.
  ///   - mattes: the kinds to make. Teeth, and eyes and lips that are cut out of skin, need faces.
  ///   - quality: how much work a matte is worth.
  ///   - weights: the weights of the network that makes the mattes.
  ///   - codes: how codes are tracked; nil where they are not needed.
  public init(
    faces: FaceTracking? = nil, mattes: Set<MatteKind> = [], quality: MatteQuality = .balanced,
    weights: ModelWeights = .default, codes: CodeTracking? = nil
  ) {
    self.faces = faces
    self.codes = codes
    self.mattes = mattes
    self.quality = quality
    self.weights = weights
  }

  /// Mattes alone, with the faces that they need: eyes and lips are cut out of skin and teeth are found by faces, and
  /// small heads get a close-up pass except at the fast quality.
  package init(making mattes: Set<MatteKind>, quality: MatteQuality, weights: ModelWeights) {
    self.init(mattes: mattes, quality: quality, weights: weights)
    let needsFaces = !mattes.isEmpty && (quality != .fast || mattes != [.portrait])
    if needsFaces { faces = Self.steadyTracking(maximumFaces: MatteGenerator.maximumCloseUps) }
  }

  /// Tracking for effects on a movie. A face that is missed in a few frames is filled in from later ones, so that
  /// mattes of its head and light on it do not flicker. Smoothing keeps drawings on it from trembling.
  private static func steadyTracking(maximumFaces: Int) -> FaceTracking {
    FaceTracking(maximumFaces: maximumFaces, lookAhead: 0.2, smoothing: 0.3)
  }

  /// The requirements of effects on a frame.
  public init(
    for stack: EffectStack, quality: MatteQuality = .balanced, weights: ModelWeights = .default
  ) {
    self.init(making: stack.mattes, quality: quality, weights: weights)
    if stack.usesCodes {
      // All codes, for what is to be hidden, as far as the frame rate allows.
      codes = CodeTracking(types: MachineReadableCode.allTypes, maximumCodes: 255, effort: .balanced, lookAhead: 0.5)
    }
    guard stack.usesFaces || faces != nil else { return }
    let maximumFaces = max(stack.maximumFaces, MatteGenerator.maximumCloseUps)
    // An effect that must cover every face must not start only when the face is detected.
    faces =
      stack.requiresAllFaces
      ? FaceTracking(maximumFaces: maximumFaces, confirmsFaces: false, lookAhead: 1)
      : Self.steadyTracking(maximumFaces: maximumFaces)
  }

  /// The requirements of effects on a live frame from a camera: the viewer sees the result without delay. Only effects
  /// that must cover every face or code look ahead.
  package init(forLive stack: EffectStack, quality: MatteQuality, weights: ModelWeights = .default) {
    self.init(for: stack, quality: quality, weights: weights)
    let promised = codes?.lookAhead ?? 0
    if !stack.requiresAllFaces { disableLookAhead() }
    takesOnlyFrameAsPhoto = false
    codes?.lookAhead = promised
  }

  /// Scenes come with their frames.
  package mutating func disableLookAhead() {
    takesOnlyFrameAsPhoto = false
    backgroundLookAhead = 0
    faces?.lookAhead = 0
    faces?.smoothing = 0
    codes?.lookAhead = 0
  }
}
