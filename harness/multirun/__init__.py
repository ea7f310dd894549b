"""Many runs by one command: the product of what ``--multirun`` was given."""
