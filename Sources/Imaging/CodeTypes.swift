extension MetadataObjectType {
  /// QR Code (ISO/IEC 18004).
  public static let qr = MetadataObjectType(rawValue: "qr")
  /// Aztec Code (ISO/IEC 24778).
  public static let aztec = MetadataObjectType(rawValue: "aztec")
  /// PDF417 (ISO/IEC 15438).
  public static let pdf417 = MetadataObjectType(rawValue: "pdf417")
  /// EAN-13 (ISO/IEC 15420), and UPC-A as one that begins with 0.
  public static let ean13 = MetadataObjectType(rawValue: "ean13")
  /// EAN-8 (ISO/IEC 15420).
  public static let ean8 = MetadataObjectType(rawValue: "ean8")
  /// UPC-E (ISO/IEC 15420).
  public static let upce = MetadataObjectType(rawValue: "upce")
  /// Code 39 (ISO/IEC 16388).
  public static let code39 = MetadataObjectType(rawValue: "code39")
  /// Code 93 (AIM BC5).
  public static let code93 = MetadataObjectType(rawValue: "code93")
  /// Code 128 (ISO/IEC 15417).
  public static let code128 = MetadataObjectType(rawValue: "code128")
  /// Data Matrix (ISO/IEC 16022).
  public static let dataMatrix = MetadataObjectType(rawValue: "dataMatrix")
  /// Interleaved 2 of 5 (ISO/IEC 16390).
  public static let itf = MetadataObjectType(rawValue: "itf")
  /// Codabar (AIM BC3).
  public static let codabar = MetadataObjectType(rawValue: "codabar")
  /// Micro QR Code (ISO/IEC 18004).
  public static let microQR = MetadataObjectType(rawValue: "microQR")
  /// rMQR Code (ISO/IEC 23941).
  public static let rectangularMicroQR = MetadataObjectType(rawValue: "rectangularMicroQR")
  /// MicroPDF417 (ISO/IEC 24728).
  public static let microPDF417 = MetadataObjectType(rawValue: "microPDF417")
  /// GS1 DataBar, stacked or not (ISO/IEC 24724).
  public static let gs1DataBar = MetadataObjectType(rawValue: "gs1DataBar")
  /// GS1 DataBar Limited (ISO/IEC 24724).
  public static let gs1DataBarLimited = MetadataObjectType(rawValue: "gs1DataBarLimited")
  /// GS1 DataBar Expanded, stacked or not (ISO/IEC 24724).
  public static let gs1DataBarExpanded = MetadataObjectType(rawValue: "gs1DataBarExpanded")
}
