"""How long credit assignment takes, beside the same definition in plain loops."""
