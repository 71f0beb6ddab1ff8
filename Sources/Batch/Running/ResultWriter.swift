import Checksums
import MatteKit
import SystemPackage

/// Writes photos' results into a folder, with the mattes beside them, and records them in the journal.
struct ResultWriter: Sendable {
  let folder: FilePath
  let ledger: RunLedger

  /// The outputs and mattes that may be replaced.
  struct Permission {
    /// The output.
    var output: Bool
    /// The mattes beside it, whatever their origin; otherwise only those that the journal records as the run's own.
    var mattes: Bool
  }

  /// Writes a result, the mattes beside it first: where the output exists they do too. Mattes left by an earlier run,
  /// of kinds that the photo does not show now, are removed.
  ///
  /// - Parameters:
  ///   - key: the key of the result; its output is at `place`.
  ///   - place: relative to the folder.
  ///   - kinds: the mattes that may lie beside the output.
  ///   - source: where the photo lies: ``FileSource``.
  /// - Returns: a sentence for each matte that was removed, and for a failure to record the result.
  func write(
    _ processed: ProcessedPhoto, as key: JournalKey, at place: FilePath, companions kinds: [MatteKind],
    replacing permission: Permission, source: String
  ) throws -> [String] {
    let output = folder.appending(place)
    try ledger.prepareForOutput()
    try Folder.make(output.folder)
    let mattes = try write(processed.separateMattes, beside: place, replacesAll: permission.mattes)
    try AtomicFile.write(processed.data, to: output, overwriting: permission.output)
    let stale = StaleMattes.kinds(of: kinds, besides: processed.separateMattes.kinds)
    let removed = try remove(stale, beside: place, removesAll: permission.mattes)
    var entry = JournalEntry(
      input: key.input, recipe: key.recipe, output: key.output, digest: SHA256(processed.data).description,
      faceCount: processed.faces.count, mattes: processed.mattes.map(\.rawValue), warnings: processed.warnings)
    entry.companions = mattes.isEmpty ? nil : mattes
    entry.source = source
    return removed + [ledger.record(entry)].compactMap(\.self)
  }

  /// - Returns: the places of the mattes, percent-encoded, with the SHA-256 of their bytes.
  private func write(
    _ mattes: MatteSet, beside output: FilePath, replacesAll: Bool
  ) throws -> [String: String] {
    var written: [String: String] = [:]
    for (place, bytes) in try mattes.files(beside: output) {
      let mayReplace = try replacesAll ? true : ledger.claim(companion: place)
      try AtomicFile.write(bytes, to: folder.appending(place), overwriting: mayReplace)
      written[place.percentEncoded] = SHA256(bytes).description
    }
    return written
  }

  private func remove(_ kinds: [MatteKind], beside output: FilePath, removesAll: Bool) throws -> [String] {
    try kinds.compactMap { kind in
      let place = MatteFileName.place(of: kind, beside: output)
      let isOwn = ledger.owns(companion: place)
      guard removesAll || isOwn else { return nil }
      return try StaleMattes.remove(kind, at: folder.appending(place), isOwn: isOwn)?.warning
    }
  }
}
