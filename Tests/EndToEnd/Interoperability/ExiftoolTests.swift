import Foundation
import MatteKit
import Testing

extension InteroperabilityTests {
  /// Files of ours, looked through by exiftool.
  @Suite(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  struct ExiftoolTests {
    private var photos: [WrittenPhoto] { WrittenPhotos.current?.photos ?? [] }

    private func lines(_ arguments: [String]) throws -> [(photo: WrittenPhoto, lines: [String])] {
      let lines = try OtherReaders.exiftoolLines(arguments, of: photos.map(\.file.path))
      return photos.map { ($0, lines[$0.file.path] ?? []) }
    }

    @Test func `it reports no warning`() throws {
      for (photo, lines) in try lines(["-a", "-ee", "-s", "-FileType", "-Warning", "-Error"]) {
        // It keeps HEIC for 8 bits.
        let type = photo.format == .heic && photo.options.bitDepth == 10 ? "HEIF" : photo.format.rawValue.uppercased()
        let isTyped = lines.first == "FileType : \(type)"
        #expect(
          isTyped && !lines.contains { $0.hasPrefix("Warning") || $0.hasPrefix("Error") }, "\(photo.name): \(lines)")
      }
    }

    @Test func `its validation reports the same as for an iPhone's files`() throws {
      // It takes two references of a kind, one for each matte, for a mistake. ISO/IEC 14496-12, 8.11.12, wants them so.
      let known = ["Warning : Duplicate tag 'auxl' at MOV-Meta-ItemReference"]
      for (photo, lines) in try lines(["-validate", "-a", "-s", "-Warning", "-Error"]) {
        #expect(lines.filter { !$0.hasPrefix("Validate") } == (photo.format == .jpeg ? [] : known), "\(photo.name)")
      }
    }

    @Test func `other programs find mattes, orientation, profile and face`() throws {
      let tags = ["AuxiliaryImageType", "AuxiliaryImageSubType", "Orientation", "Rotation", "RegionInfo"]
      let arguments = ["-a", "-ee", "-n", "-s", "-struct"] + (tags + ["ProfileDescription"]).map { "-" + $0 }
      for (photo, lines) in try lines(arguments) {
        for kind in MatteKind.generated {
          let isNamed = lines.contains { $0.hasSuffix(": \(kind.urn)") || $0.hasSuffix(": portraiteffectsmatte") }
          #expect(isNamed, "\(photo.name) \(kind): \(lines)")
        }
        #expect(lines.contains("Orientation : \(photo.orientation.rawValue)"), "\(photo.name)")
        let profile = lines.first { $0.hasPrefix("ProfileDescription") }
        if photo.profile != nil { #expect(profile == "ProfileDescription : Display P3", "\(photo.name)") }
        #expect(lines.contains("RegionInfo : \(Self.region(of: photo))"), "\(photo.name): \(lines)")
      }
    }

    /// How exiftool writes the face of ``WrittenPhoto/face``, which the viewer sees at the centre 0.375, 0.25, turned by 30
    /// degrees: where that is in the file's rows and columns, by hand for each orientation.
    private static func region(of photo: WrittenPhoto) -> String {
      let (x, y, roll): (Double, Double, Int) =
        switch photo.orientation {
        case .up: (0.375, 0.25, 30)
        case .upMirrored: (0.625, 0.25, 330)
        case .down: (0.625, 0.75, 210)
        case .downMirrored: (0.375, 0.75, 150)
        case .leftMirrored: (0.25, 0.375, 240)
        case .right: (0.25, 0.625, 300)
        case .rightMirrored: (0.75, 0.625, 60)
        case .left: (0.75, 0.375, 120)
        }
      let isTurned = photo.orientation.rawValue >= 5
      let isMirrored = [2, 4, 5, 7].contains(photo.orientation.rawValue)
      return "{AppliedToDimensions={H=\(photo.storedSize.height),Unit=pixel,W=\(photo.storedSize.width)},"
        + "RegionList=[{Area={H=\(isTurned ? 0.25 : 0.5),Unit=normalized,W=\(isTurned ? 0.5 : 0.25),X=\(x),Y=\(y)},"
        + "Extensions={XMP-apple-fi:AngleInfoRoll=\(roll),XMP-apple-fi:AngleInfoYaw=\(isMirrored ? 45 : 315),"
        + "XMP-apple-fi:ConfidenceLevel=500,XMP-apple-fi:FaceID=3},Type=Face}]}"
    }
  }
}
