/// The data retained from a photo's file that count when photos are compared: everything of unknown use, whatever its
/// place and numbers in the file. Thumbnails and previews do not count, because they only repeat the picture.
struct RetainedContent: Hashable {
  /// An item of a HEIF file that is neither the picture, nor its metadata, nor an auxiliary image.
  private struct Item: Hashable {
    /// The type, with the MIME type or the URI.
    let name: String
    let data: [UInt8]?
    /// Without orientation, which follows the photo's.
    let properties: Set<RawBox>
    /// The types of references from the item.
    let references: Set<FourCC>
  }

  private var items: [Item: Int] = [:]
  private var boxes: [RawBox: Int] = [:]
  private var segments: [JPEGPicture.Segment] = []
  private var pictures: [JPEGPicture] = []
  private var trailer: [UInt8] = []

  /// No content.
  init() {}

  init(_ document: HEIFDocument) {
    let found = document.furtherItems.compactMap { id -> Item? in
      guard let entry = document.item(id)?.entry else { return nil }
      let properties = document.properties(of: id).filter { $0.type != "irot" && $0.type != "imir" }
      let references = document.references.filter { $0.from == id }.map(\.type)
      return Item(
        name: entry.name, data: document.data(of: id), properties: Set(properties), references: Set(references))
    }
    items = Self.counts(of: found)
    let structure: Set<FourCC> = [
      "ftyp", "meta", "mdat", "free", "skip", "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "grpl", "idat", "iloc",
    ]
    let descriptions = document.properties(of: document.primaryID).filter {
      HEIFStripping.descriptions.contains($0.type)
    }
    boxes = Self.counts(
      of: (document.boxes + document.metaBoxes).filter { !structure.contains($0.type) && !$0.isSignature }
        + descriptions)
  }

  init(_ retained: JPEGPassthrough) {
    segments = retained.segments
    pictures = retained.further.filter { !$0.isPreview }.map(\.picture)
    trailer = retained.trailer
  }

  private static func counts<Element: Hashable>(of elements: [Element]) -> [Element: Int] {
    Dictionary(elements.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
