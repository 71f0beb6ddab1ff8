import Imaging
import Inference
import Kernels

/// Makes the mattes of a stream's frames, one after the other: those of a scene that stands still do not flicker, and
/// what moves leaves no trail.
///
/// Each frame's mattes are made as a photo's are; where the picture has not changed they are then blended with those of
/// the frames before (``TemporalMatteFilter``). A frame of another size or orientation, one that is not later than the one
/// before, one that comes after a gap and a cut to another scene each begin anew by themselves. No frame waits for another
/// that is still to come.
///
/// Belongs to one stream and one task at a time (it is not `Sendable`); any number of streams may share a generator.
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
  private var filter: TemporalMatteFilter?
  private var shape: Shape?
  private var time: MediaTime?

  /// A later frame than this many seconds after the one before says nothing about it any more.
  private static let longestGap = 1.0

  /// What must not change from one frame to the next.
  private struct Shape: Equatable {
    let size: PixelSize
    let orientation: Orientation
    let frame: PictureFrame
  }

  /// - Parameters:
  ///   - generator: makes the mattes of single frames; its quality is the stream's.
  ///   - timeConstant: seconds in which a matte on still ground goes 63 % of the way to what single frames say; above 0.
  ///     Longer is calmer, and takes more time to forget a mover that looks just like what was behind it.
  public init(generator: MatteGenerator, timeConstant: Double = 0.5) {
    precondition(timeConstant > 0, "a time constant is above 0")
    self.generator = generator
    self.timeConstant = timeConstant
  }

  /// The mattes of the stream's next frame: exactly half its size in each dimension, rounded up.
  ///
  /// - Parameters:
  ///   - kinds: which to make; a kind that the frames do not show is left out.
  ///   - frame: the next frame; one whose time is not after that of the frame before begins anew.
  ///   - faces: the faces in it, in upright coordinates.
  ///   - pictureFrame: whether the mattes are to lie as the frame is stored or as it is seen.
  /// - Throws: ``SegmentationError``; the frame then counts as not seen.
  public func mattes(
    _ kinds: Set<MatteKind> = Set(MatteKind.generated), for frame: Frame, faces: [Face],
    in pictureFrame: PictureFrame = .upright
  ) throws(SegmentationError) -> MatteSet {
    let fresh = try generator.mattes(
      kinds, of: .everybody, for: frame.pixels, orientation: frame.orientation, faces: faces, in: pictureFrame)
    let turn = pictureFrame == .upright ? frame.orientation : .up
    let size = frame.pixels.size.half
    let cells: PixelBuffer
    do {
      cells = try frame.pixels.resized(to: ChangeMap.gridSize(for: size)).converted(to8Bit: .rgba8).oriented(by: turn)
    } catch {
      throw .kernel(error)
    }
    let shape = Shape(size: frame.pixels.size, orientation: frame.orientation, frame: pictureFrame)
    let elapsed = time.map { frame.time.seconds - $0.seconds } ?? 0
    if shape != self.shape || !(elapsed > 0 && elapsed <= Self.longestGap) { filter = nil }
    self.shape = shape
    time = frame.time

    var filter = self.filter ?? TemporalMatteFilter(size: turn.apply(to: size))
    self.filter = nil
    let result = filter.filtered(
      fresh, kinds: kinds.intersection(MatteKind.generated), picture: cells, elapsed: elapsed / timeConstant,
      in: pictureFrame)
    self.filter = filter
    return result
  }

  /// Forgets the frames before, as a cut does.
  public func reset() { filter = nil }
}
