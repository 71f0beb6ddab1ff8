import Codes
import FaceMeta
import Imaging

/// Finds faces, up to 10, and codes, up to four at once, with IDs. Only what is requested is loaded: networks, or the
/// library that reads codes.
struct FaceAndCodeDetector: MetadataDetector {
  /// Maximum number of codes reported at once, as on phones. If there are more, those that were seen first count.
  private static let maximumCodes = 4

  var types: Set<MetadataObjectType> { MachineReadableCode.allTypes.union([.face]) }

  func makeSearch() -> any MetadataSearch { Search() }

  private final class Search: MetadataSearch {
    private var faces: FaceTracker?
    private var codes: CodeTracker?

    func objects(in frame: Frame, _ request: MetadataRequest) throws(CaptureError) -> [any MetadataObject] {
      var objects: [any MetadataObject] = []
      if request.types.contains(.face) { objects += try faces(in: frame) as [any MetadataObject] }
      let types = request.types.subtracting([.face])
      if !types.isEmpty { objects += try codes(in: frame, types, request.region) as [any MetadataObject] }
      return objects
    }

    private func faces(in frame: Frame) throws(CaptureError) -> [Face] {
      do throws(FaceError) {
        if let faces { return try faces.update(frame) }
        let tracker = try FaceTracker()
        faces = tracker
        return try tracker.update(frame)
      } catch { throw .faces(error) }
    }

    private func codes(
      in frame: Frame, _ types: Set<MetadataObjectType>, _ region: NormalizedRect
    ) throws(CaptureError) -> [MachineReadableCode] {
      do throws(CodeError) {
        if let codes {
          try codes.configure(types: types, regionOfInterest: region)
          return try codes.update(frame)
        }
        let tracker = try CodeTracker(
          types: types, maximumCodes: FaceAndCodeDetector.maximumCodes, regionOfInterest: region)
        codes = tracker
        return try tracker.update(frame)
      } catch { throw .codes(error) }
    }
  }
}
