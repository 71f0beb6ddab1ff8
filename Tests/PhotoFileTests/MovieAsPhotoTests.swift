import PhotoFile
import Testing

@Suite struct MovieAsPhotoTests {
  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 8)
    return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(type.utf8)
      + content
  }

  @Test func `a movie given as a photo is reported as a movie`() {
    let start = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isomiso2".utf8))
    let bytes = start + box("mdat", [1, 2, 3]) + box("moov", [UInt8](repeating: 0, count: 16))
    let error = PhotoFileTests.failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes, name: "film.mp4") }
    )
    #expect(error?.description.contains("movie") == true, "\(String(describing: error))")
  }
}
