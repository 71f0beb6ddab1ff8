import Imaging
import Kernels

/// Which heads of found faces are missing in the mattes of a picture, for example dark hair before a dark wall. A
/// close-up adds them. A head whose close-up has been made, and is as it showed it, gets no other: that would show the
/// same.
struct HeadRecovery {
  /// The maximum number of heads that are added to a frame of a stream, largest first: each costs an inference.
  static let maximumInFrame = 3

  /// The share of each head that people covered after its close-up, by the number of the face.
  private var coverage: [Int: Double] = [:]

  /// Records that the close-up of a face's head has been made, whether or not it changed the planes.
  mutating func addCloseUp(of face: Face, number: Int, in planes: PlanarBuffer<UInt8>) {
    coverage[number] = HeadConfirmation.coverage(of: .head, of: face, in: planes)
  }

  /// The faces whose heads are missing and may be in a close-up. The close-up of a neighbour may have removed a head
  /// after its own.
  func missing(of faces: some Sequence<Face>, in planes: PlanarBuffer<UInt8>) -> [Face] {
    faces.enumerated().filter { number, face in
      guard Self.isMissing(face, in: planes) else { return false }
      guard let shown = coverage[number] else { return true }
      return HeadConfirmation.coverage(of: .head, of: face, in: planes) < shown
    }.map(\.element)
  }

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
