import Testing
@testable import Inference
