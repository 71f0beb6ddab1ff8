// The module FrameStream is being built: see ARCHITECTURE.md.
