import FaceMeta
import Imaging

/// Finds faces, up to 10, with IDs.
struct FaceMetadataDetector: MetadataDetector {
  var types: Set<MetadataObjectType> { [.face] }

  func makeSearch() throws(CaptureError) -> any MetadataSearch {
    do throws(FaceError) { return Search(tracker: try FaceTracker()) } catch { throw .faces(error) }
  }

  private final class Search: MetadataSearch {
    let tracker: FaceTracker
    init(tracker: FaceTracker) { self.tracker = tracker }

    func objects(in frame: Frame) throws(CaptureError) -> [any MetadataObject] {
      do throws(FaceError) { return try tracker.update(frame) } catch { throw .faces(error) }
    }
  }
}
