"""Hero Academy, exactly as the papers' testbed plays it."""
