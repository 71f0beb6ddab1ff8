import Imaging
import Inference
import Kernels

/// Makes the mattes of a stream's frames. Mattes of a static scene do not flicker, and motion leaves no trail.
///
/// Each frame's mattes are made as those of a photo. While the camera stands still, a background model separates people
/// from the background that was visible earlier. Where the picture has not changed the mattes are blended with those of
/// earlier frames. Hair and skin of a head that moves are steadied where its face has an ID. All of these start anew
/// with a frame of another size or orientation, a frame whose time is not after the last one's or more than a second
/// later, and a cut. No frame waits for later ones; ``learnBackground(from:)`` adds later frames that are available,
/// which a time before the last one's discards.
///
/// Not `Sendable`: a matte stream belongs to one stream and is used by one task at a time. Any number of them may share
/// a generator.
///
/// ```swift
/// let stream = MatteStream(generator: try MatteGenerator(quality: .fast))
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   let mattes = try stream.mattes(for: frame, faces: tracker.update(frame))
/// }
/// ```
public final class MatteStream {
  private let generator: MatteGenerator
  private let timeConstant: Double
  private var changes: ChangeMap?
  private var filter: TemporalMatteFilter?
  private var history: FrameHistory?
  private var plates = CleanPlates()
  private var presence = PresenceFilter()
  private var shape: Shape?
  private var time: MediaTime?

  /// The longest time between two frames that are blended, in seconds.
  private static let longestGap = 1.0

  /// The common properties of frames that are blended.
  private struct Shape: Equatable {
    let size: PixelSize
    let orientation: Orientation
    let coordinateSpace: CoordinateSpace
  }

  /// - Parameters:
  ///   - generator: makes the mattes of single frames; its quality is the stream's.
  ///   - timeConstant: seconds in which a matte of a static scene follows single frames by 63 %; above 0. A longer time
  ///     reduces flicker, but a moving object that resembles its background fades more slowly.
  public init(generator: MatteGenerator, timeConstant: Double = 0.5) {
    precondition(timeConstant > 0, "a time constant is above 0")
    self.generator = generator
    self.timeConstant = timeConstant
  }

  /// Makes the mattes of the next frame.
  ///
  /// - Parameters:
  ///   - kinds: the kinds to make; a kind that the frames do not show is left out.
  ///   - frame: the next frame of the stream, of any format and size.
  ///   - faces: the faces in it, in upright coordinates.
  ///   - space: whether the mattes lie upright or as the frame is stored.
  /// - Returns: mattes of all people in the frame, of exactly half its size in each dimension, rounded up.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled; the stream then goes on as if
  ///   the frame had not been given.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for frame: Frame, faces: [Face],
    in space: CoordinateSpace = .upright
  ) throws(SegmentationError) -> MatteSet {
    let turn = space == .upright ? frame.orientation : .up
    let size = frame.size.half
    let cells: PixelBuffer
    do {
      cells = try frame.pixels.resized(to: ChangeMap.gridSize(for: size)).converted(to8Bit: .rgba8).oriented(by: turn)
    } catch {
      throw .kernel(error)
    }
    let shape = Shape(size: frame.size, orientation: frame.orientation, coordinateSpace: space)
    let elapsed = time.map { frame.time.seconds - $0.seconds } ?? 0
    let isSameScene = shape == self.shape && elapsed > 0 && elapsed <= Self.longestGap
    var changes = isSameScene ? self.changes : nil
    if changes == nil { changes = ChangeMap(grid: cells.size) }
    let weights = changes?.weights(of: cells, elapsed: elapsed / timeConstant)
    // After a cut the people and the background are different.
    let earlier = weights == nil ? nil : self.history
    var history = earlier ?? FrameHistory(size: frame.orientation.apply(to: size))
    history.elapsed = earlier == nil ? 0 : elapsed
    if let plate = plates.background(at: frame.time, beginsScene: earlier == nil) {
      history.background.complete(with: plate)
    }
    var fresh = try generator.mattes(
      kinds, forFrame: frame.pixels, orientation: frame.orientation, faces: faces, in: space,
      history: &history)
    if weights == nil { endScene() }
    (self.shape, self.changes, self.history, time) = (shape, changes, history, frame.time)

    var filter = self.filter ?? TemporalMatteFilter(size: turn.apply(to: size))
    self.filter = nil
    let confidence = presence.update(fresh.confidence ?? 0, elapsed: elapsed)
    if !presence.showsPerson(faces: faces) || history.presenceVerification.refutes { fresh = MatteSet() }
    var result = filter.filtered(
      fresh, kinds: kinds.intersection(MatteKind.generated), weights: weights, in: space)
    self.filter = filter
    result.confidence = history.presenceVerification.pooled(confidence)
    return result
  }

  /// Adds a later frame of the stream to the background model: a wall that a person hides is then known before they
  /// leave. It helps while the camera stands still.
  ///
  /// Give such frames in order, a few a second, each before the mattes of the frames that precede it by a few seconds.
  /// They do not replace the frames given to ``mattes(_:for:faces:in:)``.
  ///
  /// - Parameter frame: a frame of the same size as those given to ``mattes(_:for:faces:in:)``.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled.
  public func learnBackground(from frame: Frame) throws(SegmentationError) {
    learnBackground(from: try generator.backgroundObservation(of: frame))
  }

  /// Adds the observation of a later frame by this stream's generator, which may be made on another thread.
  package func learnBackground(from observation: BackgroundObservation) { plates.add(observation) }

  /// Forgets earlier frames, as a cut does, and the later frames that ``learnBackground(from:)`` added: for another
  /// stream.
  public func reset() {
    endScene()
    plates = CleanPlates()
  }

  private func endScene() { (changes, filter, history, presence) = (nil, nil, nil, PresenceFilter()) }
}
