import Imaging
import PhotoFile
import Synchronization

@testable import Capture

/// Finds the faces, and makes the mattes, that a test wants.
final class FakeStillAnalysis: StillAnalysis {
  let face = NormalizedRect(x: 0.2, y: 0.2, width: 0.2, height: 0.4)
  let state = Mutex<(hasPerson: Bool, prepared: Set<MatteKind>, failure: CaptureError?)>((true, [], nil))
  /// Mattes wait until a test opens it; nil if they need not wait.
  let gate = Mutex<Gate?>(nil)

  func prepare(for mattes: Set<MatteKind>) { state.withLock { $0.prepared = mattes } }

  func faces(in photo: Photo) throws(CaptureError) -> [Face] {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return state.withLock { $0.hasPerson } ? [Face(bounds: face)] : []
  }

  func mattes(_ kinds: Set<MatteKind>, of photo: Photo, faces: [Face]) -> MatteSet {
    gate.withLock { $0 }?.wait()
    guard state.withLock({ $0.hasPerson }) else { return [] }
    return MatteSet(
      kinds.map { kind in
        Matte(
          kind: kind,
          pixels: PixelBuffer(size: photo.pixels.size.half, format: .l8, colorSpace: .linearGray) { bytes in
            for index in bytes.indices { bytes[index] = index % 7 == 0 ? 255 : UInt8(index % 200) }
          }, coordinateSpace: .stored)
      })
  }
}
