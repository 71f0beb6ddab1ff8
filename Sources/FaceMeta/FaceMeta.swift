// The module FaceMeta is being built: see ARCHITECTURE.md.
