"""Pictures of Hero Academy: in plain text and as SVG."""
