"""Bias and variance of advantage estimators, against advantages measured by restored play."""
