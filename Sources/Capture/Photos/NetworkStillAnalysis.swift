import FaceMeta
import Imaging
import MatteKit
import PhotoFile
import Segmentation
import Synchronization

/// Finds faces and makes mattes with networks, which are loaded at first use. May be shared by threads.
final class NetworkStillAnalysis: StillAnalysis {
  private let quality: MatteQuality
  private let detector = Mutex<FaceDetector?>(nil)
  private let generator = Mutex<MatteGenerator?>(nil)

  init(quality: MatteQuality) { self.quality = quality }

  func prepare(for mattes: Set<MatteKind>) throws(CaptureError) {
    guard !mattes.isEmpty else { return }
    _ = try loadedDetector()
    _ = try loadedGenerator()
  }

  func faces(in photo: Photo) throws(CaptureError) -> [Face] {
    let detector = try loadedDetector()
    do throws(FaceError) { return try detector.faces(in: photo) } catch { throw .faces(error) }
  }

  func mattes(_ kinds: Set<MatteKind>, of photo: Photo, faces: [Face]) throws(CaptureError) -> MatteSet {
    let generator = try loadedGenerator()
    do throws(SegmentationError) { return try generator.mattes(kinds, for: photo, faces: faces) } catch {
      throw .failed(device: "PhotoOutput", reason: "\(error)")
    }
  }

  private func loadedDetector() throws(CaptureError) -> FaceDetector {
    try detector.withLock { (detector) throws(CaptureError) in
      if let detector { return detector }
      do throws(FaceError) {
        let made = try FaceDetector(maximumFaces: MatteGenerator.maximumCloseUps)
        detector = made
        return made
      } catch { throw .faces(error) }
    }
  }

  private func loadedGenerator() throws(CaptureError) -> MatteGenerator {
    try generator.withLock { (generator) throws(CaptureError) in
      if let generator { return generator }
      do throws(SegmentationError) {
        let made = try MatteGenerator(quality: quality)
        generator = made
        return made
      } catch { throw .failed(device: "PhotoOutput", reason: "\(error)") }
    }
  }
}
