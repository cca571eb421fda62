"""The compiled rules of Hero Academy. Their digest is part of the keys of compiled code and stored games."""
