"""Where cells are trained: in processes of this machine, or on a Ray cluster."""
