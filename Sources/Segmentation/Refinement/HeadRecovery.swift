import Imaging
import Kernels

/// Which heads of found faces are missing in the mattes of a picture, for example dark hair before a dark wall. A
/// close-up adds them.
enum HeadRecovery {
  /// The maximum number of heads that are added to a frame of a stream, largest first: each costs an inference.
  static let maximumInFrame = 3

  /// Whether a part of the head of a face is missing though its body is shown. A head without a body is a bystander's.
  ///
  /// - Parameter planes: one plane for each ``MatteChannel``, of the picture's size.
  static func isMissing(_ face: Face, in planes: PlanarBuffer<UInt8>) -> Bool {
    HeadConfirmation.coverage(of: .head, of: face, in: planes) < leastCoverage
      && HeadConfirmation.coverage(of: .chest, of: face, in: planes) > 0.5
  }

  /// The least share of a head that people cover where it is shown as a whole.
  private static let leastCoverage = 0.7
}
