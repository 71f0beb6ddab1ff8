import Testing
@testable import Segmentation
