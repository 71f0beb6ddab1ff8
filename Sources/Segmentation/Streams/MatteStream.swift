import Imaging

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
  private var search: FramePeopleSearch
  private var refinement: FrameMatteRefinement

  /// The time constant of a stream unless another is given, in seconds.
  public static let defaultTimeConstant = 0.5

  /// - Parameters:
  ///   - generator: makes the mattes of single frames; its quality is the stream's.
  ///   - timeConstant: seconds in which a matte of a static scene follows single frames by 63 %; above 0. A longer time
  ///     reduces flicker, but a moving object that resembles its background fades more slowly.
  public init(generator: MatteGenerator, timeConstant: Double = MatteStream.defaultTimeConstant) {
    precondition(timeConstant > 0, "a time constant is above 0")
    self.generator = generator
    search = FramePeopleSearch(generator: generator, timeConstant: timeConstant)
    refinement = FrameMatteRefinement(generator: generator)
  }

  /// Makes the mattes of the next frame.
  ///
  /// - Parameters:
  ///   - kinds: the kinds to make; a kind that the frames do not show is left out.
  ///   - frame: the next frame of the stream, of any format and size.
  ///   - faces: the faces in it, in upright coordinates.
  ///   - space: whether the mattes lie upright or as the frame is stored, so that they fit its pixels.
  /// - Returns: mattes of all people in the frame, of exactly half its size in each dimension, rounded up.
  /// - Throws: ``SegmentationError`` if a network fails, or the pixels cannot be scaled; the stream then goes on as if
  ///   the frame had not been given.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for frame: Frame, faces: [Face],
    in space: CoordinateSpace = .stored
  ) throws(SegmentationError) -> MatteSet {
    var search = self.search
    let people = try search.people(in: frame, faces: faces, in: space, wantsTeeth: kinds.contains(.teeth))
    let mattes = try refinement.mattes(kinds, of: people, in: space)
    self.search = search
    return mattes
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
    search.learnBackground(from: try generator.backgroundObservation(of: frame))
  }

  /// Forgets earlier frames, as a cut does, and the later frames that ``learnBackground(from:)`` added: for another
  /// stream.
  public func reset() {
    search.reset()
    refinement.reset()
  }
}
