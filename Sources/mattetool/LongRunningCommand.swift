import ArgumentParser

/// A command that works for hours, on ever other inputs: its heap is kept small from the start. A single photo is worked on
/// faster where threads have parts of the heap of their own.
protocol LongRunningCommand: AsyncParsableCommand {}
