import Imaging

/// Makes a smaller frame of one of a stream.
package typealias FrameReduction = @Sendable (Frame) throws -> Frame
