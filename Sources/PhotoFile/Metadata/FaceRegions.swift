import Imaging

/// Faces in XMP: the Metadata Working Group's regions, with the extensions of Apple's cameras; in files without them,
/// Microsoft's people tags.
///
/// They store bounds, roll and yaw in whole degrees, confidence in thousandths, and the ID, but not pitch, time and
/// landmarks.
enum FaceRegions {
  /// The maximum number of regions: more would be an attack.
  private static let maximumCount = 1_000
  /// The intersection over union from which a face and an old region count as the same person's.
  private static let sameFace = 0.3

  /// The faces that a packet records, in upright coordinates.
  ///
  /// Regions of other types, such as pets, are not faces. Regions that apply to a picture of another shape are skipped.
  ///
  /// - Parameters:
  ///   - storedSize: the size of the photo's pixels as stored.
  ///   - orientation: how they are turned for a viewer.
  static func faces(in xmp: [UInt8]?, storedSize: PixelSize, orientation: Orientation) -> [Face] {
    guard let xmp else { return [] }
    let faces = XMPDocument.reading(xmp) { document -> [Face] in
      let list = RegionList(document)
      let indices = (1..<list.firstFreeIndex(upTo: maximumCount)).filter(list.isFace)
      if indices.isEmpty {
        let tags = PeopleTags(document)
        return (1..<tags.firstFreeIndex(upTo: maximumCount)).compactMap { index in
          tags.area(at: index).map { Face(bounds: orientation.apply(to: $0)) }
        }
      }
      guard let turn = list.turn(storedSize: storedSize, orientation: orientation) else { return [] }
      return indices.compactMap { list.face(at: $0, turnedBy: turn) }
    }
    return faces ?? []
  }

  /// A packet that records `faces` and keeps everything else in `xmp`, unless that cannot be parsed; nil if there is
  /// nothing to record.
  ///
  /// A face that a region of the old packet already shows keeps the region's other fields, such as the person's name.
  /// Regions of other types are kept, except those that apply to a picture of another shape.
  static func packet(
    recording faces: [Face], in xmp: [UInt8]?, storedSize: PixelSize, orientation: Orientation
  ) -> [UInt8]? {
    if xmp == nil && faces.isEmpty { return nil }
    return XMPDocument.editing(xmp) { document in
      let list = RegionList(document)
      let turn = list.turn(storedSize: storedSize, orientation: orientation)
      if turn == nil { list.removeAll() }
      list.prepare()
      let old = (1..<list.firstFreeIndex(upTo: .max)).map { index in
        (index: index, area: list.area(at: index).map((turn ?? orientation).apply(to:)), isFace: list.isFace(at: index))
      }
      let partners = partners(of: faces, among: old.filter(\.isFace).map { ($0.index, $0.area) })
      for region in old.reversed() {
        if let face = partners[region.index] {
          list.set(faces[face], at: region.index, orientation: orientation)
        } else if region.isFace {
          list.remove(at: region.index)
        } else if let area = region.area, turn != orientation || list.isInPixels(at: region.index) {
          // The list applies to the stored picture from now on, in fractions.
          list.set(orientation.inverse.apply(to: area), at: region.index)
        }
      }
      let known = Set(partners.values)
      for (number, face) in faces.enumerated() where !known.contains(number) {
        list.set(face, at: list.append(), orientation: orientation)
      }
      list.finish(storedSize: storedSize)
      renew(PeopleTags(document), faces: faces, orientation: orientation)
    }
  }

  /// Keeps the people tags that match one of the faces, and moves them there; those without a rectangle are kept too.
  private static func renew(_ tags: PeopleTags, faces: [Face], orientation: Orientation) {
    let old = (1..<tags.firstFreeIndex(upTo: .max)).map { ($0, tags.area(at: $0).map(orientation.apply(to:))) }
    let partners = partners(of: faces, among: old)
    for (index, area) in old.reversed() where area != nil {
      if let face = partners[index] {
        tags.set(orientation.inverse.apply(to: faces[face].bounds), at: index)
      } else {
        tags.remove(at: index)
      }
    }
  }

  /// The face that each region shows, by its index: those with the largest overlap come first.
  private static func partners(
    of faces: [Face], among regions: [(index: Int, area: NormalizedRect?)]
  ) -> [Int: Int] {
    var pairs: [(overlap: Double, region: Int, face: Int)] = []
    for (index, area) in regions {
      guard let area else { continue }
      for (number, face) in faces.enumerated() {
        let overlap = face.bounds.intersectionOverUnion(area)
        if overlap > sameFace { pairs.append((overlap, index, number)) }
      }
    }
    var (partners, taken): ([Int: Int], Set<Int>) = ([:], [])
    for pair in pairs.sorted(by: { $0.overlap > $1.overlap }) where partners[pair.region] == nil {
      if taken.insert(pair.face).inserted { partners[pair.region] = pair.face }
    }
    return partners
  }
}
