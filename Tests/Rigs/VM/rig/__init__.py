"""The host's side of the acceptance rig: see README.md beside it."""
