// The module Inference is being built: see ARCHITECTURE.md.
