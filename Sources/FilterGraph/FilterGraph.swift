// The module FilterGraph is being built: see ARCHITECTURE.md.
