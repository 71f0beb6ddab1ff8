// The module Kernels is being built: see ARCHITECTURE.md.
