import ArgumentParser
import MatteKit

extension MatteQuality: ExpressibleByArgument {
  /// What the help of the commands that make mattes says of the choice.
  static let help = ArgumentHelp(
    """
    How much work the mattes are worth: fast (a third of the time of balanced), balanced, or accurate (two to three times \
    balanced; best strands of hair, brows and beard).
    """, valueName: "fast|balanced|accurate")
}
