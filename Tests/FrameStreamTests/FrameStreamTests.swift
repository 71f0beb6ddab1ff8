import Testing
@testable import FrameStream
