import MatteKit
import SystemPackage

extension BatchPlan {
  /// The settings by which a plan is made.
  package struct Terms: Sendable {
    package var folder: FilePath
    package var effect: String
    package var naming: OutputNaming
    /// The format of photos.
    package var format: OutputFormat
    /// The product of photos.
    package var product = PhotoProduct.photo
    /// The mattes that photos may have as files beside their outputs.
    package var companions: [MatteKind] = []
    /// Files that are read beside the inputs; none of them is replaced.
    package var readFiles: [FilePath] = []
    /// The choice of containers for movies.
    package var containers: ContainerChoice
    package var existing: ExistingPolicy
    package var shard: Shard?
    /// Outputs that earlier runs of the same recipe made or claimed, relative to the folder.
    package var recordedPlaces: Set<FilePath> = []
    /// Whether the run continues the earlier ones, so that it may replace the recorded outputs.
    package var resumes = false
    /// Limits the plan to files whose outputs are among these, or in folders that are; nil for all.
    package var selection: Set<FilePath>?

    package init(
      folder: FilePath, effect: String, naming: OutputNaming = .standard, format: OutputFormat = .same,
      containers: ContainerChoice = ContainerChoice(), existing: ExistingPolicy = .error, shard: Shard? = nil
    ) {
      self.folder = folder
      self.effect = effect
      self.naming = naming
      self.format = format
      self.containers = containers
      self.existing = existing
      self.shard = shard
    }

    /// An input with the name of its output; nil for a movie if documents are made, because movies have none.
    package func file(of input: BatchInput) -> PlannedFile? {
      guard takes(input) else { return nil }
      let (format, ext) = format(of: input)
      let relative = naming.output(
        of: input.relative, ext: ext, effect: effect, folder: input.path.folder.names.last)
      // The naming may choose another kind of file.
      let named = choice(byName: relative.extension ?? "", of: format)
      return PlannedFile(
        source: input, relativeOutput: relative, output: folder.appending(relative), format: named ?? format,
        action: .make, mayReplace: false, companions: format.isMovie ? [] : companions,
        replacesCompanions: existing == .overwrite)
    }

    /// Whether an output is among those that the plan is limited to.
    func selects(_ output: FilePath) -> Bool {
      guard let selection else { return true }
      // All outputs of a folder that could not be read have failed.
      var place = output
      while !selection.contains(place) {
        guard place != folder, !place.folder.isEmpty, place.folder != place else { return false }
        place = place.folder
      }
      return true
    }

    func takes(_ input: BatchInput) -> Bool { product != .document || kind(of: input) != .movie }

    /// An animated GIF is a photo (its first frame) if the format or the naming requests photos.
    private func kind(of input: BatchInput) -> MediaKind? {
      let name = naming.output(of: input.relative, ext: "", effect: effect, folder: nil)
      let isNamed = PhotoFormat(pathExtension: name.extension ?? "")?.isWritable == true
      return MediaKind(of: input.path, isPhotoWanted: product == .photo && (format.format != nil || isNamed))
    }

    /// The kind of file by the extension from the naming; nil if there is none.
    private func choice(byName ext: String, of format: FileFormat) -> FileFormat? {
      if format.isMovie { return MovieContainer(pathExtension: ext).map(FileFormat.movie) }
      if format == .json { return nil }
      guard self.format == .same, let named = PhotoFormat(pathExtension: ext), named.isWritable else { return nil }
      return .photo(named)
    }

    /// The kind of file of an input's output, with its extension.
    private func format(of input: BatchInput) -> (format: FileFormat, ext: String) {
      if product == .document { return (.json, "json") }
      guard kind(of: input) == .movie else {
        let (format, ext) = format.choice(for: input.path)
        return (.photo(format), ext)
      }
      let (container, ext) = containers.choice(for: input.path)
      return (.movie(container), ext)
    }
  }
}
