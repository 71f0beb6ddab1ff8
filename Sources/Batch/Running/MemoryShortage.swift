/// A photo or movie needs more memory than the limit for all in progress together.
package struct MemoryShortage: Error, CustomStringConvertible {
  let input: String
  /// In bytes.
  let needed, available: Int

  package var description: String {
    "\(input): making its result may take \(needed >> 20) MiB, but there are \(available >> 20) MiB for files in progress; "
      + "allow more memory (--memory)"
  }
}
