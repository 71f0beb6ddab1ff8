import FoundationEssentials

/// The number of cores for a network.
package enum ProcessorCores {
  /// All cores.
  package static var all: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Half of the cores, at least one: for frames, because the other stages of a stream use the others.
  package static var half: Int { max(1, all / 2) }
}
