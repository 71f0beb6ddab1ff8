import Foundation
import MatteKit
import Testing

@testable import mattetool

/// The help on formats follows from their declarations.
@Suite struct FormatHelpTests {
  private func words(_ text: String) -> String { text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }

  @Test func `strip names each format that it takes, and no other`() {
    let help = words(StripCommand.helpMessage(columns: 1000))
    for format in PhotoFormat.allCases {
      let line = help.components(separatedBy: "<input> ").dropFirst().joined()
      #expect(line.prefix { $0 != ";" }.contains(format.name) == format.isWritable, "\(format.name): \(line)")
    }
  }

  @Test func `render takes each format that is written, and no other`() throws {
    for format in PhotoFormat.allCases {
      let isNamed = PhotoFormat.allValueStrings.contains(format.rawValue)
      #expect(isNamed == format.isWritable, "\(format.name)")
      #expect((PhotoFormat(argument: format.pathExtension) != nil) == format.isWritable, "\(format.name)")
    }
  }
}
