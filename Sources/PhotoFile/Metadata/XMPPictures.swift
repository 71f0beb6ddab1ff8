/// Detects the properties of XMP with a picture of the photo as text: thumbnails (`xmp:Thumbnails`), Google's original
/// and depth (`GImage:Data`, `GDepth:Data`), and any other long one in base64 (``TextPictures``).
enum XMPPictures {
  /// Shorter texts cannot contain a recognizable picture.
  private static let minimumCount = 512
  private static let known: [String: Set<String>] = [
    "http://ns.adobe.com/xap/1.0/": ["Thumbnails"],
    "http://ns.google.com/photos/1.0/image/": ["Data"],
    "http://ns.google.com/photos/1.0/depthmap/": ["Data", "Confidence"],
  ]

  /// Properties that announce pictures or a movie after the photo: Google's containers and motion photos, Adobe's gain
  /// maps.
  private static let directories: Set<String> = [
    "http://ns.google.com/photos/1.0/container/", "http://ns.adobe.com/hdr-gain-map/1.0/",
  ]

  /// A packet without references to pictures that have been removed; unchanged if it cannot be parsed.
  static func withoutDirectories(_ packet: [UInt8]) -> [UInt8] {
    guard packet.contains("google.com/photos/1.0/") || packet.contains("hdr-gain-map") else { return packet }
    let outcome = XMPRemoval.removing(
      { value in
        directories.contains(value.schema)
          || (value.schema == "http://ns.google.com/photos/1.0/camera/"
            && (value.name.hasPrefix("MotionPhoto") || value.name.hasPrefix("MicroVideo")))
      }, from: packet)
    return outcome?.packet ?? packet
  }

  /// Whether a property is the list of thumbnails.
  static func isThumbnail(_ value: XMPDocument.Value) -> Bool {
    value.schema == "http://ns.adobe.com/xap/1.0/" && value.name == "Thumbnails"
  }

  static func isPicture(_ value: XMPDocument.Value) -> Bool {
    if known[value.schema]?.contains(value.name) == true { return true }
    return value.text.utf8.count >= minimumCount
      && (starts.contains { value.text.hasPrefix($0) } || !TextPictures.find(in: Array(value.text.utf8)).isEmpty)
  }

  /// The first bytes of TIFF of both byte orders, and of HEIF and movies, in base64.
  private static let starts = ["SUkqA", "TU0AK", "AAAA"]
}
