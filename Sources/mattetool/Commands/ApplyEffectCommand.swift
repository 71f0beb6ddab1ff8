import ArgumentParser
import FoundationEssentials
import MatteKit

struct ApplyEffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply-effect", abstract: "Apply effects to a photo, and write its mattes into the result.",
    discussion: """
      The output's format follows its extension: heic, heif, avif, jpg, jpeg or png. HEIC, AVIF and JPEG carry the mattes \
      as auxiliary images; PNG has no place for them. `mattetool effects` lists the effects with their settings.

      Several effects are applied in order: their names with + between, or a preset file. `mattetool effects NAME \
      --as-json` prints a preset to start from.

      A photo in which nobody is found is written as it is, with a warning.

      Examples:
      mattetool apply-effect hair-color --set color=#2f6fb0 portrait.heic -o blue.heic
      mattetool apply-effect smooth-skin+stage-light --set stage-light.style=mono portrait.heic -o stage.heic
      mattetool apply-effect look.json portrait.heic -o look.jpg
      """)

  @Argument(help: "An effect's name, several with + between, or a preset file (.json).") var effect: String
  @Argument(help: "A HEIC, AVIF, JPEG or PNG file.") var input: String
  @Option(name: .shortAndLong, help: "The file to write.") var output: String
  @OptionGroup var effects: EffectOptions
  @Option(help: "Whether the mattes go into the file: embed or none.") var mattes = MattePolicy.embed
  @OptionGroup var choice: MatteOptions
  @Option(help: "Quality of the output's coding, 0 to 1 (default: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG).")
  var quality: Double?
  @Option(help: "Speed of coding HEIC and AVIF, 0 (slowest, smallest files) to 10 (default: quick).") var speed: Int?
  @Option(help: "Bits of a component in HEIC and AVIF: 8, 10 or 12 (default: 10 if the input has more than 8).")
  var bitDepth: Int?
  @Flag(help: "Replace the output if it is there already.") var overwrite = false
  @Flag(help: "Fail with exit code 65 if nobody is found in the photo.") var requirePerson = false
  @Flag(help: "Write what was done as one JSON document.") var json = false

  enum MattePolicy: String, ExpressibleByArgument, CaseIterable {
    case embed, none
  }

  struct Report: Encodable {
    let input, output, effect: String
    let faces: [FaceReport]
    let mattes: [String]
    let milliseconds: [String: Double]
  }

  func validate() throws {
    if let quality, !(0...1).contains(quality) { throw ValidationError("--quality takes a number from 0 to 1") }
    if let speed, !(0...10).contains(speed) { throw ValidationError("--speed takes a number from 0 to 10") }
    if let bitDepth, ![8, 10, 12].contains(bitDepth) { throw ValidationError("--bit-depth takes 8, 10 or 12") }
    let pathExtension = URL(filePath: output).pathExtension
    guard PhotoFormat(pathExtension: pathExtension) != nil else {
      throw ValidationError("\(output): the output's name has to end in .heic, .heif, .avif, .jpg, .jpeg or .png")
    }
  }

  func run() throws {
    try Failure.reporting {
      let stack = try effects.preset(effect).stack
      let target = URL(filePath: output)
      if !overwrite, FileManager.default.fileExists(atPath: target.path) {
        throw PhotoFileError.outputExists(file: output)
      }
      var stages = StageClock()

      let photo = try stages.time("decode") { () throws in try Photo(contentsOf: URL(filePath: input)) }
      let faces = try stages.time("faces") {
        try FaceDetector(maximumFaces: stack.maximumFaces).faces(in: photo)
      }
      let generator = try stages.time("load") { try choice.generator() }
      // Mattes look at the largest heads one by one.
      let heads = Array(faces.prefix(10))
      let found = try generator.mattes(for: photo, faces: heads) { stages.add($1, to: $0.rawValue) }
      let subject = EffectSubject(photo, mattes: found, faces: faces)
      // A face may be found where no matte is, and is hidden all the same.
      let isNobody = found.isEmpty && faces.isEmpty
      if isNobody {
        if requirePerson { throw NobodyFound(input: input) }
        Console.warning("\(input): nobody was found; the picture is written as it is")
      } else {
        for name in stack.inapplicable(to: subject) {
          let needs = try EffectReference.needs(of: EffectRegistry.effect(named: name))
          Console.warning("\(input): \(name) changes nothing: it needs \(needs), which was not found")
        }
      }

      let result = try stages.time("render") {
        // Where nobody was found the photo keeps what it says of itself.
        guard !isNobody else { return mattes == .embed ? photo : photo.with(mattes: []) }
        let result = try photo.applying(stack, mattes: found, faces: faces)
        return mattes == .embed ? result : result.with(mattes: [])
      }
      let format = PhotoFormat(pathExtension: target.pathExtension) ?? .png
      try stages.time("write") {
        // With nothing to change and no other coding asked for, the file's own bytes are the best copy.
        if isNobody, photo.sourceFormat == format, quality == nil, bitDepth == nil, mattes == .embed {
          return try PhotoCopy.copy(from: URL(filePath: input), to: target, overwriting: overwrite)
        }
        var options = EncodingOptions.default(for: format)
        options.quality = quality ?? options.quality
        options.speed = speed
        options.bitDepth = bitDepth
        try result.write(to: target, as: options, overwriting: overwrite)
        // That the new mattes do not go into PNG, the help says.
        let lost = result.warnings + result.with(mattes: []).warnings(writingAs: options)
        for warning in lost { Console.warning("\(input): \(warning)") }
      }
      let written = format == .png || mattes == .none ? [] : found.kinds

      if json {
        try Console.print(
          json: Report(
            input: input, output: output, effect: stack.name, faces: faces.map(FaceReport.init),
            mattes: written.map(\.rawValue), milliseconds: stages.milliseconds))
      }
    }
  }
}
