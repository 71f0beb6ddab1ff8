import FoundationEssentials
import MatteKit
import Support
import SystemPackage
import Testing

@testable import Batch

@Suite struct MovieContainerTests {
  /// What the plan says a kind of file holds, the writer writes, and nothing else.
  @Test func `each container holds the stated codecs`() throws {
    let folder = try TemporaryFolder()
    for container in MovieContainer.allCases {
      for codec in VideoCodec.allCases {
        for content in [MovieContent.color, .colorWithAlpha] {
          let url = folder.url.appending(path: "\(codec.rawValue)-\(content.rawValue).\(container.rawValue)")
          var settings = MovieSettings(codec: codec, content: content)
          settings.nominalFrameRate = 25
          let isWritten: Bool
          do {
            try SmallMovie.write(to: url, frames: 1, settings: settings)
            isWritten = true
          } catch {
            isWritten = false
          }
          #expect(
            container.holds(codec, withAlpha: content == .colorWithAlpha) == isWritten, "\(url.lastPathComponent)")
        }
      }
    }
  }
}
