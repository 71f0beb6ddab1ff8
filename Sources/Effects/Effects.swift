// The module Effects is being built: see ARCHITECTURE.md.
