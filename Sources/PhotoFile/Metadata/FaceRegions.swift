import Imaging

/// Faces in XMP: the Metadata Working Group's regions, with the extensions that Apple's cameras add.
///
/// They hold bounds, roll and yaw in whole degrees, confidence in thousandths, and the ID; there is no place for pitch,
/// time and landmarks.
enum FaceRegions {
  /// More regions than this are not read: they would be an attack.
  private static let maximumCount = 1_000

  /// The faces that a packet records, in upright coordinates.
  ///
  /// - Parameters:
  ///   - storedSize: the size of the photo's pixels as stored.
  ///   - orientation: how they are turned for a viewer.
  static func faces(in xmp: [UInt8]?, storedSize: PixelSize, orientation: Orientation) -> [Face] {
    guard let xmp else { return [] }
    let faces = XMPDocument.reading(xmp) { document -> [Face] in
      let list = RegionList(document)
      let turn = list.turn(storedSize: storedSize, orientation: orientation)
      return (1..<list.firstFreeIndex(upTo: maximumCount)).compactMap { index in
        list.isFace(at: index) ? list.face(at: index, turnedBy: turn) : nil
      }
    }
    return faces ?? []
  }

  /// A packet that records `faces` and keeps all else of `xmp`, unless that cannot be parsed; nil if there is nothing to
  /// record.
  ///
  /// A face that a region of the old packet shows already keeps what else that region says, such as the person's name.
  static func packet(
    recording faces: [Face], in xmp: [UInt8]?, storedSize: PixelSize, orientation: Orientation
  ) -> [UInt8]? {
    if xmp == nil && faces.isEmpty { return nil }
    return XMPDocument.editing(xmp) { document in
      let list = RegionList(document)
      let turn = list.turn(storedSize: storedSize, orientation: orientation)
      list.prepare()
      var remaining = faces
      for index in (1..<list.firstFreeIndex(upTo: .max)).reversed() {
        let area = list.area(at: index).map(turn.apply(to:))
        if list.isFace(at: index) {
          let overlaps = remaining.map { face in area.map(face.bounds.intersectionOverUnion) ?? 0 }
          guard let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] > 0.3 else {
            list.remove(at: index)
            continue
          }
          list.set(remaining.remove(at: best), at: index, orientation: orientation)
        } else if let area, turn != orientation {
          list.set(orientation.inverse.apply(to: area), at: index)
        }
      }
      for face in remaining {
        let index = list.append()
        list.set(face, at: index, orientation: orientation)
      }
      list.finish(storedSize: storedSize)
    }
  }
}
