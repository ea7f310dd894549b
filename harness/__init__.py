"""The comparison: budgets, rollouts, training, evaluation, runs."""
