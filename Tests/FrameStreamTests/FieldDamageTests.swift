import FoundationEssentials
import Support
import Testing

@testable import FrameStream

/// Movies whose pictures are coded as two fields.
@Suite struct FieldDamageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many frames there are, and which of them are damaged.
  private func read(_ stream: SyntheticFieldStream, _ name: String) async throws -> (count: Int, damaged: [Int]) {
    let video = try VideoFile(contentsOf: try folder.file(name, stream.bytes))
    #expect(video.format.isInterlaced)
    var (count, damaged) = (0, [Int]())
    for try await frame in video.frames {
      if frame.attachments.isDamaged { damaged.append(count) }
      count += 1
    }
    return (count, damaged)
  }

  @Test(arguments: [4, 60], [false, true])
  func `a damaged second field in a packet of its own is reported with its picture`(
    columns: Int, isReordered: Bool
  ) async throws {
    var stream = SyntheticFieldStream(columns: columns, rows: columns == 4 ? 2 : 17, isReordered: isReordered)
    let whole = try await read(stream, "whole.h264")
    #expect(whole.count == 6 && whole.damaged.isEmpty, "\(whole)")
    for field in [5, 9, 11] {
      stream.damaged = [field]
      let found = try await read(stream, "\(field).h264")
      #expect(found.count == 6 && found.damaged == [field / 2], "\(found)")
    }
  }
}
