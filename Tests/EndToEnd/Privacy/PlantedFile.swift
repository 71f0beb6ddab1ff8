import Foundation
import MatteKit
import Support
import Synchronization

/// Makes photos' files with the secret place in everything that can hold one, by exiftool and byte by byte.
struct PlantedFile {
  private let folder: TemporaryFolder

  init(in folder: TemporaryFolder) { self.folder = folder }

  /// The location, serial number, and caption that exiftool writes; the caption must stay.
  static let arguments: [String] = {
    let place = SecretPlace.name
    let (latitude, longitude) = ("\(SecretPlace.latitude)", "\(SecretPlace.longitude)")
    let texts = [
      "GPS:GPSAreaInformation", "GPS:GPSProcessingMethod", "XMP-photoshop:City", "XMP-photoshop:State",
      "XMP-photoshop:Country", "XMP-iptcCore:Location", "XMP-iptcCore:CountryCode", "XMP-iptcExt:LocationCreatedCity",
      "XMP-iptcExt:LocationCreatedSublocation", "XMP-iptcExt:LocationShownCity", "XMP-iptcExt:LocationShownCountryName",
      "XMP-iptcExt:RatingRegionCity", "XMP-dc:Coverage", "XMP-xmpDM:ShotLocation", "XMP-exif:GPSAreaInformation",
      "XMP-mediapro:Location", "XMP-cell:LocationAreaCode", "XMP-prism:Location", "XMP-dwc:DCLocality",
    ]
    let iptc = ["City", "Sub-location", "Province-State", "Country-PrimaryLocationName", "ContentLocationName"]
    let latitudes = [
      "GPS:GPSLatitude", "GPS:GPSDestLatitude", "XMP-exif:GPSLatitude", "XMP-exif:GPSDestLatitude",
      "XMP-drone-dji:GPSLatitude", "XMP-drone-dji:Latitude", "XMP-iptcExt:LocationShownGPSLatitude",
      "XMP-iptcExt:LocationCreatedGPSLatitude", "XMP-dwc:DCDecimalLatitude",
    ]
    let longitudes = [
      "GPS:GPSLongitude", "GPS:GPSDestLongitude", "XMP-exif:GPSLongitude", "XMP-drone-dji:GPSLongtitude",
      "XMP-drone-dji:GPSLongitude", "XMP-iptcExt:LocationShownGPSLongitude", "XMP-dwc:DCDecimalLongitude",
    ]
    let serialNumbers = [
      "ExifIFD:SerialNumber", "ExifIFD:LensSerialNumber", "ExifIFD:OwnerName", "XMP-aux:SerialNumber",
      "XMP-aux:OwnerName", "XMP-exifEX:SerialNumber", "XMP-exifEX:LensSerialNumber",
      "XMP-iptcExt:RecDeviceOwnersDeviceId", "XMP-microsoft:CameraSerialNumber",
    ]
    return ["-q", "-q", "-m", "-overwrite_original", "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitudeRef=E"]
      + texts.map { "-\($0)=\(place)" } + iptc.map { "-IPTC:\($0)=\(place)" } + latitudes.map { "-\($0)=\(latitude)" }
      + longitudes.map { "-\($0)=\(longitude)" } + serialNumbers.map { "-\($0)=\(SecretPlace.serialNumber)" }
      + ["-XMP-dc:Title=A walk", "-IPTC:Headline=A walk", "-IFD0:ImageDescription=A walk", "-IFD0:Make=Cam"]
  }()

  private func exiftool(_ arguments: [String], _ file: String) throws {
    guard let exiftool = OtherReaders.exiftool else { throw CocoaError(.fileNoSuchFile) }
    let outcome = try MatteTool.run(exiftool, arguments + [file])
    guard outcome.status == 0 else { throw Failure.exiftool(outcome.errors) }
  }

  enum Failure: Error {
    case exiftool(String)
    case ffmpeg(String)
  }

  /// Files and the movie, kept from their first creation: exiftool is slow, and many tests use the same.
  private static let made = Mutex<[String: Data]>([:])

  /// - Returns: the file made under that name before, or now.
  private static func made(_ name: String, by make: () throws -> [UInt8]) throws -> Data {
    if let known = made.withLock({ $0[name] }) { return known }
    let data = Data(try make())
    made.withLock { $0[name] = data }
    return data
  }

  /// A file of a format with all that it can hold.
  func file(_ format: PhotoFormat) throws -> String {
    let path = folder.file("planted.\(format.rawValue)")
    try Self.made(format.rawValue) { try bytes(of: format, at: path) }.write(to: URL(filePath: path))
    return path
  }

