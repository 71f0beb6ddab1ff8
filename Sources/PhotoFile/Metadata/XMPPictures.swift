/// Tells which properties of XMP hold a picture of the photo as text: thumbnails (`xmp:Thumbnails`), Google's original and
/// depth (`GImage:Data`, `GDepth:Data`), and any other long one in base64.
enum XMPPictures {
  /// Shorter texts hold no picture in which anything can be recognised.
  private static let minimumCount = 512
  private static let known: [String: Set<String>] = [
    "http://ns.adobe.com/xap/1.0/": ["Thumbnails"],
    "http://ns.google.com/photos/1.0/image/": ["Data"],
    "http://ns.google.com/photos/1.0/depthmap/": ["Data", "Confidence"],
  ]

  static func isPicture(_ value: XMPDocument.Value) -> Bool {
    if known[value.schema]?.contains(value.name) == true { return true }
    let text = value.text.utf8
    return text.count >= minimumCount
      && text.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "+/=-_\n\r\t".utf8.contains(byte)
        }
      }
  }
}
