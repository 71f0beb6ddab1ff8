import Testing

@testable import mattetool

@Suite struct SettingCompletionTests {
  @Test func `settings are those of the effects that the line names`() {
    let one = SettingCompletion.candidates(for: ["mattetool", "batch", "-r", "in", "hide-faces", "--set", "m"])
    #expect(one.contains("method=pixellate") && one.contains("margin=") && !one.contains { $0.contains("hide-faces") })
    let two = SettingCompletion.candidates(for: ["mattetool", "apply-effect", "blush+hair-color", "--set", ""])
    #expect(two.contains("hair-color.color=") && two.contains("blush.strength="))
    #expect(SettingCompletion.candidates(for: ["mattetool", "batch", "look.json", "--set"]) == [])
  }
}
