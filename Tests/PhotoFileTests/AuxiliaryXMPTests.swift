import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct AuxiliaryXMPTests {
  @Test func `the packets have the length of Apple's`() throws {
    #expect(AuxiliaryXMP.packet(for: .semanticSegmentationHairMatte, in: .heic)?.count == 453)
    #expect(AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .heic)?.count == 758)
    #expect(AuxiliaryXMP.packet(for: .hdrGainMap, in: .heic)?.count == 363)
    #expect(AuxiliaryXMP.packet(for: .depth, in: .heic) == nil)
    #expect(AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .png) == nil)
  }

  @Test(
    arguments: [AuxiliaryImageType.semanticSegmentationSkinMatte, .portraitEffectsMatte, .hdrGainMap],
    PhonePhotos.available)
  func `the packets occur in a phone's file byte for byte`(type: AuxiliaryImageType, photos: PhonePhotos) throws {
    let file = try Data(contentsOf: photos.url("fidmaa_heic_depth_data.heic"))
    let packet = try #require(AuxiliaryXMP.packet(for: type, in: .heic))
    #expect(Array(file).firstRange(of: packet) != nil)
  }

  @Test(arguments: MatteKind.allCases.filter { $0 != .portrait })
  func `in a JPEG the packet names the type`(kind: MatteKind) throws {
    let packet = try #require(AuxiliaryXMP.packet(for: AuxiliaryImageType(kind), in: .jpeg))
    let text = String(decoding: packet, as: UTF8.self)
    #expect(text.contains("<apdi:AuxiliaryImageType>\(kind.urn)</apdi:AuxiliaryImageType>"))
    #expect(text.contains("<apdi:NativeFormat>1278226488</apdi:NativeFormat>"))
    #expect(text.contains(":SemanticSegmentationMatteVersion>65536<"))
    #expect(text.contains("xmlns:apdi=\"http://ns.apple.com/pixeldatainfo/1.0/\""))
  }
}
