import Foundation
import MatteKit
import Support
import Testing

@Suite struct BadInputTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let message: String
    /// Makes the input in a folder and gives its path.
    let make: @Sendable (TemporaryFolder) throws -> String
    var testDescription: String { name }
  }

  private static func file(_ bytes: [UInt8], _ name: String = "input.jpg")
    -> @Sendable (TemporaryFolder) throws -> String
  {
    { folder in
      try Data(bytes).write(to: URL(filePath: folder.file(name)))
      return folder.file(name)
    }
  }

  /// The first part of a real file of our own making.
  private static func truncated(_ format: String) -> @Sendable (TemporaryFolder) throws -> String {
    { folder in
      let whole = folder.file("whole.\(format)")
      try SyntheticPicture.gradient(width: 200, height: 120)
        .write(to: URL(filePath: whole), as: .default(for: try #require(.init(pathExtension: format))))
      let bytes = try Data(contentsOf: URL(filePath: whole))
      let part = folder.file("part.\(format)")
      try bytes.prefix(bytes.count * 2 / 3).write(to: URL(filePath: part))
      return part
    }
  }

  static let cases: [Case] = [
    Case(name: "no such file", message: "cannot be read") { $0.file("nothing.jpg") },
    Case(name: "an empty file", message: "damaged or incomplete: it is empty", make: file([])),
    Case(name: "text", message: "not a HEIC, AVIF, JPEG, PNG", make: file(Array("hello, world, this is text".utf8))),
    Case(name: "a folder", message: "cannot be read") { $0.url.path },
    Case(name: "a truncated JPEG", message: "damaged", make: truncated("jpg")),
    Case(name: "a truncated HEIC", message: "damaged", make: truncated("heic")),
    Case(name: "a truncated PNG", message: "damaged", make: truncated("png")),
    Case(
      name: "a PNG that claims to be huge", message: "refused",
      make: file(
        [
          0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1, 0x86, 0xA0, 0, 1,
          0x86, 0xA0, 8, 2, 0, 0, 0, 0x57, 0xDD, 0x52, 0xF8,
        ], "huge.png")),
    Case(
      name: "a JPEG that claims to be huge", message: "refused",
      make: file([
        0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xFF, 0xDA, 0,
        12,
        3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3F, 0, 0, 0xFF, 0xD9,
      ])),
  ]

  /// Whether a command is about auxiliary images, which no PNG has.
  private func isAboutAuxiliaryImages(_ command: String) -> Bool { ["embed", "extract"].contains(command) }

  @Test(arguments: cases)
  func `each command refuses it in one line that names it, with exit code 65`(bad: Case) throws {
    let folder = try TemporaryFolder()
    let input = try bad.make(folder)
    let before = folder.contents
    for arguments in [
      ["apply-effect", "clown-makeup", input, "-o", folder.file("out.heic")], ["mattes", input, "-o", folder.url.path],
      ["faces", input], ["inspect", input], ["embed", input, "--from", input, "-o", folder.file("out.heic")],
      ["extract", input, "--all", "-o", folder.url.path],
      ["strip", input, "--metadata", "-o", folder.file("out.heic")],
    ] {
      // What `inspect` needs of a truncated file may be there.
      let outcome = try MatteTool.run(MatteTool.executable, arguments)
      if arguments[0] == "inspect", outcome.status == 0 { continue }
      let isOfPNG = input.hasSuffix(".png") && isAboutAuxiliaryImages(arguments[0])
      let message = isOfPNG ? "PNG does not support" : bad.message
      #expect(outcome.status == 65, "\(arguments[0]): \(outcome)")
      #expect(outcome.errors.contains(input), "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(folder.contents == before, "something was left behind")
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file without permission is refused`() throws {
    let folder = try TemporaryFolder()
    let input = folder.file("locked.jpg")
    try Data([0xFF, 0xD8, 0xFF]).write(to: URL(filePath: input))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: input)
    let outcome = try MatteTool.run("faces", input)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("cannot be read"))
  }

  @Test func `a missing output folder is exit code 73`() throws {
    let folder = try TemporaryFolder()
    let outcome = try MatteTool.run(
      "apply-effect", "clown-makeup", Samples.astronaut, "-o", folder.file("none/out.jpg"))
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("cannot be written"))
  }

  /// Whether OpenVINO and networks are installed for all users of this machine.
  private static let isInstalled = (NetworkStore.default.openVINOSearch + NetworkStore.default.networkSearch)
    .contains { [.local, .system].contains($0.origin) && $0.exists }

  @Test(.disabled(if: isInstalled, "MatteKit is installed on this machine"))
  func `a missing network is exit code 69 and is named`() throws {
    let folder = try TemporaryFolder()
    // A copy outside the checkout finds neither networks nor OpenVINO.
    let copy = URL(filePath: folder.file("mattetool"))
    try FileManager.default.copyItem(at: MatteTool.executable, to: copy)
    var environment = [
      "MATTEKIT_NETWORKS": "", "MATTEKIT_OPENVINO": "", "HOME": folder.url.path, "XDG_DATA_HOME": "",
    ]
    let nothing = try MatteTool.run(copy, ["faces", Samples.astronaut], environment: environment)
    #expect(nothing.status == 69, "\(nothing)")
    #expect(nothing.errors.contains("OpenVINO"), "\(nothing.errors)")
    environment["MATTEKIT_OPENVINO"] = ProjectFolder.dependencies.appending(path: "openvino").path
    let outcome = try MatteTool.run(copy, ["faces", Samples.astronaut], environment: environment)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.errors.contains("face_detection"), "\(outcome.errors)")
  }
}
