import Batch

/// The rank by which files are ordered on a sheet, most urgent first, each below its title.
enum SheetRank: String, CaseIterable {
  case failed = "Failed"
  case suspicious = "Suspicious"
  case warned = "With warnings"
  case other = "Without warnings"

  init(_ file: FileReport) {
    self =
      if file.status == .failed {
        .failed
      } else if !file.suspicions.isEmpty {
        .suspicious
      } else if !file.warnings.isEmpty {
        .warned
      } else {
        .other
      }
  }
}
