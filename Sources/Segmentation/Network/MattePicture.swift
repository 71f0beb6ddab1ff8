import Imaging
import Kernels

/// A picture from which mattes are made, and the people whom they cover.
struct MattePicture: Sendable {
  /// The half-size picture, upright, of format `rgba8`.
  let half: PixelBuffer
  /// The source of the networks' inputs.
  let source: NetworkInputSource
  /// The brightening of the networks' inputs.
  let exposure: InputExposure
  /// Which people the mattes cover.
  let subjects: SubjectSelection
  /// The faces of those people, largest first, in upright coordinates.
  let faces: [Face]
  /// All faces in the picture.
  let allFaces: [Face]
  /// The open mouths of all faces; empty unless teeth are requested.
  let mouths: [OpenMouth]

  /// The size of the mattes: that of ``half``.
  var size: PixelSize { half.size }

  /// - Parameters:
  ///   - pixels: the picture as stored, of any format and size.
  ///   - orientation: the orientation that turns `pixels` upright.
  ///   - faces: all faces in the picture, in upright coordinates.
  ///   - settings: the settings of the mattes' quality.
  ///   - wantsTeeth: whether teeth are requested.
  init(
    _ pixels: PixelBuffer, orientation: Orientation, subjects: SubjectSelection, faces: [Face],
    settings: QualitySettings, wantsTeeth: Bool
  ) throws(SegmentationError) {
    let pixels = pixels.inStandardRange
    do {
      half = try pixels.resized(to: pixels.size.half).converted(to8Bit: .rgba8).oriented(by: orientation)
      mouths =
        wantsTeeth ? try OpenMouth.all(of: faces, in: pixels, orientation: orientation, half: half) : []
    } catch {
      throw .kernel(error)
    }
    source = NetworkInputSource(
      pixels, orientation: orientation, half: half, needsDetail: settings.needsDetail(in: half.size))
    exposure = InputExposure(of: half)
    self.subjects = subjects
    self.faces = subjects.faces(of: faces)
    allFaces = faces
  }
}
