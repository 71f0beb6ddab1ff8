/// A namespace of XMP properties that are read or written here.
struct XMPNamespace: Sendable, Hashable {
  let uri: String
  /// The requested prefix; the one in use is ``XMPDocument/prefix(of:)``.
  let suggestedPrefix: String

  /// The Metadata Working Group's regions.
  static let regions = XMPNamespace(
    uri: "http://www.metadataworkinggroup.com/schemas/regions/", suggestedPrefix: "mwg-rs")
  static let area = XMPNamespace(uri: "http://ns.adobe.com/xmp/sType/Area#", suggestedPrefix: "stArea")
  static let dimensions = XMPNamespace(
    uri: "http://ns.adobe.com/xap/1.0/sType/Dimensions#", suggestedPrefix: "stDim")
  /// Apple's extensions of a region: roll, yaw, confidence.
  static let faceInfo = XMPNamespace(uri: "http://ns.apple.com/faceinfo/1.0/", suggestedPrefix: "apple-fi")
  /// Microsoft's people tags, whose structures have namespaces of their own.
  static let microsoftPhoto = XMPNamespace(uri: "http://ns.microsoft.com/photo/1.2/", suggestedPrefix: "MP")
  static let microsoftRegionInfo = XMPNamespace(
    uri: "http://ns.microsoft.com/photo/1.2/t/RegionInfo#", suggestedPrefix: "MPRI")
  static let microsoftRegion = XMPNamespace(
    uri: "http://ns.microsoft.com/photo/1.2/t/Region#", suggestedPrefix: "MPReg")
  /// Apple's description of an auxiliary image.
  static let pixelData = XMPNamespace(uri: "http://ns.apple.com/pixeldatainfo/1.0/", suggestedPrefix: "apdi")
  /// Apple's description of an HDR gain map.
  static let gainMap = XMPNamespace(uri: "http://ns.apple.com/HDRGainMap/1.0/", suggestedPrefix: "HDRGainMap")
  /// Adobe's description of a gain map, which Android's Ultra HDR uses.
  static let hdrGainMap = XMPNamespace(uri: "http://ns.adobe.com/hdr-gain-map/1.0/", suggestedPrefix: "hdrgm")
  /// Google's directory of the data after the picture, and an entry of it.
  static let container = XMPNamespace(
    uri: "http://ns.google.com/photos/1.0/container/", suggestedPrefix: "Container")
  static let containerItem = XMPNamespace(
    uri: "http://ns.google.com/photos/1.0/container/item/", suggestedPrefix: "Item")
  /// The namespace of the property by which a JPEG announces extended XMP.
  static let note = XMPNamespace(uri: "http://ns.adobe.com/xmp/note/", suggestedPrefix: "xmpNote")

  static let all: [XMPNamespace] = [
    .regions, .area, .dimensions, .faceInfo, .microsoftPhoto, .microsoftRegionInfo, .microsoftRegion, .pixelData,
    .gainMap, .hdrGainMap, .container, .containerItem, .note,
  ]
}
