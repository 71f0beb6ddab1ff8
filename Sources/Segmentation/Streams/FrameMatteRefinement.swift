import Imaging

/// Makes the mattes of the people whom a ``FramePeopleSearch`` found in the frames of a stream: the second half of what
/// a ``MatteStream`` does.
///
/// A value with the state of one stream.
package struct FrameMatteRefinement: Sendable {
  private let generator: MatteGenerator
  private var filter: TemporalMatteFilter?
  private var heads = SteadyHeads()

  /// - Parameter generator: that of the stream.
  package init(generator: MatteGenerator) { self.generator = generator }

  /// Makes the mattes of the next frame.
  ///
  /// - Parameters:
  ///   - kinds: the kinds to make; a kind that the frames do not show is left out.
  ///   - people: the people in it.
  ///   - space: whether the mattes lie upright or as the frame is stored; as for the people.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled; the refinement then goes on as
  ///   if the frame had not been given.
  package mutating func mattes(
    _ kinds: Set<MatteKind>, of people: FramePeople, in space: CoordinateSpace
  ) throws(SegmentationError) -> MatteSet {
    let prediction = people.prediction
    var heads = people.weights == nil ? SteadyHeads() : heads
    let fresh =
      people.showsPerson
      ? try generator.mattes(kinds, of: prediction, in: space, heads: &heads, elapsed: people.elapsed) : MatteSet()
    self.heads = people.showsPerson ? heads : SteadyHeads()
    let turn = space == .upright ? Orientation.up : prediction.orientation.inverse
    var filter =
      (people.weights == nil ? nil : filter) ?? TemporalMatteFilter(size: turn.apply(to: prediction.picture.size))
    // Otherwise the state would share its storage with the filter, and be copied on writing.
    self.filter = nil
    var result = filter.filtered(
      fresh, kinds: kinds.intersection(MatteKind.generated), weights: people.weights, in: space)
    self.filter = filter
    result.confidence = people.confidence
    return result
  }

  /// Forgets earlier frames, as a cut does.
  mutating func reset() { self = FrameMatteRefinement(generator: generator) }
}
