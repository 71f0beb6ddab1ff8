import Imaging
import Kernels

/// Finds the people in the frames of a stream: the first half of what a ``MatteStream`` does, which must be done in
/// order. ``FrameMatteRefinement`` does the other half, and may be a frame behind, on another thread.
///
/// A value with the state of one stream.
package struct FramePeopleSearch: Sendable {
  private let generator: MatteGenerator
  private let timeConstant: Double
  private var changes: ChangeMap?
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
  ///   - generator: that of the stream.
  ///   - timeConstant: seconds in which a matte of a static scene follows single frames by 63 %; above 0.
  package init(generator: MatteGenerator, timeConstant: Double = MatteStream.defaultTimeConstant) {
    self.generator = generator
    self.timeConstant = timeConstant
  }

  /// Finds the people in the next frame.
  ///
  /// - Parameters:
  ///   - frame: the next frame of the stream, of any format and size.
  ///   - faces: the faces in it, in upright coordinates.
  ///   - space: whether the mattes will lie upright or as the frame is stored.
  ///   - wantsTeeth: whether a matte of teeth will be made.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled; the search then goes on as if
  ///   the frame had not been given.
  package mutating func people(
    in frame: Frame, faces: [Face], in space: CoordinateSpace, wantsTeeth: Bool
  ) throws(SegmentationError) -> FramePeople {
    let picture = try generator.picture(of: frame, faces: faces, wantsTeeth: wantsTeeth)
    let cells: PixelBuffer
    do {
      cells = try picture.half.resized(to: ChangeMap.gridSize(for: picture.size))
        .oriented(by: space == .upright ? .up : frame.orientation.inverse)
    } catch {
      throw .kernel(error)
    }
    let shape = Shape(size: frame.size, orientation: frame.orientation, coordinateSpace: space)
    let elapsed = time.map { frame.time.seconds - $0.seconds } ?? 0
    let isSameScene = shape == self.shape && elapsed > 0 && elapsed <= Self.longestGap
    var changes = isSameScene ? self.changes ?? ChangeMap(grid: cells.size) : ChangeMap(grid: cells.size)
    let weights = changes.weights(of: cells, elapsed: elapsed / timeConstant)
    // After a cut the people and the background are different.
    let earlier = weights == nil ? nil : self.history
    var history = earlier ?? FrameHistory(size: picture.size)
    history.elapsed = earlier == nil ? 0 : elapsed
    if let plate = plates.background(at: frame.time, beginsScene: earlier == nil) {
      history.background.complete(with: plate)
    }
    let prediction = try generator.prediction(of: picture, orientation: frame.orientation, history: &history)
    if weights == nil { presence = PresenceFilter() }
    (self.shape, self.changes, self.history, time) = (shape, changes, history, frame.time)

    let confidence = presence.update(prediction.confidence, elapsed: elapsed)
    return FramePeople(
      prediction: prediction, confidence: history.presenceVerification.pooled(confidence),
      showsPerson: presence.showsPerson(faces: faces) && !history.presenceVerification.refutes, weights: weights,
      elapsed: history.elapsed)
  }

  /// Adds the observation of a later frame by this stream's generator, which may be made on another thread.
  package mutating func learnBackground(from observation: BackgroundObservation) { plates.add(observation) }

  /// Forgets earlier frames, as a cut does, and later ones.
  mutating func reset() { self = FramePeopleSearch(generator: generator, timeConstant: timeConstant) }
}
