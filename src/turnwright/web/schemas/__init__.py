"""What may come in and what goes out, described field by field, a file for each subject."""
