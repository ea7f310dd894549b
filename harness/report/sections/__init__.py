"""The parts of a report's page that stand in files of their own."""
