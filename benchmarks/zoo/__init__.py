"""Every algorithm of the zoo under one small budget: docs/zoo.md."""
