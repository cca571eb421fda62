"""Pictures of Legends of Code and Magic: in plain text and as SVG."""
