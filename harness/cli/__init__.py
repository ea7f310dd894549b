"""The command line: `hgpo`."""
