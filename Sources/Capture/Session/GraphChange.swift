/// The step from one graph of a session to the next. A value.
struct GraphChange {
  let old: CaptureGraph
  let new: CaptureGraph

  /// Sets the clocks of the inputs' ports, and removes those of inputs that have left.
  ///
  /// - Parameters:
  ///   - clock: the clock of the session.
  ///   - audio: the clock of ports that give sound.
  func setClocks(_ clock: any CaptureClock, audio: any CaptureClock) {
    for input in old.inputs where !new.inputs.contains(where: { $0 === input }) {
      for port in input.ports { port.set(nil) }
    }
    for port in new.inputs.flatMap(\.ports) { port.set(port.mediaType == .audio ? audio : clock) }
  }

  /// Notifies outputs that have left the session, and those whose connections have changed.
  func notifyOutputs() {
    for output in old.outputs where !new.outputs.contains(where: { $0 === output }) {
      output.connectionsDidChange([])
      output.didLeaveSession()
    }
    for output in new.outputs {
      let (before, now) = (old.connections(to: output), new.connections(to: output))
      if before.map(ObjectIdentifier.init) != now.map(ObjectIdentifier.init) { output.connectionsDidChange(now) }
    }
  }

  /// Gives photo outputs the metadata outputs of the graph, and the session's means to capture a still in another
  /// format.
  func setUpPhotoOutputs(_ takeStill: @escaping StillTaking) {
    let metadata = new.outputs.compactMap { $0 as? MetadataOutput }
    for case let output as PhotoOutput in new.outputs {
      output.setMetadataOutputs(metadata)
      output.setStillTaking(takeStill)
    }
  }
}
