"""What playing many environments at once costs, and what workers gain."""
