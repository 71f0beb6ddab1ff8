import ArgumentParser

/// What happens to a photo whose output is there already.
enum ExistingPolicy: String, ExpressibleByArgument, CaseIterable, Sendable {
  case error, skip, overwrite, newer
}