  private func bytes(of format: PhotoFormat, at path: String) throws -> [UInt8] {
    let matte = Matte(
      kind: .portrait, pixels: PixelBuffer(size: PixelSize(width: 60, height: 40), format: .l8),
      coordinateSpace: .stored)
    var photo = SyntheticPicture.gradient(width: 120, height: 80).with(
      mattes: format.holds(.auxiliaryImages) ? [matte] : [])
    // Exiftool writes it into JPEG and TIFF alone.
    if format != .jpeg, format != .tiff { photo.metadata.iptc = Self.iptc }
    try photo.write(to: URL(filePath: path), as: .default(for: format), overwriting: true)
    if format == .jpeg {
      let thumbnail = try thumbnail()
      try exiftool(
        ["-q", "-q", "-overwrite_original", "-IFD1:ThumbnailImage<=\(thumbnail)", "-PhotoshopThumbnail<=\(thumbnail)"],
        path)
    }
    try exiftool(Self.arguments, path)
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    switch format {
    case .jpeg: bytes = try jpeg(bytes)
    case .heic, .avif:
      bytes += JPEGPieces.box("mpvd", try movie())
      bytes += JPEGPieces.box("sefd", JPEGPieces.samsung([("MCC_Data", Array(SecretPlace.name.utf8))]))
      bytes += JPEGPieces.box("free", Array(SecretPlace.name.utf8))
    case .png:
      let end = bytes.count - 12
      let packet = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.secondPacket
      let texts = [("exif:GPSLatitude", "12.345678"), ("Location", SecretPlace.name), ("xmp:City", SecretPlace.name)]
      bytes =
        bytes[..<end] + texts.flatMap { JPEGPieces.chunk("tEXt", Array("\($0)\0\($1)".utf8)) }
        + JPEGPieces.chunk("iTXt", packet) + bytes[end...] + Array(SecretPlace.name.utf8)
    // They contain only exiftool's data.
    default: break
    }
    return bytes
  }

  /// Photoshop's resources with IPTC: a headline, and the place as city and country.
  private static let iptc: [UInt8] = {
    func dataSet(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + text.utf8
    }
    let records = dataSet(105, "A walk") + dataSet(90, SecretPlace.name) + dataSet(101, SecretPlace.name)
    let filling: [UInt8] = records.count.isMultiple(of: 2) ? [] : [0]
    return Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records + filling
  }()

  /// A second XMP packet, which programs that read the first one ignore.
  static let secondPacket = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Zanzibarrow"
     xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GpsLongtitude="+45.678901"/></rdf:RDF></x:xmpmeta>
    """.utf8)

  /// A JPEG with the place in its own EXIF and XMP.
  private func thumbnail() throws -> String {
    let path = folder.file("thumbnail.jpg")
    try SyntheticPicture.gradient(width: 48, height: 32).write(to: URL(filePath: path), as: .jpeg(), overwriting: true)
    try exiftool(
      [
        "-q", "-q", "-overwrite_original", "-GPS:GPSLatitude=\(SecretPlace.latitude)", "-GPS:GPSLatitudeRef=N",
        "-XMP-photoshop:City=\(SecretPlace.name)", "-IPTC:City=\(SecretPlace.name)",
      ], path)
    return path
  }

  /// A movie with the place in user data, iTunes' list, Apple's keys and XMP.
  func movie() throws -> [UInt8] { Array(try Self.made("movie", by: newMovie)) }

  private func newMovie() throws -> [UInt8] {
    let path = folder.file("movie.mp4")
    guard let ffmpeg = OtherReaders.ffmpeg else { throw CocoaError(.fileNoSuchFile) }
    let made = try MatteTool.run(
      ffmpeg,
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=5:duration=1", "-c:v", "mpeg4", "-metadata",
        "location=\(SecretPlace.iso6709)", path,
      ])
    guard made.status == 0 else { throw Failure.ffmpeg(made.errors) }
    let place = "\(SecretPlace.latitude), \(SecretPlace.longitude), 3"
    try exiftool(
      ["-q", "-q", "-overwrite_original"] + ["Keys", "UserData", "ItemList"].map { "-\($0):GPSCoordinates=\(place)" }
        + [
          "-Keys:LocationName=\(SecretPlace.name)",
          "-UserData:LocationInformation=\(SecretPlace.name) lat=12.345678 lon=45.678901",
          "-XMP-photoshop:City=\(SecretPlace.name)", "-Keys:Title=A walk",
        ], path)
    return try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  /// Adds a second and an extended packet of XMP, FLIR's data, a movie in Samsung's data and one behind the picture.
  private func jpeg(_ bytes: [UInt8]) throws -> [UInt8] {
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.secondPacket
    let movie = try movie()
    let samsung = JPEGPieces.samsung([
      ("Image_UTC_Data", Array("1700000000000".utf8)), ("MCC_Data", Array(SecretPlace.name.utf8)),
      ("MotionPhoto_Data", movie),
    ])
    let segments = JPEGPieces.segment(0xE1, xmp) + JPEGPieces.segment(0xE1, JPEGPieces.flir())
    // Behind EXIF and the first packet, before the tables.
    let place = JPEGPieces.start(of: 0xDB, in: bytes)
    return bytes[..<place] + segments + bytes[place...] + movie + samsung
  }
}
