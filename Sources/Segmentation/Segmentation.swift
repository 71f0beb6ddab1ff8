// The module Segmentation is being built: see ARCHITECTURE.md.
