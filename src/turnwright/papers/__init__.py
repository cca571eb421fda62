"""The papers' experiments as data, and the means to play them again beside the published numbers."""
