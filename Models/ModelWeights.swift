// The weights of the project's own networks, as resources of the package.
