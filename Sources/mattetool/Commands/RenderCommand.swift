import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a photo or a movie through the filters of a JSON recipe.",
    discussion: """
      A recipe is a list of steps. Each is a filter with parameters, applied to the previous step:

        {"version": 1,
         "steps": [
           {"filter": "CIMaximumComponent"},
           {"filter": "gammaAdjust", "parameters": {"power": 0.5}},
           {"filter": "blendWithMask", "parameters": {"backgroundImage": "photo", "maskImage": "matte:skin"}}]}

      A step may have a "name" for later steps, an "input" other than the previous step, and a "mask" that limits it. An \
      image is an input, a step, a matte of the input (matte:hair, skin, teeth, portrait, glasses, sky; matte:hair@NAME \
      with several inputs) or a colour (#ff8000, tomato). A number may be computed from images' places and sizes: \
      "$photo.width / 2", of x, y, width and height. A colour cube is read from a file beside the recipe: "cubeData": {"cube": \
      "look.cube"}. "output" names the step to write. "extent" is the part of it to write: "photo" (the first input's \
      frame, the default), "result" (everything that it covers) or [x, y, width, height]. `mattetool filters` lists the \
      filters with their parameters; Core Image's names are accepted.

      Recipes work on upright pictures with the origin at the top left. The output keeps the metadata, orientation, \
      profile and bit depth of the first input and, if the frame is the same, its mattes. Mattes are read from the photo's \
      auxiliary images, or made if it has none. - stands for standard input or output.

      The first input may be a movie, a folder or pattern of pictures, or a camera: each frame is rendered, and the output \
      is a movie, a folder for pictures (ending in /) or - for y4m. A further input that is a movie is played along. \
      Transparency is kept in outputs that support it: .webm (VP9), .mov (ProRes 4444), .mkv (FFV1) and PNG files; in MP4, \
      y4m and JPEG transparent areas are black, with a warning.

      A custom filter is a recipe with a name and parameters, in a file that --filters names; its steps refer to \
      parameters as "$radius", and to the picture as inputImage:

        {"version": 1, "name": "softGlow", "summary": "Light that glows softly.",
         "parameters": {"radius": {"type": "number", "default": 10, "minimum": 0, "unit": "pixels", "help": "How far."}},
         "steps": [
           {"filter": "gaussianBlur", "parameters": {"radius": "$radius"}},
           {"filter": "screenBlendMode", "parameters": {"backgroundImage": "inputImage"}}]}

      Types of parameters are number, boolean, text, color, point, rect and image.

      Exit codes: 64 wrong usage; 65 an error in the recipe (the message begins with its path, such as \
      $.steps[2].parameters.radius) or an input that cannot be read; 73 an output that cannot be written.

      Examples:
        mattetool render --recipe clown.json --input portrait.heic -o clown.heic
        mattetool render --recipe swap.json \\
            --input photo=me.heic --input beach=beach.jpg -o there.heic
        mattetool render --recipe swap.json \\
            --input photo=talk.mp4 --input beach=waves.mp4 -o there.mp4
        mattetool render --recipe look.json --input - -o - --format png <a.jpg >a.png
        mattetool render --recipe look.json --input portrait.heic --plan
        mattetool render --recipe look.json --input talk.mp4 --plan
        mattetool render --recipe glow.json --filters own/ --input a.heic -o glow.heic
      """)

  @Option(help: ArgumentHelp("The recipe, a JSON file; - for standard input.", valueName: "file|-")) var recipe: String
  @Option(
    name: .customLong("input"), parsing: .singleValue,
    help: ArgumentHelp(
      "An image and its name in the recipe (default: \"photo\"); repeatable.",
      valueName: "name=file"))
  var inputs: [RenderInput] = []
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, in the format of its extension; - for standard output.", valueName: "file|-")
  )
  var output: String?
  @Option(help: "The format, if the output's name does not determine it.")
  var format: PhotoFormat?
  @Option(
    help: ArgumentHelp(
      "The mattes to use: file (those in the photo), make (new ones), or auto (those in the photo, and new ones for missing kinds).",
      valueName: "auto|file|make"))
  var mattesFrom = MatteSource.auto
  @OptionGroup var ownFilters: CustomFiltersOption
  @OptionGroup var choice: MatteOptions
  @Option(help: QualityArgument.help) var quality: QualityArgument?
  @OptionGroup var movie: MovieCommandOptions
  @OptionGroup var damage: DamagedOption
  @Flag(
    help: """
      Replace the output if it exists, once the new file is complete. A photo may be its own output, a movie may not.
      """) var overwrite = false
  @Flag(help: "Print the render plan, one pass per line, and write nothing. A movie is planned by its first frame.")
  var plan = false
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    if inputs.isEmpty { throw ValidationError("give at least one --input NAME=FILE") }
    let names = inputs.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("two inputs are named \"\(twice)\"; give them different names: --input other=FILE")
    }
    if ([recipe] + inputs.map(\.path)).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("only one of the recipe and the inputs can come from standard input")
    }
    if plan { return }
    guard let output else { throw ValidationError("give --output FILE, or --plan") }
    try movie.coding.check(for: output, pathExtension: CommandLinePath.path(output).extension ?? "")
    try quality?.check(for: output)
  }

  func run() async throws {
    try await Failure.reporting(damage) {
      let files = remote.files
      let output = plan ? nil : output
      let target = try output.map { try OutputTarget($0, remote: files) }
      try target?.check(overwriting: overwrite)
      let recipe = try Recipe(
        json: InputFile(recipe).bytes(atMost: Self.longestRecipe), filters: ownFilters.filters())
      let cubes = try cubeFiles.tables(for: recipe)
      if let output { try FrameOutput.check(output, against: sources(beside: recipe)) }
      // The first bytes determine the kind of a pipe's contents.
      let piped = inputs[0].path == "-" ? try MediaInput("-", frameRate: movie.span.frameRate, remote: files) : nil
      guard let output, let target else { return try await showPlan(recipe, cubes, piped) }
      if let source = try frames(of: piped, for: target) {
        return try await render(recipe, cubes, on: source, to: output)
      }
      try renderPhoto(recipe, cubes, piped, to: target, named: output)
    }
  }

  private var cubeFiles: ColorCubeFiles { ColorCubeFiles(recipe: recipe) }

  /// The files that are read, but for the first input, which may be edited in its place.
  private func sources(beside recipe: Recipe) throws -> SourceFiles {
    var sources = SourceFiles(input: nil)
    func add(_ argument: String, _ part: SourceFiles.Part) throws {
      guard argument != "-" else { return }
      sources.add(try FilePlace(argument, path: CommandLinePath.path(argument)), as: part)
    }
    try add(self.recipe, .recipe)
    for file in try ownFilters.files() { try add(file, .filter) }
    for file in recipe.cubeFiles { sources.add(.path(cubeFiles.path(file)), as: .colorCube) }
    for input in inputs.dropFirst() { try add(input.path, .image) }
    return sources
  }

  /// The frames of the first input; nil where it is a photo, or its first frame is requested as one.
  private func frames(of piped: MediaInput?, for target: OutputTarget) throws -> MovieSource? {
    if let piped {
      if case .frames(let source) = piped { return source }
      return nil
    }
    guard let output else { return nil }
    let isPhotoWanted = (target.namedFormat ?? format) != nil && !FrameOutput.isPattern(output)
    guard FrameOutput.isMovie(output) || !MediaInput.isPhoto(inputs[0].path, orAnimation: isPhotoWanted) else {
      return nil
    }
    return try MediaInput.frames(
      inputs[0].path, frameRate: movie.span.frameRate, from: movie.span.from?.time, to: movie.span.to?.time)
  }

  /// Prints the plan for the photos, and for the first frames of movies.
  ///
  /// - Parameter piped: the first input, if it comes from standard input.
  private func showPlan(
    _ recipe: Recipe, _ cubes: [String: ColorCubeTable], _ piped: MediaInput?
  ) async throws {
    var photos: [(name: String, photo: Photo)] = []
    for (index, input) in inputs.enumerated() {
      let picture = PlannedPicture(argument: input.path, span: index == 0 ? movie.span : nil, remote: remote.files)
      let photo = try await picture.photo(of: index == 0 ? piped : nil, options: damage.reading())
      photos.append((input.name, photo))
    }
    Console.print(lines: try making(recipe, cubes, of: photos)(photos[0].photo.uprightImage).renderPlan)
  }

  /// Makes the recipe's image of a picture in place of the first photo.
  private func making(
    _ recipe: Recipe, _ cubes: [String: ColorCubeTable], of photos: [(name: String, photo: Photo)]
  ) throws -> (Image) throws -> Image {
    let found = try recipeMattes.mattes(for: recipe, photos, among: photos.map(\.name))
    let images = Dictionary(uniqueKeysWithValues: photos.map { ($0.name, $0.photo.uprightImage) })
    let first = photos[0].name
    return { picture in
      let inputs = images.merging([first: picture]) { $1 }
      return try recipe.image(of: RecipeInputs(images: inputs, mattes: found, cubes: cubes))
    }
  }

  /// - Parameter piped: the first input, if it comes from standard input.
  private func renderPhoto(
    _ recipe: Recipe, _ cubes: [String: ColorCubeTable], _ piped: MediaInput?, to target: OutputTarget,
    named output: String
  ) throws {
    if format == nil, target.namedFormat == nil {
      throw ValidationError("\(output): give --format, or a name that ends in \(PhotoFormat.writtenExtensions)")
    }
    try target.checkFolder()
    var photos: [(name: String, photo: Photo)] = []
    for (index, input) in inputs.enumerated() {
      var file = input.file(remote.files)
      if index == 0, case .photo(let photo) = piped { file = photo }
      photos.append((input.name, try file.photo(options: damage.reading())))
    }
    try write(recipe, on: photos[0].photo, to: target, making: making(recipe, cubes, of: photos))
  }

  /// In bytes.
  private static let longestRecipe = 1 << 26

  private var recipeMattes: RecipeMattes {
    RecipeMattes(source: mattesFrom, options: choice, quality: quality?.mattes)
  }

  private func write(
    _ recipe: Recipe, on photo: Photo, to target: OutputTarget, making image: (Image) throws -> Image
  ) throws {
    if recipe.extent == .photo, let covered = try image(photo.uprightImage).extent.rect,
      !covered.contains(PixelRect(photo.uprightSize))
    {
      Console.warning(
        "the result covers \(covered) of the photo's \(photo.uprightSize); the rest is empty. "
          + "Write \"extent\": \"result\" into the recipe to keep what it covers")
    }
    let result = try photo.editingUprightImage(extent: recipe.extent, image)
    var options = EncodingOptions.default(for: format ?? target.namedFormat ?? .png)
    options.quality = quality?.encoding ?? options.quality
    try target.write(result.data(as: options), overwriting: overwrite)
    for warning in result.warnings + result.warnings(writingAs: options) {
      Console.warning("\(inputs[0].file(nil).name): \(warning)")
    }
  }

  private func render(
    _ recipe: Recipe, _ cubes: [String: ColorCubeTable], on source: MovieSource, to output: String
  ) async throws {
    try FrameOutput.check(format, for: output)
    var companions: [String: RecipeCompositor.Companion] = [:]
    var photos: [(name: String, photo: Photo)] = []
    for input in inputs.dropFirst() {
      if MediaInput.isPhoto(input.path) {
        photos.append((input.name, try input.file(remote.files).photo(options: damage.reading())))
      } else {
        companions[input.name] = .movie(URL(filePath: input.path))
      }
    }
    let found = try recipeMattes.mattes(for: recipe, photos, among: inputs.map(\.name))
    for (name, photo) in photos { companions[name] = .picture(photo.uprightImage, mattes: found[name] ?? []) }
    let options = movie.movie(
      quality: quality?.mattes ?? choice.matteQuality, weights: choice.models, metadata: .keep, requiresPerson: false)
    let compositor = RecipeCompositor(recipe, input: inputs[0].name, companions: companions, cubes: cubes)
    let processor = MovieProcessor(compositor, options: options)
    let (target, overwrite) = (try FrameOutput.target(output), overwrite)
    try await MovieRun(name: source.name, progress: .auto, isLive: source.isLive).run { report in
      try await processor.process(source, to: target, overwriting: overwrite, reporting: report)
    }
  }
}
