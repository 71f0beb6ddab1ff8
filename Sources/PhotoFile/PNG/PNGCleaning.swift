/// Removes data from a PNG's chunks, one after the other.
struct PNGCleaning {
  private let parts: Set<StripPart>
  private let file: String
  private let limits: ReadingLimits
  private var removal: MetadataRemoval
  /// How many more bytes of texts may be decompressed: many that are long would multiply the time.
  private var decompressedCount: Int

  var record: RemovalRecord { removal.record }

  init(_ parts: Set<StripPart>, file: String, limits: ReadingLimits) {
    self.parts = parts
    self.file = file
    self.limits = limits
    removal = MetadataRemoval(parts)
    decompressedCount = limits.xmpBytes
  }

  /// Chunks that only describe how the picture is coded and shown: of the standard and its extensions, of animations,
  /// and those of Apple, ImageMagick and GIF converters.
  private static let harmless: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "mDCv",
    "cLLi", "bKGD", "hIST", "pHYs", "sPLT", "oFFs", "pCAL", "sCAL", "sTER", "gIFg", "gIFx", "acTL", "fcTL", "fdAT",
    "iDOT", "CgBI", "orNT", "vpAg", "caNv", "npTc", "npOl", "tIME",
  ]

  /// Those of them with a name or data of a program, which only few programs show.
  private static let named: Set<String> = ["sPLT", "pCAL", "gIFx"]

  /// The colour profile under a name of its own, without what its colours do not need. One that is damaged stays.
  private func profile(_ data: ArraySlice<UInt8>) throws(PhotoFileError) -> ArraySlice<UInt8> {
    guard let zero = data.prefix(80).firstIndex(of: 0), zero + 2 <= data.endIndex,
      let profile = try PNGCodec.inflate(
        data[(zero + 2)...], limit: limits.profileBytes, "profileBytes", what: "colour profile", file: file)
    else { return data }
    let changed = ProfileTexts.removed(from: profile)
    let coded = changed == profile ? Array(data[(zero + 2)...]) : try PNGCodec.deflate(changed)
    return (Array("ICC profile\0\0".utf8) + coded)[...]
  }

  /// A chunk's data after the removal; nil for a removed chunk.
  mutating func changed(_ name: String, _ data: ArraySlice<UInt8>) throws(PhotoFileError) -> ArraySlice<UInt8>? {
    if parts.contains(.metadata) {
      if name == "iCCP" { return try profile(data) }
      if Self.named.contains(name) { return nil }
      // Frames of an animation are chunks with private names.
      if Self.harmless.contains(name), name != "tIME" { return data }
      // A chunk's name marks it as private and not needed to show the picture.
      let letters = Array(name.utf8)
      let isPrivate = letters.count == 4 && letters[0] & 0x20 != 0 && letters[1] & 0x20 != 0
      return isPrivate || ["eXIf", "zxIf", "tEXt", "zTXt", "iTXt", "tIME"].contains(name) ? nil : data
    }
    guard !removal.changesNothing, !Self.harmless.contains(name) else { return data }
    switch name {
    case "eXIf":
      let start = data.starts(with: JPEGIdentifier.exif) ? JPEGIdentifier.exif.count : 0
      return data.prefix(start) + removal.exif(Array(data.dropFirst(start)))
    case "tEXt", "zTXt", "iTXt": return try text(name, data)
    case "caBX":
      guard removal.isSearching else { return data }
      removal.note(.signature, "signature (C2PA)")
      return nil
    default:
      if removal.removesPictures, !EmbeddedPictures.find(in: Array(data)).isEmpty {
        removal.note(.picture, "picture in the chunk \(name)")
        return nil
      }
      removal.noteUnknown("chunk \(name)")
      return data
    }
  }

  /// Records bytes after the end, which are dropped.
  mutating func noteEnd(_ count: Int) {
    if removal.isSearching || removal.removesPictures { removal.note(.picture, "\(count) bytes behind the end") }
  }

  private mutating func text(_ name: String, _ data: ArraySlice<UInt8>) throws(PhotoFileError) -> ArraySlice<UInt8>? {
    let keyword = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
    if name == "iTXt", data.starts(with: PNGMetadata.xmpKeyword) {
      guard let packet = try PNGMetadata.packet(of: data, limits: limits, file: file) else {
        removal.note(.unknown, "XMP that cannot be parsed")
        return data
      }
      let changed = removal.xmp(packet)
      return changed == packet ? data : (PNGMetadata.xmpKeyword + [0, 0, 0, 0] + changed)[...]
    }
    // ImageMagick's text chunks for EXIF, XMP and IPTC, which are not parsed here.
    if keyword.hasPrefix("Raw profile type"), !["icc", "icm"].contains(keyword.split(separator: " ").last ?? "") {
      let kind: SensitiveContent.Kind =
        removal.removesPlaces ? .location : removal.isSearching ? .serialNumber : .picture
      removal.note(kind, "text '\(keyword)'")
      return nil
    }
    // Its form of single values, such as exif:GPSLatitude.
    let words = keyword.split(separator: ":").last.map(String.init) ?? keyword
    if removal.removesPlaces, PlaceProperty.isPlace(schema: "", name: words.filter { $0 != " " }) {
      removal.note(.location, "text '\(keyword)'")
      return nil
    }
    if removal.removesSerialNumbers, SerialNumberRemoval.isIdentifying(name: words.filter { $0 != " " }) {
      removal.note(.serialNumber, "text '\(keyword)'")
      return nil
    }
    if removal.removesPictures, let kind = PNGText.Kind.allCases.first(where: { "\($0.chunk)" == name }),
      showsPicture(PNGText(kind: kind, data: Array(data)))
    {
      removal.note(.picture, "text '\(keyword)'")
      return nil
    }
    return data
  }

  /// Whether a text is a picture, or cannot be decompressed to tell.
  private mutating func showsPicture(_ text: PNGText) -> Bool {
    let content = text.text(limit: max(decompressedCount, text.data.count))
    if text.isCompressed { decompressedCount -= min(decompressedCount, content?.count ?? decompressedCount) }
    return content.map { !TextPictures.find(in: $0).isEmpty } ?? true
  }
}
